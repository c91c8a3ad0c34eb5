/* The little msgpack that a bot needs: a cursor that walks over values and never past the end.
 * Anything unexpected sets `bad`, after which every call returns nothing; look at it once, at the end. */
#ifndef MSGPACK_H
#define MSGPACK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const uint8_t *at, *end;
    bool bad;
} Cursor;

/* A value as it stands in the frame, not yet looked into. */
typedef struct {
    const uint8_t *start;
    size_t size;
} Slice;

static inline uint32_t mp_fail(Cursor *c) {
    c->bad = true;
    c->at = c->end;
    return 0;
}

/* The next `bytes` bytes as one big-endian number. */
static inline uint32_t mp_number(Cursor *c, int bytes) {
    uint32_t number = 0;
    if (c->end - c->at < bytes) return mp_fail(c);
    while (bytes--) number = number << 8 | *c->at++;
    return number;
}

static inline void mp_advance(Cursor *c, uint32_t bytes) {
    if ((size_t)(c->end - c->at) < bytes) mp_fail(c);
    else c->at += bytes;
}

/* How many elements the array here has; the cursor moves to the first. */
static inline uint32_t mp_array(Cursor *c) {
    uint32_t head = mp_number(c, 1);
    if ((head & 0xf0) == 0x90) return head & 0x0f;
    if (head == 0xdc) return mp_number(c, 2);
    if (head == 0xdd) return mp_number(c, 4);
    return mp_fail(c);
}

/* How many keys the map here has; the cursor moves to the first key. */
static inline uint32_t mp_map(Cursor *c) {
    uint32_t head = mp_number(c, 1);
    if ((head & 0xf0) == 0x80) return head & 0x0f;
    if (head == 0xde) return mp_number(c, 2);
    if (head == 0xdf) return mp_number(c, 4);
    return mp_fail(c);
}

/* The text of the string here. */
static inline Slice mp_string(Cursor *c) {
    uint32_t head = mp_number(c, 1), size = 0;
    if ((head & 0xe0) == 0xa0) size = head & 0x1f;
    else if (head == 0xd9) size = mp_number(c, 1);
    else if (head == 0xda) size = mp_number(c, 2);
    else if (head == 0xdb) size = mp_number(c, 4);
    else mp_fail(c);
    Slice text = {c->at, size};
    mp_advance(c, size);
    if (c->bad) text.size = 0;
    return text;
}

/* Passes over one value of any kind, with all that is in it. */
static inline void mp_skip(Cursor *c) {
    /* For the heads c4 to d8: the bytes of a length that follows the head, or the bytes of the value itself. */
    static const uint8_t length_bytes[] = {1, 2, 4, 1, 2, 4};
    static const uint8_t value_bytes[] = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17};
    for (uint64_t left = 1; left && !c->bad; left--) {
        uint32_t head = mp_number(c, 1);
        if (head < 0x80 || head >= 0xe0 || (head >= 0xc0 && head <= 0xc3)) continue;
        if (head < 0x90) left += 2 * (head & 0x0f);
        else if (head < 0xa0) left += head & 0x0f;
        else if (head < 0xc0) mp_advance(c, head & 0x1f);
        else if (head <= 0xc6) mp_advance(c, mp_number(c, length_bytes[head - 0xc4]));
        else if (head <= 0xc9) mp_advance(c, mp_number(c, length_bytes[head - 0xc4])), mp_advance(c, 1);
        else if (head <= 0xd8) mp_advance(c, value_bytes[head - 0xca]);
        else if (head <= 0xdb) mp_advance(c, mp_number(c, 1 << (head - 0xd9)));
        else if (head <= 0xdd) left += mp_number(c, head == 0xdc ? 2 : 4);
        else left += 2 * (uint64_t)mp_number(c, head == 0xde ? 2 : 4);
    }
}

/* Passes over one value and returns its bytes: what is only echoed need not be understood. */
static inline Slice mp_raw(Cursor *c) {
    const uint8_t *start = c->at;
    mp_skip(c);
    return (Slice){start, (size_t)(c->at - start)};
}

/* The text of a value that was passed over; empty when it is no string. */
static inline Slice mp_text(Slice value) {
    Cursor c = {value.start, value.start + value.size, false};
    return mp_string(&c);
}

static inline bool mp_is(Slice text, const char *word) {
    return text.size == strlen(word) && memcmp(text.start, word, text.size) == 0;
}

#endif
