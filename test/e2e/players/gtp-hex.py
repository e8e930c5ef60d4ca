# A GTP program of Hex that is not ours: it takes the first empty cell of the first column. Its second move is the word it is called with.
# `first WORD`: its first move. With a swap it swaps after each first move, unless it was told of a swap.
import sys

words = sys.argv[1:]
turn = 1 if words[:1] == ["first"] else 2
special = words[-1] if words else ""
size, taken, made = 11, [], 0


def answer(text, sign="="):
    print(f"{sign} {text}\n", flush=True)


for line in sys.stdin:
    name, *words = line.split()
    if name == "boardsize":
        size = int(words[0])
        answer("") if size < 9 else answer("unacceptable size", "?")
    elif name == "clear_board":
        taken, made = [], 0
        answer("")
    elif name == "play" and "swap" in words[1]:
        special = ""
        answer("")
    elif name == "play":
        taken.append(words[1])
        answer("")
    elif name == "genmove":
        made += 1
        if made == turn and special == "exit":
            sys.exit(3)
        if made == turn and special == "hang":
            continue
        if made == turn and special == "talk":
            print("thinking about it\n", flush=True)
        if made == turn and special == "refuse":
            answer("cannot\nmove", "?")
        elif made == turn and special == "flood":
            answer("x" * 1000)
        elif (made == turn or "swap" in special and turn == 1) and special not in ("", "talk") and not ("swap" in special and turn == 1 and len(taken) != 1):
            answer(special)
        else:
            cells = [chr(97 + c) + str(r + 1) for c in range(size) for r in range(size)]
            taken.append(next(cell for cell in cells if cell not in taken))
            answer(taken[-1].upper())
    elif name == "quit":
        answer("")
        break
    else:
        answer("unknown command", "?")
