"""The rules of many games of one board at once, as operations of torch: Hex, Y, Gomoku and Neugomoku.

A move is the cells that it changes: the first ones become stones of the mover, the third one a neutral stone. A placement has no second
cell, and games without neutral stones have one cell. test/real/accelerated.long.test.ts holds these rules to those of games/.
"""
import collections
import copy
import itertools

import numpy
import torch
import torch.nn.functional as F

from learn import INPUTS

LINE = 5  # stones of a row that win
NEUTRAL = 3  # among the colours
LEAST_SHARE = -1e9  # the logit of a move that is not to be made

# The moves of many games: `moves` [games, moves, cells of a move], the number of cells where a move has none; `logits` [games, moves], LEAST_SHARE
# for a move that is illegal or loses at once; `decisive` [games, moves], the moves that win at once, or against every answer; by game, whether the
# colour to move has `won` or `lost` so.
Choice = collections.namedtuple('Choice', 'moves logits decisive won lost')


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
        # By symmetry and cell, the place that it moves to.
        self.places = F.pad(self.symmetries.argsort(1), (0, 1), value=self.cells)
        self.is_full = len(at) == self.height * self.width and (at == numpy.arange(self.cells)).all()
        self.mask = torch.zeros(self.height * self.width, device=device)
        self.mask[self.at] = 1
        edges, self.wins = edges_of(game, int(size), around)
        self.edges = self.as_tensor(edges, torch.uint8)
        self.games = {'gomoku': LineGames, 'neugomoku': NeutralLineGames}.get(game, ConnectionGames)
        # By cell of a move, where its output begins among those of all cells.
        self.outputs = 1 + max(self.games.outputs)
        self.begins = (self.cells + 1) * self.as_tensor(self.games.outputs, torch.long)
        if self.games is not ConnectionGames:
            lines, lines_of = lines_through(around)
            self.lines, self.lines_of = self.as_tensor(lines, torch.long), self.as_tensor(lines_of, torch.long)
            through = torch.zeros(self.cells + 1, len(lines) + 1, dtype=torch.uint8, device=device)
            # Lines that a stone of one colour completes, or the conversion of one or two neutral stones.
            lacking = ((LINE - 1, 0), (LINE - 1, NEUTRALS), (LINE - 2, 2 * NEUTRALS))
            self.lacking = self.as_tensor([stones * weight + neutrals for stones, neutrals in lacking for weight in (1, ENEMY)], torch.uint8)
            self.through = through.scatter(1, F.pad(self.lines_of, (0, 0, 0, 1), value=len(lines)), 1)[:, :-1]

    def as_tensor(self, values, kind):
        return torch.tensor(values, dtype=kind, device=self.device)

    def begin(self, count):
        """So many games of this board at their beginning."""
        return self.games(self, count)

    def logits_of(self, outputs, moves):
        """outputs: [games, cells, outputs]; moves: [games, moves, cells of a move] -> [games, moves]: the sum over the cells of each move."""
        flat = F.pad(outputs[:, :, : self.outputs].transpose(1, 2), (0, 1)).flatten(1)
        index = moves.long() + self.begins
        return flat.gather(1, index.flatten(1)).view(index.shape).sum(2)

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
    if game in ('gomoku', 'neugomoku'):
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
    """Positions of many games of one board.

    colours: 0 empty, 1 and 2, NEUTRAL, and a cell beyond the board; turn: 0 or 1; last: the cells of the last move.
    """

    fields = ('colours', 'turn', 'last')
    outputs = (0,)  # by cell of a move, the output of the network for it

    def __init__(self, board, count):
        self.board = board
        self.colours = torch.zeros(count, board.cells + 1, dtype=torch.int8, device=board.device)
        self.turn = torch.zeros(count, dtype=torch.long, device=board.device)
        self.last = torch.full((count, len(self.outputs)), board.cells, dtype=torch.long, device=board.device)

    def __len__(self):
        return len(self.turn)

    def own(self):
        """[games, 1]: the colour to move, as in `colours`."""
        return (self.turn + 1).to(torch.int8).unsqueeze(1)

    def shape_of_moves(self):
        """The moves of a Choice, and the cells of each."""
        return self.board.cells, 1

    def of(self, colour):
        """[games, cells]: the cells of this colour (a number, or one by game)."""
        return self.colours[:, :-1] == colour

    def has_no_move(self):
        """[games]"""
        return ~self.of(0).any(1)

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
        """The positions after one move in each game ([games, cells of a move]), and whether it wins."""
        after = copy.copy(self)
        after.colours = self.colours.scatter(1, moves[:, :2], self.own().expand(-1, moves.shape[1]))
        if moves.shape[1] > 2:
            after.colours.scatter_(1, moves[:, 2:], NEUTRAL)
        after.colours[:, -1] = 0
        after.turn, after.last = 1 - self.turn, moves
        return after, self.complete(after, moves)

    def complete(self, after, moves):
        """Sets the fields of `after` that only some games have. -> whether the move wins."""
        raise NotImplementedError

    def draw_empty(self, count):
        """[games, count]: empty cells by chance."""
        order = torch.rand(len(self), self.board.cells, device=self.board.device).masked_fill(~self.of(0), -1)
        return order.topk(count, 1).indices

    def draw(self):
        """A move by chance in each game."""
        return self.draw_empty(1)

    def choose(self, outputs):
        """The Choice of each game. outputs: of the network, [games, cells, outputs]."""
        cells = torch.arange(self.board.cells, device=self.board.device)
        empty, decisive = self.of(0), self.decisive_cells()
        moves = torch.where(empty, cells, self.board.cells).unsqueeze(2)
        won = decisive.any(1)
        logits = outputs[:, :, 0].masked_fill(~self.answers(), LEAST_SHARE)
        return Choice(moves, logits, decisive, won, torch.zeros_like(won))

    def winning_cells(self):
        """[games, cells]: where a stone of the colour to move wins."""
        raise NotImplementedError

    def decisive_cells(self):
        """[games, cells]: where a stone of the colour to move wins at once, or whatever the answer is."""
        return self.winning_cells()

    def answers(self):
        """[games, cells]: the empty cells where a stone does not lose at once, as far as this game tells. All, where there are none such."""
        return self.of(0)

    def seen(self):
        """[games, cells]: the bits of FEATURES (games/kit/cell-view.ts)."""
        board, own = self.board, self.own()
        bits = sum(bit * self.of(colour).to(torch.uint8) for bit, colour in ((1, own), (2, 3 - own), (4, NEUTRAL)))
        bits += 16 * (board.edges[self.turn] > 0) + 32 * (board.edges[1 - self.turn] > 0)
        bits += 64 * (self.turn == 0).to(torch.uint8).unsqueeze(1)
        last = torch.zeros_like(self.colours, dtype=torch.uint8).scatter(1, self.last, 8)
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
        moves = moves[:, 0]
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
        return (found == board.wins) & self.of(0)


ENEMY, NEUTRALS = 6, 36  # how much a stone of the enemy, and a neutral stone, count in a line


class LineGames(Games):
    """Gomoku: five or more in a row win."""

    def counts(self, own):
        """[games, lines]: 1 for each stone of this colour, ENEMY for each of the other one, NEUTRALS for each neutral stone."""
        weights = sum(
            weight * (self.colours == colour).to(torch.uint8) for weight, colour in ((1, own), (ENEMY, 3 - own), (NEUTRALS, NEUTRAL))
        )
        return weights[:, self.board.lines].sum(2, dtype=torch.uint8)

    def on(self, lines):
        """[games, cells]: the cells of these lines ([games, lines])."""
        return F.pad(lines, (0, 1))[:, self.board.lines_of].any(2)

    def complete(self, after, moves):
        return (after.counts(self.own()) == LINE).any(1)

    def winning_cells(self):
        return self.on(self.counts(self.own()) == LINE - 1) & self.of(0)

    def partners(self, counts):
        """The lowest and the highest cell that completes a line after a stone on this cell: [games, cells] twice. Where there is none, the lowest is above the highest."""
        board = self.board
        cells = torch.arange(board.cells, dtype=torch.int16, device=board.device)
        # With three stones a line has two empty cells: from one, their sum tells the other.
        numbers = torch.where(self.of(0), cells, torch.zeros_like(cells))[:, board.lines].sum(2, dtype=torch.int16)
        three = counts == LINE - 2
        low, high = (
            F.pad(torch.where(three, numbers, numbers.new_full((), none)), (0, 1), value=none)[:, board.lines_of]
            for none in (20_000, -20_000)
        )
        return low.amin(2) - cells, high.amax(2) - cells

    def decisive_cells(self):
        """A five, or else a four that two cells complete, where no four of the enemy is left."""
        counts = self.counts(self.own())
        fives = self.on(counts == LINE - 1) & self.of(0)
        low, high = self.partners(counts)
        fours = (low < high) & self.of(0)
        needed = self.on(counts == ENEMY * (LINE - 1)) & self.of(0)
        is_stopped = needed.sum(1, keepdim=True) == needed.long()
        has_five = fives.any(1, keepdim=True)
        return torch.where(has_five, fives, fours & is_stopped)

    def answers(self):
        needed = self.on(self.counts(self.own()) == ENEMY * (LINE - 1)) & self.of(0)
        return torch.where(needed.any(1, keepdim=True), needed, self.of(0))


PLACED, BESIDE, TURNED, GIVEN = 16, 4, 6, 2  # the best cells of each kind, which are combined
PLACEMENTS = PLACED * BESIDE
PAIRS = list(itertools.combinations(range(TURNED), 2))
KEPT = 48  # moves of a position
URGENT = 1e3  # cells of lines that one move completes come first

# lines: as LineGames.counts tells; the others: how many cells of this kind the board has.
Counts = collections.namedtuple('Counts', 'lines empty neutral own enemy')


class NeutralLineGames(LineGames):
    """Neugomoku. A move puts an own and a neutral stone, or turns two neutral stones into own ones and an own one into a neutral one."""

    outputs = (0, 0, 1)

    def shape_of_moves(self):
        return KEPT, 3

    def draw(self):
        """A placement by chance in each game."""
        own, neutral = self.draw_empty(2).split(1, 1)
        return torch.cat([own, torch.full_like(own, self.board.cells), neutral], 1)

    def has_no_move(self):
        """[games]. The conventions for the last cells are left out: such games are drawn here."""
        empty, neutral, own = (self.of(colour).sum(1) for colour in (0, NEUTRAL, self.own()))
        return (empty < 2) & ((neutral < 2) | (own < 1))

    def choose(self, outputs):
        now = Counts(self.counts(self.own()), *(self.of(colour).sum(1) for colour in (0, NEUTRAL, self.own(), 3 - self.own())))
        moves, legal = self.combine(outputs, now.lines)
        after = self.count_after(now, moves)
        wins = (after.lines == LINE).any(2) & legal
        loses = can_win(after, ENEMY, after.enemy)
        decisive = wins | (self.makes_two_threats(now, after, moves) & ~loses & legal)
        allowed = legal & (wins | ~loses)
        logits = self.board.logits_of(outputs, moves).masked_fill(~allowed, LEAST_SHARE)
        moves = moves.masked_fill(~legal.unsqueeze(2), self.board.cells)
        kept = logits.masked_fill(decisive, -LEAST_SHARE).topk(KEPT, 1).indices
        moves = moves.gather(1, kept.unsqueeze(2).expand(-1, -1, 3))
        # A win that none of these moves makes is a win all the same.
        won = decisive.any(1) | can_win(now, 1, now.own)
        return Choice(moves, logits.gather(1, kept), decisive.gather(1, kept), won, ~won & ~allowed.any(1))

    def combine(self, outputs, lines):
        """The best cells of each kind, combined: placements, then conversions. -> moves [games, moves, 3], and which are legal."""
        cells, empty, neutral, own = self.board.cells, self.of(0), self.of(NEUTRAL), self.of(self.own())
        urgent = URGENT * self.on(torch.isin(lines, self.board.lacking))
        best = lambda plane, bonus, mask, count: (outputs[:, :, plane] + bonus).masked_fill(~mask, LEAST_SHARE).topk(count, 1).indices
        placed, beside = best(0, urgent, empty, PLACED), best(1, urgent, empty, BESIDE)
        turned, given = best(0, urgent, neutral, TURNED), best(1, 0, own, GIVEN)
        a, c = placed.repeat_interleave(BESIDE, 1), beside.repeat(1, PLACED)
        placements = torch.stack([a, torch.full_like(a, cells), c], 2)
        first, second = (turned[:, list(each)].repeat_interleave(GIVEN, 1) for each in zip(*PAIRS))
        third = given.repeat(1, len(PAIRS))
        legal = [
            (a != c) & empty.gather(1, a) & empty.gather(1, c),
            neutral.gather(1, first) & neutral.gather(1, second) & own.gather(1, third),
        ]
        return torch.cat([placements, torch.stack([first, second, third], 2)], 1), torch.cat(legal, 1)

    def count_after(self, now, moves):
        """The Counts after each move of `combine`: lines [games, moves, lines], the others [games, moves] or [games, 1]."""
        parts = ((moves[:, :PLACEMENTS], 1, NEUTRALS), (moves[:, PLACEMENTS:], 1 - NEUTRALS, NEUTRALS - 1))
        lines = []
        for some, own, neutral in parts:
            # What a cell adds to its lines, as bytes without a sign.
            own, neutral = (self.board.through * (each % 256) for each in (own, neutral))
            first, second, third = some.unbind(2)
            lines.append(now.lines.unsqueeze(1) + own[first] + own[second] + neutral[third])
        is_placement = torch.arange(moves.shape[1], device=moves.device) < PLACEMENTS
        changes = (torch.where(is_placement, -2, 0), torch.where(is_placement, 1, -1), 1, 0)
        return Counts(torch.cat(lines, 1), *(count.unsqueeze(1) + change for count, change in zip(now[1:], changes)))

    def makes_two_threats(self, now, after, moves):
        """Whether, of two threats, an answer stops one alone; if the enemy does not win at once. [games, moves]"""
        low, high = (each.gather(1, moves[:, :, 0]) for each in self.partners(now.lines))
        # Two cells complete a line each. The answer puts a neutral stone on one of them, which a conversion then takes.
        two = (low < high) & (low != moves[:, :, 2]) & (high != moves[:, :, 2]) & (after.own >= LINE)
        # A placement stops no conversion, and a conversion fills no cell.
        both = (after.lines == LINE - 1).any(2) & can_convert(after, 1, after.own)
        return (two | both) & (after.empty >= 4)


def can_convert(counts, weight, stones):
    """Whether the colour that has so many stones, each with this weight in lines, wins by a conversion."""
    # One neutral stone of the line and any other, or both of the line. The stone that is given stands elsewhere.
    one = (counts.lines == (LINE - 1) * weight + NEUTRALS).any(-1) & (counts.neutral >= 2) & (stones >= LINE)
    both = (counts.lines == (LINE - 2) * weight + 2 * NEUTRALS).any(-1) & (stones >= LINE - 1)
    return one | both


def can_win(counts, weight, stones):
    """Whether that colour wins at once if it is to move."""
    empty, neutral = counts.empty, counts.neutral
    stone = (counts.lines == (LINE - 1) * weight).any(-1) & ((empty >= 2) | ((empty == 1) & (neutral <= 1)))
    last = (counts.lines == (LINE - 1) * weight + NEUTRALS).any(-1) & (empty == 0) & (neutral == 1)
    return stone | last | can_convert(counts, weight, stones)


def inputs_of(seen):
    """[batch, cells] bits -> [batch, cells, INPUTS]"""
    bits = torch.arange(INPUTS - 1, device=seen.device, dtype=torch.uint8)
    planes = (seen.unsqueeze(2) >> bits) & 1
    return torch.cat([planes, torch.ones_like(planes[:, :, :1])], 2)
