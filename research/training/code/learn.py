"""Teaches a network by the games in a folder, for as long as its parent runs.

Reads games/*.jsonl as they come, writes learner.pt (its state) and candidate.net about once a minute, each by a rename.
"""
import json
import math
import os
import random
import struct
import sys
import time

import torch
import torch.nn.functional as F

INPUTS, OUTPUTS, ONE, SHIFT = 8, 8, 256, 20
BATCH = 128
WINDOW = 150_000  # positions
REUSE = 6  # how often a position is shown
SECONDS = 60  # between two saves
RATE, DECAY = 1e-3, 1e-4
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
        weight, bias = layer.weight.detach(), layer.bias.detach()
        scale = weight.abs().max(0).values.clamp(min=1e-6) / 127
        out.append(torch.round(weight / scale).to(torch.int8).numpy().tobytes())
        out += [struct.pack('<i', round(float(s) * 2**SHIFT)) for s in scale]
        out += [struct.pack('<i', round(float(b) * ONE)) for b in bias]
    return b''.join(out)


def replace(path, data):
    with open(path + '.new', 'wb') as file:
        file.write(data)
    os.replace(path + '.new', path)


class Games:
    """The newest positions, by the board they are of. Files of older ones are removed."""

    def __init__(self, folder, boards, counted, seen):
        self.folder, self.boards = os.path.join(folder, 'games'), boards
        self.examples, self.sizes, self.counted, self.seen = [], {}, set(counted), seen

    def load(self):
        for name in sorted(os.listdir(self.folder)):
            if not name.endswith('.jsonl') or name in self.sizes:
                continue
            with open(os.path.join(self.folder, name)) as file:
                games = [json.loads(line) for line in file]
            found = [(game['board'], example) for game in games for example in game['examples']]
            self.examples += found
            self.sizes[name] = len(found)
            self.seen += 0 if name in self.counted else len(found)
            self.counted.add(name)
        # Dictionaries keep the order in which files were read, which is that of the examples.
        while (oldest := next(iter(self.sizes), None)) and len(self.examples) - self.sizes[oldest] > WINDOW:
            self.examples = self.examples[self.sizes.pop(oldest):]
            self.counted.discard(oldest)
            os.remove(os.path.join(self.folder, oldest))

    def batch(self):
        """One board, so that all have the same cells."""
        board = random.choice(self.examples)[0]
        found = []
        while len(found) < BATCH:
            name, example = random.choice(self.examples)
            if name == board:
                found.append(example)
        return self.boards[board], found


def tensors(board, examples):
    cells = board['cells']
    symmetry = torch.tensor(random.choice(board['symmetries']))
    to = torch.empty(cells, dtype=torch.long)
    to[symmetry] = torch.arange(cells)
    seen = torch.tensor([e['seen'] for e in examples])[:, symmetry]
    x = torch.stack([(seen >> bit) & 1 for bit in range(INPUTS - 1)] + [torch.ones_like(seen)], 2).float()
    owners = torch.tensor([e['owners'] for e in examples], dtype=torch.float)[:, symmetry]
    score = torch.tensor([e['score'] for e in examples], dtype=torch.float)
    most = max([len(e['moves']) for e in examples] + [1])
    parts = max([len(m) // 2 for e in examples for m in e['moves']] + [1])
    nothing = cells * OUTPUTS
    index = torch.full((len(examples), most, parts), nothing)
    shares = torch.zeros(len(examples), most)
    mask = torch.ones(len(examples), most, dtype=torch.bool)
    turned = to.tolist()
    for i, e in enumerate(examples):
        if not e['moves']:
            continue
        index[i, : len(e['moves'])] = torch.tensor(
            [[turned[m[k]] * OUTPUTS + m[k + 1] for k in range(0, len(m), 2)] + [nothing] * (parts - len(m) // 2) for m in e['moves']]
        )
        shares[i, : len(e['moves'])] = torch.tensor(e['shares'])
        mask[i, : len(e['moves'])] = False
    return x, owners, score, index, shares, mask


def losses(net, board, examples):
    x, owners, score, index, shares, mask = tensors(board, examples)
    cells, value = net(x, board['table'])
    flat = F.pad(cells.flatten(1), (0, 1))
    logits = flat.gather(1, index.flatten(1)).view_as(index).sum(2)
    has = ~mask.all(1)
    policy = torch.zeros(())
    if has.any():
        logits, shares, mask = logits[has], shares[has], mask[has]
        policy = -(shares * F.log_softmax(logits.masked_fill(mask, -1e9), 1)).sum(1).mean()
    return policy, F.binary_cross_entropy_with_logits(value, score), F.mse_loss(torch.tanh(cells[:, :, OWNER]), owners)


def main(folder, parent):
    torch.set_num_threads(1)
    with open(os.path.join(folder, 'boards.json')) as file:
        told = json.load(file)
    boards = told['boards']
    for board in boards.values():
        around = torch.tensor(board['around']).view(board['cells'], -1)
        table = torch.cat([torch.arange(board['cells']).unsqueeze(1), around], 1)
        board['table'] = torch.where(table < 0, torch.full_like(table, board['cells']), table)
    torch.manual_seed(told['seed'])
    random.seed(told['seed'])
    net = Net(told['directions'], told['channels'], told['blocks'], told['pooled'])
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    state, shown, counted, seen = os.path.join(folder, 'learner.pt'), 0, (), 0
    if os.path.exists(state):
        saved = torch.load(state)
        net.load_state_dict(saved['net'])
        optimizer.load_state_dict(saved['optimizer'])
        shown, counted, seen = saved['shown'], saved['counted'], saved['seen']
    games = Games(folder, boards, counted, seen)
    games.load()
    saved_at, sums, count = time.monotonic(), [0.0, 0.0, 0.0], 0
    while os.getppid() == parent:
        games.load()
        if len(games.examples) < 2_000 or shown >= REUSE * games.seen:
            time.sleep(1)
        else:
            parts = losses(net, *games.batch())
            optimizer.zero_grad()
            (parts[0] + parts[1] + 0.15 * parts[2]).backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            shown, count = shown + BATCH, count + 1
            sums = [a + float(b) for a, b in zip(sums, parts)]
        if count > 0 and time.monotonic() - saved_at > SECONDS:
            saved = {'net': net.state_dict(), 'optimizer': optimizer.state_dict(), 'shown': shown}
            torch.save({**saved, 'counted': sorted(games.counted), 'seen': games.seen}, state + '.new')
            os.replace(state + '.new', state)
            replace(os.path.join(folder, 'candidate.net'), encode(net))
            means = [round(a / count, 4) for a in sums]
            said = {'shown': shown, 'seen': games.seen, 'policy': means[0], 'value': means[1], 'owner': means[2]}
            print(json.dumps(said), flush=True)
            replace(os.path.join(folder, 'candidate.json'), json.dumps(said).encode())
            saved_at, sums, count = time.monotonic(), [0.0, 0.0, 0.0], 0


if __name__ == '__main__':
    main(sys.argv[1], int(sys.argv[2]))
