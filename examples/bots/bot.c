/* A program that plays Connect Four: it drops its disc into the fullest column that has room.
 *
 *     cc -o bot bot.c
 *     quatre-play bot -- ./bot
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
	char line[1024], moves[1024];
	while (fgets(line, sizeof line, stdin)) {
		int columns, rows, align, heights[16] = {0}, best = -1;
		moves[0] = '\0';
		if (sscanf(line, "position connect4:%dx%d:%d %1023s", &columns, &rows, &align, moves) < 3)
			return 1;
		for (char *m = moves; *m; m++)
			heights[strtol((char[]){*m, '\0'}, NULL, 16) - 1]++;
		for (int c = 0; c < columns; c++)
			if (heights[c] < rows && (best < 0 || heights[c] > heights[best]))
				best = c;
		printf("%x\n", best + 1);
		fflush(stdout);
	}
}
