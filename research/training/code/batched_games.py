"""The rules of many games of one board at once, as operations of torch: Hex, Y and Gomoku, where every stone stays.

test/real/accelerated.long.test.ts holds them to those of games/.
"""
import copy

import numpy
import torch
import torch.nn.functional as F

from learn import INPUTS

LINE = 5  # stones of a row that win


class Board:
    """The cells of one size, laid on a grid so that each direction is one step everywhere."""

    def __init__(self, game, size, told, device):
        self.cells, self.device = told['cells'], device
        around = numpy.array(told['around']).reshape(self.cells, -1)
        self.steps, places = lay_out(around)
        low = places.min(0)
        self.height, self.width = (int(n) for n in places.max(0) - low + 1)
        at = (places - low) @ numpy.array([self.width, 1])
        self.at = self.as_tensor(at, torch.long)
        self.around = self.as_tensor(numpy.where(around < 0, self.cells, around), torch.long)
        self.symmetries = self.as_tensor(numpy.array(told['symmetries']), torch.long)
        self.is_full = len(at) == self.height * self.width and (at == numpy.arange(self.cells)).all()
        self.mask = torch.zeros(self.height * self.width, device=device)
        self.mask[self.at] = 1
        edges, self.wins = edges_of(game, int(size), around)
        self.edges = self.as_tensor(edges, torch.uint8)
        self.games = LineGames if game == 'gomoku' else ConnectionGames
        if game == 'gomoku':
            lines, lines_of = lines_through(around)
            self.lines, self.lines_of = self.as_tensor(lines, torch.long), self.as_tensor(lines_of, torch.long)

    def as_tensor(self, values, kind):
        return torch.tensor(values, dtype=kind, device=self.device)

    def begin(self, count):
        """So many games of this board at their beginning."""
        return self.games(self, count)

    def on_grid(self, features):
        """[batch, cells, inputs] -> [batch, inputs, height, width]"""
        if not self.is_full:
            grid = features.new_zeros(len(features), self.height * self.width, features.shape[2])
            grid[:, self.at] = features
            features = grid
        return features.transpose(1, 2).reshape(len(features), -1, self.height, self.width)

    def off_grid(self, grid):
        """[batch, outputs, height, width] -> [batch, cells, outputs]"""
        flat = grid.flatten(2).transpose(1, 2)
        return flat if self.is_full else flat[:, self.at]


def edges_of(game, size, around):
    """By colour and cell, the edges that it touches, as bits; and the bits that win."""
    if game == 'hex':
        row, column = numpy.divmod(numpy.arange(size * size), size)
        flags = [(row == 0) + 2 * (row == size - 1), (column == 0) + 2 * (column == size - 1)]
        return numpy.array(flags, numpy.uint8), 3
    if game == 'y':
        cells = [(row, place) for row in range(size) for place in range(row + 1)]
        flags = [(place == 0) + 2 * (place == row) + 4 * (row == size - 1) for row, place in cells]
        return numpy.array([flags, flags], numpy.uint8), 7
    if game == 'gomoku':
        flags = (around < 0).any(1)
        return numpy.array([flags, flags], numpy.uint8), 0
    raise SystemExit(f'{game} is none of these games')


def lay_out(around):
    """The step of each direction on a grid, and the place of each cell: (row, column)."""
    count = around.shape[1]
    # Directions go round the cell; opposite ones are half a turn apart.
    ring = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)] if count == 6 else [
        (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1)]
    steps = numpy.array(ring)
    places = numpy.full((len(around), 2), 10_000)
    places[0], pending = 0, [0]
    while pending:
        cell = pending.pop()
        for direction, following in enumerate(around[cell]):
            if following >= 0 and places[following, 0] == 10_000:
                places[following] = places[cell] + steps[direction]
                pending.append(following)
    return steps, places


def lines_through(around):
    """The cells of every line, and by cell the lines through it, padded with their number."""
    cells, directions = around.shape
    lines = []
    for cell in range(cells):
        for direction in range(directions // 2):
            line = [cell]
            while len(line) < LINE and around[line[-1], direction] >= 0:
                line.append(around[line[-1], direction])
            if len(line) == LINE:
                lines.append(line)
    through = [[n for n, line in enumerate(lines) if cell in line] for cell in range(cells)]
    most = max(map(len, through))
    return numpy.array(lines), numpy.array([found + [len(lines)] * (most - len(found)) for found in through])


class Games:
    """Positions of many games of one board. colours: 0 empty, 1 and 2, and a cell beyond the board; turn: 0 or 1; last: the last move."""

    fields = ('colours', 'turn', 'last')

    def __init__(self, board, count):
        self.board = board
        self.colours = torch.zeros(count, board.cells + 1, dtype=torch.int8, device=board.device)
        self.turn = torch.zeros(count, dtype=torch.long, device=board.device)
        self.last = torch.full((count,), board.cells, dtype=torch.long, device=board.device)

    def __len__(self):
        return len(self.turn)

    def own(self):
        """[games, 1]: the colour to move, as in `colours`."""
        return (self.turn + 1).to(torch.int8).unsqueeze(1)

    def empty(self):
        """[games, cells]"""
        return self.colours[:, :-1] == 0

    def is_full(self):
        """[games]"""
        return ~self.empty().any(1)

    def begin_anew(self, rows):
        """Sets these games to their beginning."""
        fresh = self.board.begin(len(rows))
        for name in self.fields:
            getattr(self, name)[rows] = getattr(fresh, name)

    def with_fields(self, find):
        """The same board with other positions. find: the new value of a field by its name."""
        found = copy.copy(self)
        for name in self.fields:
            setattr(found, name, find(name))
        return found

    def play(self, moves):
        """The positions after one move in each game, and whether it wins."""
        after = copy.copy(self)
        after.colours = self.colours.scatter(1, moves.unsqueeze(1), self.own())
        after.turn, after.last = 1 - self.turn, moves
        return after, self.complete(after, moves)

    def winning_cells(self):
        """[games, cells]: where a stone of the colour to move wins."""
        raise NotImplementedError

    def complete(self, after, moves):
        """Sets the fields of `after` that only some games have. -> whether the move wins."""
        raise NotImplementedError

    def decisive_cells(self):
        """[games, cells]: where a stone of the colour to move wins at once, or whatever the answer is."""
        return self.winning_cells()

    def answers(self):
        """[games, cells]: the empty cells that do not lose at once, all where there are none such. None: this game does not tell."""
        return None

    def seen(self):
        """[games, cells]: the bits of FEATURES (games/kit/cell-view.ts)."""
        board, own = self.board, self.own()
        colours = self.colours[:, :-1]
        bits = (colours == own).to(torch.uint8) + 2 * ((colours != own) & (colours > 0)).to(torch.uint8)
        bits += 16 * (board.edges[self.turn] > 0) + 32 * (board.edges[1 - self.turn] > 0)
        bits += 64 * (self.turn == 0).to(torch.uint8).unsqueeze(1)
        last = torch.zeros_like(self.colours, dtype=torch.uint8).scatter(1, self.last.unsqueeze(1), 8)
        return bits + last[:, :-1]


class ConnectionGames(Games):
    """Hex and Y. chains: the name of the stone's chain; touched: edges of the chain."""

    fields = (*Games.fields, 'chains', 'touched')

    def __init__(self, board, count):
        super().__init__(board, count)
        self.chains = torch.zeros_like(self.colours, dtype=torch.int16)
        self.touched = torch.zeros_like(self.colours, dtype=torch.uint8)

    def complete(self, after, moves):
        board, own = self.board, self.own()
        near = board.around[moves]
        is_own = self.colours.gather(1, near) == own
        chains = torch.where(is_own, self.chains.gather(1, near), self.chains.new_full((), -1))
        touched = torch.where(is_own, self.touched.gather(1, near), self.touched.new_zeros(()))
        edges = board.edges[self.turn, moves]
        for direction in range(touched.shape[1]):
            edges = edges | touched[:, direction]
        joined = self.chains == chains[:, :1]
        for direction in range(1, chains.shape[1]):
            joined = joined | (self.chains == chains[:, direction : direction + 1])
        joined = joined & (self.colours == own)
        at = moves.unsqueeze(1)
        # A chain is named by the last stone that joined it, plus one.
        name = (moves + 1).to(torch.int16).unsqueeze(1)
        after.chains = torch.where(joined, name, self.chains).scatter(1, at, name)
        after.touched = torch.where(joined, edges.unsqueeze(1), self.touched).scatter(1, at, edges.unsqueeze(1))
        return edges == board.wins

    def winning_cells(self):
        board = self.board
        reach = torch.where(self.colours == self.own(), self.touched, self.touched.new_zeros(()))
        found = board.edges[self.turn]
        for direction in range(board.around.shape[1]):
            found = found | reach[:, board.around[:, direction]]
        return (found == board.wins) & self.empty()


ENEMY = 8  # how much more a stone of the enemy counts in a line


class LineGames(Games):
    """Gomoku: five or more in a row win."""

    def counts(self):
        """[games, lines]: own stones, and ENEMY for each stone of the enemy."""
        own = self.colours == self.own()
        weights = own.to(torch.uint8) + ENEMY * (~own & (self.colours > 0)).to(torch.uint8)
        return weights[:, self.board.lines].sum(2, dtype=torch.uint8)

    def holes(self, lines):
        """[games, cells]: the empty cells of these lines ([games, lines])."""
        padded = F.pad(lines, (0, 1))
        return padded[:, self.board.lines_of].any(2) & self.empty()

    def complete(self, after, moves):
        own = after.colours == self.own()
        lines = F.pad(self.board.lines, (0, 0, 0, 1), value=self.board.cells)
        return own.gather(1, lines[self.board.lines_of[moves]].flatten(1)).view(len(moves), -1, LINE).all(2).any(1)

    def winning_cells(self):
        return self.holes(self.counts() == LINE - 1)

    def decisive_cells(self):
        """A five, or else, where the enemy has no four, a four that two cells complete."""
        counts, board = self.counts(), self.board
        fives = self.holes(counts == LINE - 1)
        cells = torch.arange(board.cells, dtype=torch.int16, device=board.device)
        # With three stones a line has two empty cells: from one, their sum tells the other.
        numbers = torch.where(self.empty(), cells, torch.zeros_like(cells))[:, board.lines].sum(2, dtype=torch.int16)
        three = counts == LINE - 2
        low, high = (
            F.pad(torch.where(three, numbers, numbers.new_full((), none)), (0, 1), value=none)[:, board.lines_of]
            for none in (10_000, -10_000)
        )
        fours = (low.amin(2) < high.amax(2)) & self.empty()
        is_threatened = (counts == ENEMY * (LINE - 1)).any(1, keepdim=True)
        has_five = fives.any(1, keepdim=True)
        return torch.where(has_five, fives, fours & ~is_threatened)

    def answers(self):
        needed = self.holes(self.counts() == ENEMY * (LINE - 1))
        return torch.where(needed.any(1, keepdim=True), needed, self.empty())


def inputs_of(seen):
    """[batch, cells] bits -> [batch, cells, INPUTS]"""
    bits = torch.arange(INPUTS - 1, device=seen.device, dtype=torch.uint8)
    planes = (seen.unsqueeze(2) >> bits) & 1
    return torch.cat([planes, torch.ones_like(planes[:, :, :1])], 2)
