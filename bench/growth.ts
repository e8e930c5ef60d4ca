// Measures what a move by mail costs, from its bytes to the mails to both players, where more boards, plies or waiting mails are there.
import type { Entry } from '#core/board/match-document.ts';
import { createRandom } from '#games/kit/random.ts';
import { nex } from '#games/nex/index.ts';
import { lab, mail } from '#test/service/lab.ts';
import { addressOf, boardOf, compare, print, putBoards, quiet } from './kit.ts';

const ROUNDS = 5;
/** Mails in a round, each for a board of its own. */
const MAILS = 300;
const PLAYERS = ['alice', 'bob'] as const;

interface Size {
  readonly boards: number;
  readonly plies: number;
  readonly waiting: number;
}

const USUAL: Size = { boards: 1_000, plies: 10, waiting: 10 };
const SIZES: readonly Size[] = [
  USUAL,
  { ...USUAL, boards: 100_000 },
  ...[50, 150].map(plies => ({ ...USUAL, plies })),
  { ...USUAL, waiting: 100_000 },
];

const SETUP = { size: '19x19', endgame: 'neto' };

interface Game {
  readonly record: readonly Entry[];
  readonly next: readonly string[];
}

/** A game of these plies that goes on, and the next two moves. */
function playGame(plies: number, seed: number): Game {
  for (let attempt = 0; ; attempt++) {
    const rng = createRandom(1_000 * seed + attempt);
    let position = nex.start(SETUP);
    const moves: string[] = [];
    while (moves.length < plies + 2 && nex.toMove(position) !== null) {
      const move = nex.randomMove(position, rng);
      moves.push(nex.format(position, move));
      position = nex.play(position, move);
    }
    if (nex.toMove(position) === null) continue;
    const record = moves.slice(0, plies).map((text, at): Entry => ({ kind: 'move', text, at }));
    return { record, next: moves.slice(plies) };
  }
}

/** Microseconds of CPU of the first mail to a board since the start, and of a later one. */
async function measure({ boards, plies, waiting }: Size, round: number): Promise<readonly number[]> {
  let sent = 0;
  const sender = {
    send: () => Promise.resolve((sent += 1)).then(() => ({ kind: 'sent' }) as const),
    close: () => Promise.resolve(),
  };
  const { store, deliver, bring, service, now } = lab({ sender, robots: [], log: quiet });
  for (const userid of PLAYERS)
    for (const subject of [`signup ${userid}`, 'set mail=text'])
      await deliver(mail({ from: addressOf(userid), subject }));
  const games = Array.from({ length: MAILS }, (_, index) => playGame(plies, MAILS * round + index));
  await putBoards(store, boards, number => {
    const board = boardOf(number, [...PLAYERS], false);
    const game = games[number - 101];
    return game === undefined ? { ...board, record: [] } : { ...board, setup: SETUP, record: [...game.record] };
  });
  const outgoing = Array.from({ length: waiting }, (_, index) => ({
    ...{ id: `w${index}`, from: addressOf('games'), to: [`w${index}@example.test`], messageId: `<w${index}@x.test>` },
    ...{ raw: Buffer.from('Subject: x\r\n\r\nHello.\r\n'), tries: 0 },
  }));
  await store.commit({ cause: 'w', expect: new Map(), documents: new Map(), outgoing, at: now() });
  for (const { id } of outgoing)
    await store.markMail(id, { kind: 'later', tries: 1, due: Number.MAX_SAFE_INTEGER / 2 });
  // The first mail to a board has its whole record replayed.
  const costs: number[] = [];
  for (const turn of [0, 1]) {
    const from = addressOf(PLAYERS[(plies + turn) % 2] ?? '');
    const mails = games.map(({ next }, index) => mail({ from, subject: `nex move ${101 + index} ${next[turn]}` }));
    sent = 0;
    const before = process.cpuUsage();
    for (const each of mails) {
      await bring(each);
      await service.outbox.deliver();
    }
    const { user, system } = process.cpuUsage(before);
    if (sent !== PLAYERS.length * MAILS) throw new Error(`${sent} mails, not one to each player`);
    costs.push((user + system) / MAILS);
  }
  return costs;
}

const rounds: (readonly (readonly number[])[])[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const costs: (readonly number[])[] = [];
  for (const size of SIZES) costs.push(await measure(size, round));
  // The first round warms up.
  if (round > 0) rounds.push(costs);
}
for (const [turn, what] of ['first mail', 'later mail'].entries())
  for (const [index, { middle, ratio }] of compare(
    rounds.map(sizes => sizes.map(costs => costs[turn] ?? NaN)),
  ).entries())
    print('growth', { what, ...SIZES[index], microseconds: middle, ratio });
