"""A program that plays Connect Four: it takes a win, prevents one, and otherwise prefers the middle.

python3 bot.py                         # reads positions and answers with moves
quatre-play bot -- python3 bot.py             # against the AI
quatre-worker match -a 'bot:python3 bot.py' -b easy -n 20
"""

import re
import sys


def wins(board, columns, rows, align, column, player):
    """Whether the player wins with a disc in the column. A board is a list of the columns, from the left."""
    row = len(board[column])
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            x, y = column + way * dx, row + way * dy
            while 0 <= x < columns and 0 <= y < len(board[x]) and board[x][y] == player:
                count, x, y = count + 1, x + way * dx, y + way * dy
        if count >= align:
            return True
    return False


def move(variant, moves):
    columns, rows, align = map(int, re.fullmatch(r"connect4:(\d+)x(\d+):(\d)", variant).groups())
    board = [[] for _ in range(columns)]
    for ply, digit in enumerate(moves):
        board[int(digit, 16) - 1].append(ply % 2)
    player = len(moves) % 2
    free = [c for c in range(columns) if len(board[c]) < rows]
    for who in (player, 1 - player):
        for column in free:
            if wins(board, columns, rows, align, column, who):
                return column
    return min(free, key=lambda c: abs(2 * c - columns + 1))


for line in sys.stdin:
    _, variant, *moves = line.split()
    print(format(move(variant, "".join(moves)) + 1, "x"), flush=True)
