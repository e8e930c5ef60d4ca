# A player of Hex that is not ours, in the old dialect, and knows no lines: it reads character by character and ends its moves with nothing.
import os
import sys

cells, taken = [], []


def until(stops):
    text = ""
    while (character := os.read(0, 1).decode()) not in stops and character:
        text += character
    return text


while character := os.read(0, 1).decode():
    if character == "r":
        rows, columns = until("#").split("-c")
        cells = [chr(97 + r) + str(c + 1) for r in range(int(rows)) for c in range(int(columns))]
    elif character == ">":
        taken.append(until("\n"))
    elif character == "?":
        os.write(1, next(cell for cell in cells if cell not in taken).encode())
    elif character in "+-#":
        sys.exit(0)
    elif character == "!":
        sys.exit(1)
