/* The smallest chess engine that two tools can let play against itself: it needs no rules, because its games are
 * always the same one. From the start position White plays Nb1-c3, Nc3-b1 and a step of a pawn, over and over, and
 * Black the mirror image; no piece ever attacks a king or stands in a pawn's way. When the pawns have met, only the
 * knights move, and the tools call it a draw by repetition. A move is told by how many have been played. */
#include <stdio.h>
#include <string.h>

static const char FILES[] = "abdefgh"; /* the c-pawns stay, where the knights go */
enum { PAWNS = 7, STEPS = 2 * PAWNS };

static void answer(int played) {
    int black = played % 2, turn = played / 2, part = turn % 3, step = turn / 3;
    if (part == 2 && step < STEPS) {
        char file = FILES[step % PAWNS], from = (char)(black ? '7' - step / PAWNS : '2' + step / PAWNS);
        printf("bestmove %c%c%c%c\n", file, from, file, from + (black ? -1 : 1));
        return;
    }
    /* After the last step the knights go on alone, out and back. */
    int out = step < STEPS ? part == 0 : (turn - 3 * STEPS) % 2 == 0;
    const char *home = black ? "b8" : "b1", *away = black ? "c6" : "c3";
    printf("bestmove %s%s\n", out ? home : away, out ? away : home);
}

static int count_moves(char *line) {
    char *moves = strstr(line, " moves");
    int count = 0;
    if (moves)
        for (char *word = strtok(moves + 6, " \n"); word; word = strtok(NULL, " \n")) count++;
    return count;
}

int main(void) {
    static char line[1 << 16];
    int played = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ucinewgame", 10)) played = 0;
        else if (!strncmp(line, "uci", 3)) puts("id name knights\nid author trickarena\nuciok");
        else if (!strncmp(line, "isready", 7)) puts("readyok");
        else if (!strncmp(line, "position", 8)) played = count_moves(line);
        else if (!strncmp(line, "go", 2)) answer(played);
        else if (!strncmp(line, "quit", 4)) return 0;
        fflush(stdout);
    }
    return 0;
}
