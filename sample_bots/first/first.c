/* Plays the first legal token, in any game, at any number of tables: one read and one write a frame.
 * Usage: first [--tables N] [--no-view] */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "msgpack.h"

enum { LONGEST_FRAME = 16 << 20, HEADER = 4, MOST_WORDS = 32 /* bytes of a move besides what is echoed */ };

typedef struct {
    uint8_t *bytes;
    size_t used, room;
} Buffer;

static void die(const char *reason) {
    fprintf(stderr, "first: %s\n", reason);
    exit(1);
}

static void make_room(Buffer *b, size_t room) {
    if (room <= b->room) return;
    b->bytes = realloc(b->bytes, room);
    b->room = room;
    if (!b->bytes) die("out of memory");
}

static void add(Buffer *b, const void *bytes, size_t size) {
    memcpy(b->bytes + b->used, bytes, size);
    b->used += size;
}

static void add_word(Buffer *b, const char *word) {
    size_t size = strlen(word);
    b->bytes[b->used++] = (uint8_t)(0xa0 | size);
    add(b, word, size);
}

static void add_pair(Buffer *b, const char *key, Slice value) {
    add_word(b, key);
    add(b, value.start, value.size);
}

/* Room for the frame's length, then an array of a number of messages that is filled in by `send_frame`. */
static void begin_frame(Buffer *b) {
    b->used = HEADER + 3;
}

static void send_frame(Buffer *b, uint32_t messages) {
    size_t size = b->used - HEADER, sent = 0;
    for (int byte = 0; byte < HEADER; byte++) b->bytes[byte] = (uint8_t)(size >> 8 * (HEADER - 1 - byte));
    b->bytes[HEADER] = 0xdc;
    b->bytes[HEADER + 1] = (uint8_t)(messages >> 8);
    b->bytes[HEADER + 2] = (uint8_t)messages;
    while (sent < b->used) {
        ssize_t written = write(STDOUT_FILENO, b->bytes + sent, b->used - sent);
        if (written < 0) exit(0); /* the referee is gone */
        sent += (size_t)written;
    }
}

/* Reads until a whole frame stands at the start of the buffer and returns its length; exits at the end. */
static size_t read_frame(Buffer *b) {
    for (;;) {
        if (b->used >= HEADER) {
            Cursor head = {b->bytes, b->bytes + HEADER, false};
            size_t size = mp_number(&head, HEADER);
            if (size > LONGEST_FRAME) die("the referee announced a frame that is too long");
            if (b->used >= HEADER + size) return size;
            make_room(b, HEADER + size);
        }
        ssize_t got = read(STDIN_FILENO, b->bytes + b->used, b->room - b->used);
        if (got <= 0) exit(0);
        b->used += (size_t)got;
    }
}

static void say_ready(Buffer *out, int tables, bool view) {
    begin_frame(out);
    out->bytes[out->used++] = 0x86; /* a map of six */
    add_pair(out, "type", (Slice){(const uint8_t *)"\xa5ready", 6});
    add_pair(out, "protocol", (Slice){(const uint8_t *)"\x01", 1});
    add_pair(out, "name", (Slice){(const uint8_t *)"\xa5""first", 6});
    add_pair(out, "version", (Slice){(const uint8_t *)"\xa3" "1.0", 4});
    const uint8_t number[] = {0xcd, (uint8_t)(tables >> 8), (uint8_t)tables};
    add_pair(out, "tables", (Slice){number, sizeof number});
    add_pair(out, "view", (Slice){(const uint8_t *)(view ? "\xc3" : "\xc2"), 1});
    send_frame(out, 1);
}

/* What this bot needs of a message, as it stands in the frame; an absent key is an empty slice. */
typedef struct {
    Slice type, table, turn, legal;
} Message;

static Message read_message(Cursor *c) {
    Message m = {0};
    for (uint32_t keys = mp_map(c); keys && !c->bad; keys--) {
        Slice key = mp_string(c), value = mp_raw(c);
        if (mp_is(key, "type")) m.type = mp_text(value);
        else if (mp_is(key, "table")) m.table = value;
        else if (mp_is(key, "turn")) m.turn = value;
        else if (mp_is(key, "legal")) m.legal = value;
    }
    return m;
}

/* False when the question lacks what an answer needs. */
static bool add_move(Buffer *out, const Message *act) {
    Cursor legal = {act->legal.start, act->legal.start + act->legal.size, false};
    uint32_t tokens = mp_array(&legal);
    Slice action = mp_raw(&legal);
    if (!tokens || legal.bad || !act->table.size || !act->turn.size) return false;
    out->bytes[out->used++] = 0x84; /* a map of four */
    add_pair(out, "type", (Slice){(const uint8_t *)"\xa4move", 5});
    add_pair(out, "table", act->table);
    add_pair(out, "turn", act->turn);
    add_pair(out, "action", action);
    return true;
}

int main(int argc, char **argv) {
    int tables = 1;
    bool view = true;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--no-view")) view = false;
        else if (!strcmp(argv[i], "--tables") && i + 1 < argc) tables = atoi(argv[++i]);
        else die("usage: first [--tables N] [--no-view]");
    }
    if (tables < 1 || tables > 0xffff) die("--tables takes a number from 1 to 65535");

    Buffer in = {0}, out = {0};
    make_room(&in, 1 << 16);
    make_room(&out, 1 << 12);
    for (;;) {
        size_t size = read_frame(&in);
        Cursor c = {in.bytes + HEADER, in.bytes + HEADER + size, false};
        uint32_t messages = mp_array(&c), moves = 0;
        if (messages > size) mp_fail(&c);
        else make_room(&out, size + (size_t)MOST_WORDS * (messages + 1));
        begin_frame(&out);
        for (; messages && !c.bad; messages--) {
            Message m = read_message(&c);
            if (mp_is(m.type, "act")) {
                if (!add_move(&out, &m)) die("the referee sent a question with a key missing");
                moves++;
            } else if (mp_is(m.type, "hello")) say_ready(&out, tables, view), begin_frame(&out);
            else if (mp_is(m.type, "bye")) return 0;
        }
        if (c.bad) die("the referee sent a frame that is not the protocol");
        if (moves) send_frame(&out, moves);
        in.used -= HEADER + size;
        memmove(in.bytes, in.bytes + HEADER + size, in.used);
    }
}
