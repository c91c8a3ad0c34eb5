// Wins a trick as cheaply as it can, and wastes nothing on one that it can't win. Knows no game in particular.
#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <msgpack.h>

typedef msgpack_object Value;

static void die(const char *reason) {
    fprintf(stderr, "thrifty-c: %s\n", reason);
    exit(1);
}

// Values of the messages. What is absent, or of another type, is nil, or an empty text or array.

static Value get(Value map, const char *key) {
    for (uint32_t at = 0; map.type == MSGPACK_OBJECT_MAP && at < map.via.map.size; at++) {
        msgpack_object_kv *pair = &map.via.map.ptr[at];
        msgpack_object_str name = pair->key.via.str;
        if (pair->key.type == MSGPACK_OBJECT_STR && name.size == strlen(key) && !memcmp(name.ptr, key, name.size))
            return pair->val;
    }
    return (Value){.type = MSGPACK_OBJECT_NIL};
}

static msgpack_object_array list(Value value) {
    return value.type == MSGPACK_OBJECT_ARRAY ? value.via.array : (msgpack_object_array){0};
}

// The tokens of the protocol are short.
typedef struct {
    char text[16];
} Token;

static Token token(Value value) {
    Token token = {0};
    if (value.type == MSGPACK_OBJECT_STR && value.via.str.size < sizeof token.text)
        memcpy(token.text, value.via.str.ptr, value.via.str.size);
    return token;
}

static bool is(Token token, const char *text) {
    return !strcmp(token.text, text);
}

// The strategy.

static bool is_joker(Token card) {
    return is(card, "BJ") || is(card, "SJ");
}

static const char *suit_of(const Token *card, const char *trump) {
    return is_joker(*card) ? trump : card->text + 1;
}

// How much a card can do: any trump is above all other cards, jokers above other trumps.
static int strength(Token card, const char *trump) {
    static const char ranks[] = "23456789TJQKA";
    if (is_joker(card)) return is(card, "BJ") ? 99 : 98;
    const char *rank = strchr(ranks, card.text[0]);
    return (rank ? (int)(rank - ranks) : -1) + (strcmp(suit_of(&card, trump), trump) ? 0 : 20);
}

static Token play(msgpack_object_array legal, msgpack_object_array trick, const char *trump) {
    Token first = {0};
    int best = -1; // on the table; a card of a suit that is neither led nor trump can't win
    for (uint32_t at = 0; at < trick.size; at++) {
        Token card = token(list(trick.ptr[at]).ptr[1]);
        if (at == 0) first = card;
        const char *suit = suit_of(&card, trump);
        if ((!strcmp(suit, suit_of(&first, trump)) || !strcmp(suit, trump)) && strength(card, trump) > best)
            best = strength(card, trump);
    }
    Token strongest = token(legal.ptr[0]), weakest = strongest, winner = {0};
    for (uint32_t at = 0; at < legal.size; at++) {
        Token card = token(legal.ptr[at]);
        const char *suit = suit_of(&card, trump);
        int strong = strength(card, trump);
        bool counts = !strcmp(suit, suit_of(&first, trump)) || !strcmp(suit, trump);
        if (strong > strength(strongest, trump)) strongest = card;
        if (strong < strength(weakest, trump)) weakest = card;
        if (counts && strong > best && (is(winner, "") || strong < strength(winner, trump))) winner = card;
    }
    return !trick.size ? strongest : is(winner, "") ? weakest : winner;
}

static Token choose(msgpack_object_array legal, Value view) {
    Token trump = token(get(view, "trump"));
    if (is(token(get(view, "phase")), "play")) return play(legal, list(get(view, "trick")), trump.text);

    Token best = token(legal.ptr[0]);
    int most = 0;
    msgpack_object_array hand = list(get(view, "hand"));
    for (uint32_t at = 0; at < legal.size; at++) {
        Token asked = token(legal.ptr[at]);
        int held = 0;
        for (uint32_t card = 0; card < hand.size; card++) held += is(asked, token(hand.ptr[card]).text + 1);
        if (held > most) most = held, best = asked;
    }
    return best;
}

// The protocol.

static void pack_text(msgpack_packer *out, const char *text) {
    msgpack_pack_str_with_body(out, text, strlen(text));
}

static void answer_hello(msgpack_packer *out) {
    msgpack_pack_map(out, 5);
    pack_text(out, "type"), pack_text(out, "ready");
    pack_text(out, "protocol"), msgpack_pack_int(out, 1);
    pack_text(out, "name"), pack_text(out, "thrifty-c");
    pack_text(out, "version"), pack_text(out, "1.0");
    pack_text(out, "tables"), msgpack_pack_int(out, 64);
}

static void answer_act(msgpack_packer *out, Value act) {
    msgpack_object_array legal = list(get(act, "legal"));
    if (!legal.size) die("a question with nothing legal");
    msgpack_pack_map(out, 4);
    pack_text(out, "type"), pack_text(out, "move");
    pack_text(out, "table"), msgpack_pack_object(out, get(act, "table"));
    pack_text(out, "turn"), msgpack_pack_object(out, get(act, "turn"));
    pack_text(out, "action"), pack_text(out, choose(legal, get(act, "view")).text);
}

static void write_frame(uint32_t messages, const msgpack_sbuffer *packed) {
    msgpack_sbuffer head;
    msgpack_packer packer;
    msgpack_sbuffer_init(&head);
    msgpack_packer_init(&packer, &head, msgpack_sbuffer_write);
    msgpack_pack_array(&packer, messages);
    uint32_t length = htonl((uint32_t)(head.size + packed->size));
    fwrite(&length, sizeof length, 1, stdout);
    fwrite(head.data, 1, head.size, stdout);
    fwrite(packed->data, 1, packed->size, stdout);
    if (fflush(stdout)) die("the referee is gone");
    msgpack_sbuffer_destroy(&head);
}

// Answers the messages of one frame; false after `bye`.
static bool answer(Value frame) {
    bool more = true;
    uint32_t answers = 0;
    msgpack_sbuffer packed;
    msgpack_packer out;
    msgpack_sbuffer_init(&packed);
    msgpack_packer_init(&out, &packed, msgpack_sbuffer_write);
    for (uint32_t at = 0; at < list(frame).size; at++) {
        Value message = list(frame).ptr[at];
        Token type = token(get(message, "type"));
        if (is(type, "hello")) answer_hello(&out), answers++;
        else if (is(type, "act")) answer_act(&out, message), answers++;
        else if (is(type, "bye")) more = false;
    }
    if (answers) write_frame(answers, &packed);
    msgpack_sbuffer_destroy(&packed);
    return more;
}

int main(void) {
    uint32_t length;
    while (fread(&length, sizeof length, 1, stdin) == 1) {
        size_t size = ntohl(length);
        char *payload = malloc(size + 1);
        if (!payload || fread(payload, 1, size, stdin) != size) die("the input ended in the middle of a frame");
        msgpack_unpacked frame;
        msgpack_unpacked_init(&frame);
        if (msgpack_unpack_next(&frame, payload, size, NULL) != MSGPACK_UNPACK_SUCCESS)
            die("the referee sent a frame that is not msgpack");
        bool more = answer(frame.data);
        msgpack_unpacked_destroy(&frame);
        free(payload);
        if (!more) break;
    }
    return 0;
}
