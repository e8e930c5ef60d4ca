"""Teaches a network by the games in a folder, for as long as its parent runs.

Reads games/*.jsonl as they come, writes learner.pt (its state), candidate.net and candidate.json every now and then, each by a
rename. Without a state it begins with the newest network in generations/.
"""
import base64
import collections
import json
import math
import os
import random
import struct
import sys
import time

import numpy
import torch
import torch.nn.functional as F

INPUTS, OUTPUTS, ONE, SHIFT = 8, 8, 256, 20
BATCH = 128
LEAST = 2_000  # positions, before learning begins
WINDOW = 150_000  # positions
REUSE = 6  # how often a position is shown
RATE, DECAY = 1e-3, 1e-4
DEVICE = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
OWNER = 3  # where among the outputs of a cell its owner stands


class Layer(torch.nn.Module):
    """A sum over taps and inputs; weights by tap and input, output."""

    def __init__(self, taps, inputs, outputs, gain=1.0):
        super().__init__()
        self.size = (taps, inputs, outputs)
        self.weight = torch.nn.Parameter(torch.randn(taps * inputs, outputs) * gain * math.sqrt(2 / (taps * inputs)))
        self.bias = torch.nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return x @ self.weight + self.bias


class Net(torch.nn.Module):
    def __init__(self, directions, channels, blocks, pooled):
        super().__init__()
        self.shape = (directions, channels, blocks, pooled)
        taps = directions + 1
        self.stem = Layer(taps, INPUTS, channels)
        self.first = torch.nn.ModuleList(Layer(taps, channels, channels) for _ in range(blocks))
        self.second = torch.nn.ModuleList(Layer(taps, channels, channels, 0.1) for _ in range(blocks))
        self.pools = torch.nn.ModuleDict({str(b): Layer(1, 2 * channels, channels, 0.1) for b in pooled})
        self.cells = Layer(1, channels, OUTPUTS, 0.1)
        self.value1 = Layer(1, 2 * channels, channels)
        self.value2 = Layer(1, channels, OUTPUTS, 0.1)

    def forward(self, x, table):
        """x: [batch, cells, INPUTS]; table: [cells, taps], where cell -1 is beyond the board -> outputs of cells, logit."""

        def around(y):
            padded = F.pad(y, (0, 0, 0, 1))
            return padded[:, table].flatten(2)

        def pool(y):
            return torch.cat([y.mean(1), y.max(1).values], 1)

        y = F.relu(self.stem(around(x)))
        for b, (first, second) in enumerate(zip(self.first, self.second)):
            inner = first(around(y))
            if str(b) in self.pools:
                inner = inner + self.pools[str(b)](pool(y)).unsqueeze(1)
            y = F.relu(y + second(around(F.relu(inner))))
        return self.cells(y), self.value2(F.relu(self.value1(pool(y))))[:, 0]

    def layers(self):
        """In the order of the file (src/engines/network/weights.ts)."""
        yield self.stem
        for b, (first, second) in enumerate(zip(self.first, self.second)):
            if str(b) in self.pools:
                yield self.pools[str(b)]
            yield first
            yield second
        yield from (self.cells, self.value1, self.value2)


def encode(net):
    """The network as its file: whole numbers alone."""
    directions, channels, blocks, pooled = net.shape
    out = [b'nxn1', bytes([directions, channels, blocks, sum(1 << b for b in pooled)])]
    for layer in net.layers():
        weight, bias = layer.weight.detach().cpu(), layer.bias.detach().cpu()
        scale = weight.abs().max(0).values.clamp(min=1e-6) / 127
        out.append(torch.round(weight / scale).to(torch.int8).numpy().tobytes())
        out += [struct.pack('<i', round(float(s) * 2**SHIFT)) for s in scale]
        out += [struct.pack('<i', round(float(b) * ONE)) for b in bias]
    return b''.join(out)


def replace(path, data):
    with open(path + '.new', 'wb') as file:
        file.write(data)
    os.replace(path + '.new', path)


def decode(net, file):
    """Sets the network to what its file says: the inverse of encode, up to rounding."""
    at = 8

    def take(kind, count):
        nonlocal at
        found = numpy.frombuffer(file, kind, count, at)
        at += found.nbytes
        return torch.from_numpy(found.astype(numpy.float32))

    with torch.no_grad():
        for layer in net.layers():
            weight = take('<i1', layer.weight.numel()).view_as(layer.weight)
            layer.weight.copy_(weight * (take('<i4', layer.bias.numel()) / 2**SHIFT))
            layer.bias.copy_(take('<i4', layer.bias.numel()) / ONE)
    assert at == len(file), 'a network of this shape'


Example = collections.namedtuple('Example', 'board seen owners score moves shares')


def example(board, said):
    """One position of games/*.jsonl; moves: [move, part], each cell * OUTPUTS + plane, -1 where a move has fewer parts; None: not to be learned."""
    pairs = said['moves']
    moves = shares = None
    if pairs:
        moves = numpy.full((len(pairs), max(map(len, pairs)) // 2), -1, numpy.int16)
        for i, pair in enumerate(pairs):
            moves[i, : len(pair) // 2] = [pair[k] * OUTPUTS + pair[k + 1] for k in range(0, len(pair), 2)]
        shares = numpy.array(said['shares'], numpy.float32)
    seen, owners = (base64.b64decode(said[key]) for key in ('seen', 'owners'))
    return Example(board, numpy.frombuffer(seen, numpy.uint8), numpy.frombuffer(owners, numpy.int8), said['score'], moves, shares)


class Games:
    """The newest positions, and what all games so far have come to. Files of older ones are removed."""

    def __init__(self, folder, counted, sums):
        self.folder = os.path.join(folder, 'games')
        self.examples, self.sizes, self.counted = [], {}, set(counted)
        self.sums = dict(sums)

    def load(self):
        for name in sorted(os.listdir(self.folder)):
            if not name.endswith('.jsonl') or name in self.sizes:
                continue
            with open(os.path.join(self.folder, name)) as file:
                games = [json.loads(line) for line in file]
            found = [example(game['board'], said) for game in games for said in game['examples']]
            self.examples += found
            self.sizes[name] = len(found)
            if name not in self.counted:
                self.counted.add(name)
                self.sums['games'] += len(games)
                self.sums['positions'] += len(found)
                self.sums['cpu'] += sum(game['cpu'] for game in games)
        # Dictionaries keep the order in which files were read, which is that of the examples.
        while (oldest := next(iter(self.sizes), None)) and len(self.examples) - self.sizes[oldest] > WINDOW:
            self.examples = self.examples[self.sizes.pop(oldest):]
            self.counted.discard(oldest)
            os.remove(os.path.join(self.folder, oldest))

    def batch(self):
        """Positions of one board, so that all have the same cells."""
        board = random.choice(self.examples).board
        found = []
        while len(found) < BATCH:
            one = random.choice(self.examples)
            if one.board == board:
                found.append(one)
        return board, found


def tensors(board, examples):
    """A batch, turned or mirrored -> inputs, owners, scores, and of the positions whose moves are learned: which they are, moves, shares."""
    cells = board['cells']
    symmetry = numpy.array(random.choice(board['symmetries']))
    to = numpy.empty(cells, numpy.int64)
    to[symmetry] = numpy.arange(cells)
    seen = torch.from_numpy(numpy.stack([e.seen for e in examples])[:, symmetry])
    x = torch.stack([(seen >> bit) & 1 for bit in range(INPUTS - 1)] + [torch.ones_like(seen)], 2).float()
    owners = torch.from_numpy(numpy.stack([e.owners for e in examples])[:, symmetry]).float()
    score = torch.tensor([e.score for e in examples], dtype=torch.float)
    taught = [i for i, e in enumerate(examples) if e.moves is not None]
    most = max([len(examples[i].moves) for i in taught] + [1])
    parts = max([examples[i].moves.shape[1] for i in taught] + [1])
    moves = numpy.full((len(taught), most, parts), -1, numpy.int64)
    shares = numpy.zeros((len(taught), most), numpy.float32)
    for row, i in enumerate(taught):
        found = examples[i].moves
        moves[row, : len(found), : found.shape[1]] = found
        shares[row, : len(found)] = examples[i].shares
    # Behind the last cell stands a nought, for parts that a move has not.
    index = numpy.where(moves < 0, cells * OUTPUTS, to[moves // OUTPUTS] * OUTPUTS + moves % OUTPUTS)
    return x, owners, score, torch.tensor(taught, dtype=torch.long), torch.from_numpy(index), torch.from_numpy(shares)


def losses(net, board, examples):
    x, owners, score, taught, index, shares = tensors(board, examples)
    x, owners, score, taught, index, shares = (each.to(DEVICE) for each in (x, owners, score, taught, index, shares))
    cells, value = net(x, board['table'])
    policy = torch.zeros((), device=DEVICE)
    if len(taught) > 0:
        flat = F.pad(cells.flatten(1), (0, 1))[taught]
        logits = flat.gather(1, index.flatten(1)).view_as(index).sum(2)
        # A row that stands for no move has no part.
        logits = logits.masked_fill((index == board['cells'] * OUTPUTS).all(2), -1e9)
        policy = -(shares * F.log_softmax(logits, 1)).sum(1).mean()
    return policy, F.binary_cross_entropy_with_logits(value, score), F.mse_loss(torch.tanh(cells[:, :, OWNER]), owners)


def boards_of(told):
    for board in told['boards'].values():
        around = torch.tensor(board['around']).view(board['cells'], -1)
        table = torch.cat([torch.arange(board['cells']).unsqueeze(1), around], 1)
        board['table'] = torch.where(table < 0, torch.full_like(table, board['cells']), table).to(DEVICE)
    return told['boards']


class Learner:
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, 'boards.json')) as file:
            told = json.load(file)
        self.game, self.boards = told['game'], boards_of(told)
        torch.manual_seed(told['seed'])
        random.seed(told['seed'])
        self.net = Net(told['directions'], told['channels'], told['blocks'], told['pooled']).to(DEVICE)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=DECAY)
        self.state = os.path.join(folder, 'learner.pt')
        self.shown, counted, sums = 0, (), {'games': 0, 'positions': 0, 'cpu': 0.0}
        generations = sorted(name for name in os.listdir(os.path.join(folder, 'generations')) if name.endswith('.net'))
        if os.path.exists(self.state):
            saved = torch.load(self.state, map_location=DEVICE)
            self.net.load_state_dict(saved['net'])
            self.optimizer.load_state_dict(saved['optimizer'])
            self.shown, counted, sums = saved['shown'], saved['counted'], saved['sums']
        elif generations:
            with open(os.path.join(folder, 'generations', generations[-1]), 'rb') as file:
                decode(self.net, file.read())
        self.games = Games(folder, counted, sums)
        self.cpu = time.process_time()
        self.losses, self.steps = [0.0, 0.0, 0.0], 0

    def step(self):
        """False: there are no games yet from which more can be learned."""
        self.games.load()
        if len(self.games.examples) < LEAST or self.shown >= REUSE * self.games.sums['positions']:
            return False
        board, examples = self.games.batch()
        parts = losses(self.net, self.boards[board], examples)
        self.optimizer.zero_grad()
        (parts[0] + parts[1] + 0.15 * parts[2]).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.shown, self.steps = self.shown + BATCH, self.steps + 1
        self.losses = [a + float(b) for a, b in zip(self.losses, parts)]
        return True

    def save(self):
        games = self.games
        now = time.process_time()
        games.sums['cpu'], self.cpu = games.sums['cpu'] + now - self.cpu, now
        saved = {'net': self.net.state_dict(), 'optimizer': self.optimizer.state_dict(), 'shown': self.shown}
        torch.save({**saved, 'counted': sorted(games.counted), 'sums': games.sums}, self.state + '.new')
        os.replace(self.state + '.new', self.state)
        replace(os.path.join(self.folder, 'candidate.net'), encode(self.net))
        replace(os.path.join(self.folder, 'candidate.json'), json.dumps({'shown': self.shown, **games.sums}).encode())
        policy, value, owner = (loss / self.steps for loss in self.losses)
        print(
            f"{self.game}: {games.sums['games']} games, {games.sums['positions']} positions, shown {self.shown} times, "
            f'losses {policy:.3f} of moves, {value:.3f} of results, {owner:.3f} of owners',
            flush=True,
        )
        self.losses, self.steps = [0.0, 0.0, 0.0], 0


def main(folder, seconds, parent):
    torch.set_num_threads(1)
    learner = Learner(folder)
    saved_at = time.monotonic()
    while os.getppid() == parent:
        if not learner.step():
            time.sleep(1)
        if learner.steps > 0 and time.monotonic() - saved_at > seconds:
            learner.save()
            saved_at = time.monotonic()


if __name__ == '__main__':
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
