"""Trains networks of Hex, Y, Gomoku or Neugomoku on one GPU: thousands of games against itself at once, and learning beside them.

python3 accelerated.py FOLDER MINUTES [--channels 64] [--blocks 6] [--begin FILE] [--begin-small FILE] [--against FILE]. Reads
FOLDER/boards.json (folder.ts). Writes candidate.net and candidate.json there, which the next trial of this folder judges, and
small.net, a network of the usual size that learned from the same games. Where --begin-small names a network it plays until the
larger one predicts moves and results better. Without it the larger one plays.
"""
import argparse
import copy
import json
import math
import os
import time

import numpy
import torch
import torch.nn.functional as F

from batched_games import LEAST_SHARE, Board, inputs_of
from learn import INPUTS, OWNER, Net, decode, encode, replace

CONSIDERED = 16  # moves compared at the root
FULL, QUICK, FULL_EACH = 64, 8, 4  # tries in all where the policy is learned, and elsewhere; one position in four is searched in full
ANY_PLIES = (0.1, 0.5, 0.25, 0.15)  # how often so many plies at the beginning are any moves
DECIDED, GIVEN_UP = 0.99, 0.75  # a game ends when the network is that sure of its result, in that share of games
UNKNOWN = 2  # the owner of a cell of a game that was given up
NOBODY = 2  # the winner of a game that was drawn
Q_WEIGHT, MIN_VISITS = 0.4, 50  # as in src/engines/network-search.ts
CLAMP = 120.0  # activations have 16 bits, 8 of them behind the point


class GridNet(torch.nn.Module):
    """The network of learn.py as convolutions of a grid."""

    def __init__(self, net, steps):
        super().__init__()
        self.net = net
        places = [4] + [(1 + int(row)) * 3 + 1 + int(column) for row, column in steps]
        self.places = torch.tensor(places, device=net.stem.weight.device)

    def kernels(self):
        """By layer with neighbours, its weights as a convolution of 3 by 3."""

        def kernel(layer):
            taps, inputs, outputs = layer.size
            weight = layer.weight.view(taps, inputs, outputs).permute(2, 1, 0)
            full = weight.new_zeros(outputs, inputs, 9).index_copy(2, self.places, weight)
            return full.view(outputs, inputs, 3, 3).contiguous(memory_format=torch.channels_last)

        net = self.net
        return [kernel(layer) for layer in (net.stem, *(each for pair in zip(net.first, net.second) for each in pair))]

    def forward(self, x, board, kernels=None, kind=torch.float32):
        """x: [batch, cells, INPUTS] -> outputs of cells, logit."""
        net = self.net
        kernels = self.kernels() if kernels is None else kernels
        kernels = [kernel.to(kind) for kernel in kernels]
        mask = None if board.is_full else board.mask.view(1, 1, board.height, board.width).to(kind)
        keep = (lambda y: y) if mask is None else (lambda y: y * mask)
        cells = board.cells

        def linear(layer, y):
            return F.linear(y, layer.weight.t().to(kind), layer.bias.to(kind))

        def pool(y):
            # Activations are never below zero, so that cells beyond the board change no maximum.
            return torch.cat([(y.sum((2, 3), dtype=torch.float32) / cells).to(kind), y.amax((2, 3))], 1)

        def conv(y, n, bias):
            return F.conv2d(y, kernels[n], bias.to(kind), padding=1)

        y = board.on_grid(x.to(kind)).contiguous(memory_format=torch.channels_last)
        y = keep(conv(y, 0, net.stem.bias).clamp(0, CLAMP))
        for b, (first, second) in enumerate(zip(net.first, net.second)):
            inner = conv(y, 1 + 2 * b, first.bias)
            if str(b) in net.pools:
                inner = inner + linear(net.pools[str(b)], pool(y))[:, :, None, None]
            inner = keep(inner.clamp(0, CLAMP))
            y = keep((y + conv(inner, 2 + 2 * b, second.bias)).clamp(0, CLAMP))
        outputs = linear(net.cells, board.off_grid(y)).float()
        value = linear(net.value2, linear(net.value1, pool(y)).clamp(0, CLAMP)).float()
        return outputs, value[:, 0]


class Actor:
    """A network that only judges, in half precision."""

    def __init__(self, net, board):
        self.grid = GridNet(net, board.steps)
        self.kind = torch.float16 if board.device.type == 'cuda' else torch.float32
        with torch.no_grad():
            self.kernels = [kernel.to(self.kind) for kernel in self.grid.kernels()]

    @torch.no_grad()
    def judge(self, games):
        """The Choice of each game, and the probability that the colour to move wins."""
        outputs, value = self.grid(inputs_of(games.seen()), games.board, self.kernels, self.kind)
        choice = games.choose(outputs)
        value = torch.sigmoid(value).masked_fill(choice.lost, 0).masked_fill(games.has_no_move(), 0.5)
        return choice, value.masked_fill(choice.won, 1)


class Tree:
    """One search tree for each game; node 0 is the root. By node: position, value; by move: the move, logits, visits, sums, children.

    A move is named by its place among those of its node.
    """

    def __init__(self, actor, games, nodes):
        count, device = len(games), games.board.device
        floats = lambda *shape: torch.zeros(*shape, device=device)
        self.actor = actor
        self.rows = torch.arange(count, device=device)
        self.games = games
        self.fields = {}
        for name in games.fields:
            now = getattr(games, name)
            self.fields[name] = torch.zeros(count, nodes, *now.shape[1:], dtype=now.dtype, device=device)
        self.root, value = actor.judge(games)
        moves = self.root.moves.shape[1]
        self.moves = torch.zeros(count, nodes, *self.root.moves.shape[1:], dtype=torch.int16, device=device)
        self.logits, self.visits, self.sums = (floats(count, nodes, moves) for _ in range(3))
        self.certain = torch.zeros(count, nodes, moves, dtype=torch.bool, device=device)
        self.child = torch.zeros(count, nodes, moves, dtype=torch.int16, device=device)
        self.value, self.total = floats(count, nodes), floats(count, nodes)
        self.won, self.over = (torch.zeros(count, nodes, dtype=torch.bool, device=device) for _ in range(2))
        self.used = 0
        self.add(games, self.root, value)

    def add(self, games, choice, value):
        """The next node of every tree."""
        node, self.used = self.used, self.used + 1
        for name in games.fields:
            self.fields[name][:, node] = getattr(games, name)
        self.moves[:, node], self.logits[:, node], self.value[:, node] = choice.moves.to(torch.int16), choice.logits, value
        self.won[:, node], self.over[:, node] = choice.won, choice.won | choice.lost | games.has_no_move()

    def improved(self, node):
        """The logits of the improved policy at one node of every tree (search.ts)."""
        rows = self.rows
        logits, visits, sums = self.logits[rows, node], self.visits[rows, node], self.sums[rows, node]
        total, value = self.total[rows, node].unsqueeze(1), self.value[rows, node].unsqueeze(1)
        shares = torch.softmax(logits, 1)
        tried = visits > 0
        means = sums / visits.clamp(min=1)
        weight = (shares * tried).sum(1, keepdim=True)
        mean = (shares * tried * means).sum(1, keepdim=True) / weight.clamp(min=1e-9)
        untried = torch.where(weight > 0, (value + total * mean) / (1 + total), value)
        scale = Q_WEIGHT * (MIN_VISITS + visits.amax(1, keepdim=True))
        return logits + scale * torch.where(tried, means, untried), visits, total

    def select(self, node):
        logits, visits, total = self.improved(node)
        lack = torch.softmax(logits, 1) - visits / (1 + total) - 2.0 * self.certain[self.rows, node]
        lack = lack.masked_fill(logits < LEAST_SHARE / 2, -9.0)
        return lack.argmax(1)

    def visit(self, moves):
        """Visits this move of every root once more."""
        rows, path = self.rows, []
        node = torch.zeros_like(rows)
        active = torch.ones_like(rows, dtype=torch.bool)
        while True:
            path.append((node, moves, active))
            child = self.child[rows, node, moves].long()
            goes_on = active & (child > 0) & ~self.over[rows, child]
            if not bool(goes_on.any()):
                break
            # A game whose leaf is found waits.
            deeper = torch.where(goes_on, child, node)
            moves = torch.where(goes_on, self.select(deeper), moves)
            node, active = deeper, goes_on
        leaf_node, leaf_move = node, moves
        # `node` and `moves` stay at the leaf of each game, as games that wait keep theirs.
        before = self.games.with_fields(lambda name: self.fields[name][rows, leaf_node])
        after, _ = before.play(self.moves[rows, leaf_node, leaf_move].long())
        known = self.child[rows, leaf_node, leaf_move].long()
        fresh = self.used
        self.add(after, *self.actor.judge(after))
        leaf = torch.where(known > 0, known, torch.full_like(known, fresh))
        self.child[rows, leaf_node, leaf_move] = leaf.to(torch.int16)
        self.certain[rows, leaf_node, leaf_move] |= self.won[rows, leaf]
        score = self.value[rows, leaf]
        for node, moves, active in reversed(path):
            # Where a game waits on this level its deeper moves are not played: the move of its own leaf is deeper in no path.
            score = torch.where(active, 1 - score, score)
            share = active.float()
            self.visits[rows, node, moves] += share
            self.sums[rows, node, moves] += score * share
            self.total[rows, node] += share


def search(actor, games, tries):
    """Halves the moves at the root by turns. -> of each game the move, its Choice, the improved policy, and the value of the root."""
    considered = min(CONSIDERED, tries)
    rounds = max(1, math.ceil(math.log2(considered)))
    plan, left = [], considered
    for _ in range(rounds):
        plan.append((left, max(1, tries // (rounds * left))))
        left = max(1, math.ceil(left / 2))
    tree = Tree(actor, games, 1 + sum(left * each for left, each in plan))
    root = torch.zeros_like(tree.rows)
    noise = -torch.log(-torch.log(torch.rand_like(tree.logits[:, 0]).clamp(1e-9, 1 - 1e-7)))
    order = (tree.logits[:, 0] + noise).topk(considered, 1).indices
    for left, each in plan:
        for _ in range(each):
            for place in range(left):
                found = order[:, place]
                # Where fewer moves are left the first is tried again.
                free = tree.logits[tree.rows, 0, found] > LEAST_SHARE / 2
                tree.visit(torch.where(free, found, order[:, 0]))
        logits, _, _ = tree.improved(root)
        ranked = (logits + noise).gather(1, order[:, :left]).argsort(1, descending=True)
        order = order[:, :left].gather(1, ranked)
    is_decided = tree.root.won
    best = torch.where(is_decided, tree.root.decisive.to(torch.uint8).argmax(1), order[:, 0])
    return tree.root.moves[tree.rows, best], tree.root, torch.softmax(logits, 1), tree.value[:, 0]


class Replay:
    """The newest positions of one board."""

    def __init__(self, board, room, moves):
        device, cells = board.device, board.cells
        self.room, self.size, self.next = room, 0, 0
        self.seen = torch.zeros(room, cells, dtype=torch.uint8, device=device)
        self.moves = torch.zeros(room, *moves, dtype=torch.int16, device=device)
        self.shares = torch.zeros(room, moves[0], dtype=torch.float16, device=device)
        self.owners = torch.zeros(room, cells, dtype=torch.int8, device=device)
        self.taught = torch.zeros(room, dtype=torch.bool, device=device)
        self.score = torch.zeros(room, device=device)

    def add(self, seen, moves, shares, owners, taught, score):
        at = (self.next + torch.arange(len(seen), device=seen.device)) % self.room
        self.seen[at], self.moves[at], self.shares[at], self.owners[at], self.taught[at], self.score[at] = seen, moves, shares, owners, taught, score
        self.next, self.size = (self.next + len(seen)) % self.room, min(self.room, self.size + len(seen))


class Pool:
    """Games of one board that are played side by side; each begins anew when it ends."""

    def __init__(self, board, count, room):
        self.board, self.games = board, board.begin(count)
        moves = self.games.shape_of_moves()
        self.replay = Replay(board, room, moves)
        self.longest = board.cells + 1
        device = board.device
        self.seen = torch.zeros(count, self.longest, board.cells, dtype=torch.uint8, device=device)
        self.moves = torch.zeros(count, self.longest, *moves, dtype=torch.int16, device=device)
        self.shares = torch.zeros(count, self.longest, moves[0], dtype=torch.float16, device=device)
        self.taught = torch.zeros(count, self.longest, dtype=torch.bool, device=device)
        self.mover = torch.zeros(count, self.longest, dtype=torch.long, device=device)
        self.length = torch.zeros(count, dtype=torch.long, device=device)
        self.any_left, self.gives_up = self.beginnings(count)
        self.ended, self.positions = 0, 0

    def beginnings(self, count):
        """By game: the plies of its opening, and whether it is given up where it is decided."""
        device = self.board.device
        plies = torch.multinomial(torch.tensor(ANY_PLIES, device=device), max(count, 1), replacement=True)[:count]
        return plies, torch.rand(count, device=device) < GIVEN_UP

    def step(self, actor, is_full):
        """Plays one move in every game."""
        games, board = self.games, self.board
        rows = torch.arange(len(games), device=board.device)
        moves, root, shares, value = search(actor, games, FULL if is_full else QUICK)
        is_any = ~root.won & (self.any_left > 0)
        moves = torch.where(is_any.unsqueeze(1), games.draw(), moves)
        # Where a move decides the game the search needs no network; chosen by chance is not worth learning.
        learned = ~root.won & ~is_any
        at = self.length.clamp(max=self.longest - 1)
        self.seen[rows, at] = games.seen()
        self.moves[rows, at] = root.moves.to(torch.int16)
        self.shares[rows, at] = shares.to(torch.float16)
        # Where every move loses none is better than another.
        self.taught[rows, at] = is_full & ~root.lost
        self.mover[rows, at] = games.turn
        self.length += learned
        self.any_left = (self.any_left - 1).clamp(min=0)
        mover = games.turn
        after, won = games.play(moves)
        is_drawn = after.has_no_move() & ~won & ~root.won & ~root.lost
        is_sure = root.lost | (self.gives_up & ((value - 0.5).abs() > DECIDED - 0.5))
        winner = torch.where(value > 0.5, mover, 1 - mover)
        ended = (root.won | is_drawn | (is_sure & ~is_any)).nonzero()[:, 0]
        if len(ended) > 0:
            self.finish(ended, after, torch.where(is_drawn, torch.full_like(winner, NOBODY), winner), won | is_drawn)
        after.begin_anew(ended)
        self.length[ended] = 0
        self.any_left[ended], self.gives_up[ended] = self.beginnings(len(ended))
        self.games = after
        return len(rows)

    def finish(self, ended, after, winner, is_played_out):
        """Hands the positions of games that ended to the learner."""
        steps = torch.arange(self.longest, device=self.board.device)
        game, ply = (steps.unsqueeze(0) < self.length[ended].unsqueeze(1)).nonzero(as_tuple=True)
        rows = ended[game]
        turn = self.mover[rows, ply]
        score = torch.where(winner[rows] == NOBODY, 0.5, (turn == winner[rows]).float())
        colours = after.colours[rows, :-1]
        own = (turn + 1).to(torch.int8).unsqueeze(1)
        owners = (colours == own).to(torch.int8) - (colours == 3 - own).to(torch.int8)
        owners = torch.where(is_played_out[rows].unsqueeze(1), owners, torch.full_like(owners, UNKNOWN))
        self.replay.add(self.seen[rows, ply], self.moves[rows, ply], self.shares[rows, ply], owners, self.taught[rows, ply], score)
        self.ended += len(ended)
        self.positions += len(rows)


class Learner:
    """Teaches one network from the games of all boards. On a GPU a step is recorded once for each board, and repeated."""

    def __init__(self, net, boards, batch, rate):
        self.net, self.boards, self.batch, self.rate = net, boards, batch, rate
        self.grids = {size: GridNet(net, board.steps) for size, board in boards.items()}
        self.device = net.stem.weight.device
        self.is_recorded = self.device.type == 'cuda'
        self.kind = torch.bfloat16 if self.is_recorded else torch.float32
        # The mean of the weights so far, which plays and is kept.
        self.mean = copy.deepcopy(net)
        now = torch.tensor(rate, device=self.device) if self.is_recorded else rate
        self.optimizer = torch.optim.AdamW(net.parameters(), lr=now, weight_decay=1e-3, capturable=self.is_recorded)
        self.steps, self.shown, self.losses, self.records = 0, 0, [], {}

    def draw(self, pool):
        """Positions of one board, each turned or mirrored: seen, owners, moves, shares, whether they are taught, scores."""
        replay, board = pool.replay, pool.board
        picked = torch.randint(0, replay.size, (self.batch,), device=self.device)
        turn = torch.randint(0, len(board.symmetries), (self.batch,), device=self.device)
        turned = [each[picked].gather(1, board.symmetries[turn]) for each in (replay.seen, replay.owners)]
        moves = replay.moves[picked].long()
        moves = board.places[turn].gather(1, moves.flatten(1)).view(moves.shape)
        return [*turned, moves, replay.shares[picked], replay.taught[picked].float(), replay.score[picked]]

    def update(self, size, seen, owners, moves, shares, taught, score):
        """One step. -> the losses of moves, results and owners."""
        board = self.boards[size]
        outputs, value = self.grids[size](inputs_of(seen), board, None, self.kind)
        is_none = (moves == board.cells).all(2)
        logits = board.logits_of(outputs, moves).masked_fill(is_none, LEAST_SHARE)
        policy = -((shares.float() * F.log_softmax(logits, 1).clamp(min=-50)).sum(1) * taught).sum() / taught.sum().clamp(min=1)
        result = F.binary_cross_entropy_with_logits(value, score)
        known = (owners != UNKNOWN).float()
        owner = ((torch.tanh(outputs[:, :, OWNER]) - owners.float()).square() * known).sum() / known.sum().clamp(min=1)
        # Logits that grow without bound would not fit 16 bits.
        bound = 1e-4 * (logits.masked_fill(is_none, 0).square().mean() + value.square().mean())
        self.optimizer.zero_grad(set_to_none=True)
        (policy + result + 0.15 * owner + bound).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        return torch.stack([policy.detach(), result.detach(), owner.detach()])

    def record(self, size, batch):
        """Records the step of this board, after three that are not."""
        places = [each.clone() for each in batch]
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                self.update(size, *places)
        torch.cuda.current_stream().wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            said = self.update(size, *places)
        return graph, places, said

    def step(self, size, pool, share_of_time):
        rate = self.rate * min(1, (self.steps + 1) / 200) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * min(1, share_of_time))))
        batch = self.draw(pool)
        for group in self.optimizer.param_groups:
            if self.is_recorded:
                group['lr'].fill_(rate)
            else:
                group['lr'] = rate
        if not self.is_recorded:
            said = self.update(size, *batch)
        else:
            if size not in self.records:
                self.records[size] = self.record(size, batch)
            graph, places, said = self.records[size]
            for place, each in zip(places, batch):
                place.copy_(each)
            graph.replay()
        self.steps, self.shown = self.steps + 1, self.shown + self.batch
        if self.steps % 4 == 0:
            keep = min(0.996, 1 - 1 / (1 + self.steps / 40))
            with torch.no_grad():
                means, parameters = list(self.mean.parameters()), list(self.net.parameters())
                torch._foreach_mul_(means, keep)
                torch._foreach_add_(means, parameters, alpha=1 - keep)
        if self.steps % 50 == 0:
            self.losses.append(said.clone())

    def recent(self):
        """The mean of the last losses: of moves, results, owners."""
        return torch.stack(self.losses[-20:]).mean(0).tolist() if self.losses else [9.0, 9.0, 9.0]


def match(first, second, board, count, tries):
    """Games from openings of one move, drawn by chance, both sides -> the share of the first network."""
    players = [Actor(first, board), Actor(second, board)]
    start = board.begin(count // 2)
    halves = [start.play(start.draw())[0]] * 2
    score = torch.full((2, count // 2), 0.5, device=board.device)
    over = torch.zeros(2, count // 2, dtype=torch.bool, device=board.device)
    for ply in range(board.cells - 1):
        for half in (0, 1):
            player = (ply + half) % 2
            # Games that are over go on, anywhere, until all are.
            moves, root, _, _ = search(players[player], halves[half], tries)
            after, won = halves[half].play(moves)
            won |= root.won
            ended = ~over[half] & (won | root.lost)
            score[half][ended] = (won == (player == 0))[ended].float()
            over[half] |= ended | after.has_no_move()
            halves[half] = after
        if bool(over.all()):
            break
    return float(score.mean())


# Until this share of the time: the weights of boards.
SCHEDULE = [(0.1, {'9': 2, '11': 3}), (1.0, {'9': 2, '11': 6, '13': 2})]


def train(options):
    began = time.monotonic()
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    torch.backends.cudnn.benchmark = True
    with open(os.path.join(options.folder, 'boards.json')) as file:
        told = json.load(file)
    game = told['game']
    torch.manual_seed(told['seed'])
    schedule = json.loads(options.schedule) if options.schedule else SCHEDULE
    sizes = {size for _, weights in schedule for size in weights}
    boards = {size: Board(game, size, told['boards'][size], device) for size in sizes}
    pooled = list(range(1, options.blocks, 2))
    net = Net(told['directions'], options.channels, options.blocks, pooled)
    if options.begin:
        with open(options.begin, 'rb') as file:
            decode(net, file.read())
    learner = Learner(net.to(device), boards, options.batch, options.rate)
    small = Net(told['directions'], 32, 4, [1, 3])
    if options.begin_small:
        with open(options.begin_small, 'rb') as file:
            decode(small, file.read())
    student = Learner(small.to(device), boards, options.batch, options.rate)
    pools, deadline = {}, began + 60 * options.minutes
    spent = {'play': 0.0, 'learn': 0.0}
    judged, said, turns, leads = 0, began, {}, not options.begin_small
    chance = numpy.random.default_rng(told['seed'])

    def now():
        if device.type == 'cuda':
            torch.cuda.synchronize()
        return time.monotonic()

    def tell():
        losses, students = learner.recent(), student.recent()
        print(
            f"{game} after {time.monotonic() - began:.0f} s: {sum(p.ended for p in pools.values())} games "
            f"({', '.join(f'{size}: {pools[size].ended}' for size in sorted(pools, key=int))}), {judged} positions judged, "
            f"{learner.steps} steps, losses {losses[0]:.3f} of moves, {losses[1]:.3f} of results, {losses[2]:.3f} of owners; "
            f"of the small one {students[0]:.3f} and {students[1]:.3f}; "
            f"playing {spent['play']:.0f} s, learning {spent['learn']:.0f} s",
            flush=True,
        )

    def keep():
        replace(os.path.join(options.folder, 'candidate.net'), encode(copy.deepcopy(learner.mean).cpu()))
        replace(os.path.join(options.folder, 'small.net'), encode(copy.deepcopy(student.mean).cpu()))
        sums = {'shown': learner.shown, 'games': sum(p.ended for p in pools.values()), 'positions': sum(p.positions for p in pools.values())}
        replace(os.path.join(options.folder, 'candidate.json'), json.dumps({**sums, 'cpu': time.process_time(), 'gpu': time.monotonic() - began}).encode())

    while (at := now()) < deadline:
        share = (at - began) / (60 * options.minutes)
        weights = next(weights for until, weights in schedule if share <= until or until == schedule[-1][0])
        size = min(weights, key=lambda each: turns.get(each, 0) / weights[each])
        for each in weights:
            turns.setdefault(each, min((turns[k] / weights[k] for k in weights if k in turns), default=0) * weights[each])
        board = boards[size]
        if size not in pools:
            pools[size] = Pool(board, options.games, options.room)
        pool = pools[size]
        is_full = chance.random() < 1 / FULL_EACH
        if not leads and sum(learner.recent()[:2]) < sum(student.recent()[:2]):
            leads = True
            print(f'the larger network plays after {at - began:.0f} s', flush=True)
        began_move = now()
        pool.step(Actor((learner if leads else student).mean, board), is_full)
        judged += len(pool.games.turn) * (65 if is_full else 15)
        ended_move = now()
        # Turns are counted in time.
        turns[size] += ended_move - began_move
        spent['play'] += ended_move - began_move
        ready = [each for each in weights if each in pools and pools[each].replay.size >= options.least]
        while ready and spent['learn'] < options.learning * (spent['learn'] + spent['play']) and now() < deadline:
            started = time.monotonic()
            for _ in range(8):
                chosen = ready[int(chance.choice(len(ready), p=numpy.array([weights[r] for r in ready]) / sum(weights[r] for r in ready)))]
                learner.step(chosen, pools[chosen], share)
                student.step(chosen, pools[chosen], share)
            spent['learn'] += now() - started
        if time.monotonic() - said > options.say:
            said = time.monotonic()
            tell()
            keep()
    tell()
    keep()
    if options.against:
        with open(options.against, 'rb') as file:
            code = file.read()
        other = Net(told['directions'], code[5], code[6], [b for b in range(8) if code[7] >> b & 1])
        decode(other, code)
        rounded = Net(told['directions'], options.channels, options.blocks, pooled)
        decode(rounded, encode(copy.deepcopy(learner.mean).cpu()))
        for size in options.judge.split(','):
            shares = [
                100 * match(each.to(device), other.to(device), boards[size], 2 * boards[size].cells, 14)
                for each in (rounded, student.mean)
            ]
            print(f'against {options.against} on {size}: {shares[0]:.1f} %, student {shares[1]:.1f} %', flush=True)


def follow(options):
    """Plays the games of a file, for a test: by position its bits, moves with their logits, and the value. A game is its moves, by cells."""
    with open(os.path.join(options.folder, 'boards.json')) as file:
        told = json.load(file)
    with open(options.follow) as file:
        wanted = json.load(file)
    board = Board(told['game'], wanted['size'], told['boards'][wanted['size']], torch.device('cpu'))
    with open(options.begin, 'rb') as file:
        code = file.read()
    net = Net(told['directions'], code[5], code[6], [b for b in range(8) if code[7] >> b & 1])
    decode(net, code)
    actor = Actor(net, board)
    for moves in wanted['games']:
        games, positions, won = board.begin(1), [], False
        for move in moves:
            choice, _ = actor.judge(games)
            outputs, value = actor.grid(inputs_of(games.seen()), board)
            logits = board.logits_of(outputs, choice.moves)
            found = [
                {'cells': cells, 'logit': logit, 'isDecisive': decisive, 'isLosing': allowed < LEAST_SHARE / 2}
                for cells, logit, allowed, decisive in zip(*(each[0].tolist() for each in (choice.moves, logits, choice.logits, choice.decisive)))
                if cells[0] != board.cells
            ]
            told_so = {'seen': games.seen()[0].tolist(), 'moves': found, 'value': float(torch.sigmoid(value))}
            positions.append({**told_so, 'won': bool(choice.won)})
            games, won = games.play(torch.tensor([move]))
        print(json.dumps({'positions': positions, 'won': bool(won)}), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('folder')
    parser.add_argument('minutes', type=float)
    parser.add_argument('--channels', type=int, default=64)
    parser.add_argument('--blocks', type=int, default=6)
    parser.add_argument('--games', type=int, default=8192)
    parser.add_argument('--batch', type=int, default=1024)
    parser.add_argument('--rate', type=float, default=1.5e-3)
    parser.add_argument('--room', type=int, default=2_000_000)
    parser.add_argument('--least', type=int, default=100_000)
    parser.add_argument('--learning', type=float, default=0.4)
    parser.add_argument('--say', type=float, default=20)
    parser.add_argument('--schedule')
    parser.add_argument('--against')
    parser.add_argument('--judge', default='9,11')
    parser.add_argument('--begin')
    parser.add_argument('--begin-small', dest='begin_small')
    parser.add_argument('--follow')
    given = parser.parse_args()
    follow(given) if given.follow else train(given)
