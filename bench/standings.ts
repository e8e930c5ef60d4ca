// Measures the standings of 5,000 players, and the end of a game with 1,000 and 100,000 finished games.
import { firstRating } from '#core/features/ratings/index.ts';
import type { Match } from '#core/board/match-document.ts';
import { createInbox, type Inbox } from '#service/inbox.ts';
import { lab, mail } from '#test/service/lab.ts';
import { accountOf, addressOf, boardOf, compare, median, print, processMail, put, putBoards } from './kit.ts';

const PLAYERS = 5_000;
const SIZES = [1_000, 100_000];
const GAMES = 60;
const ROUNDS = 5;
const QUESTIONS = 10;

const nameOf = (n: number): string => `player${n % PLAYERS}`;

const finishedGame = (number: number): Match => ({
  ...boardOf(number, [nameOf(number), nameOf(number * 31 + 1)], true),
  ...{ game: 'hex', setup: { size: '3x3' }, record: [{ kind: 'retire', seat: 0, why: 'resigned', at: 2_000 }] },
});

async function createClub(games: number): Promise<Inbox> {
  const { store, context } = lab();
  for (let n = 0; n < PLAYERS; n++) {
    const userid = nameOf(n);
    const rating = { ...firstRating('hex', userid), value: 1000 + ((n * 7919) % 1000), deviation: 80 };
    await put(store, [
      [`account/${userid}`, accountOf(userid)],
      [`address/${addressOf(userid)}`, { userid }],
      [`rating/hex/${userid}`, { ...rating, won: 20, lost: 20, at: 1 }],
    ]);
  }
  await putBoards(store, games, finishedGame);
  return createInbox(context);
}

const send = (club: Inbox, n: number, subject: string): Promise<number> =>
  processMail(club, mail({ from: addressOf(nameOf(n)), subject }));

/** Milliseconds a result. The games are opened before. */
async function timeResults(club: Inbox, round: number, finished: number): Promise<number> {
  const players = Array.from({ length: GAMES }, (_, n) => (round * GAMES + n) * 2);
  const first = 101 + finished + round * GAMES;
  for (const [n, player] of players.entries()) {
    await send(club, player, `hex challenge -size=3 ${nameOf(player)} ${nameOf(player + 1)}`);
    await send(club, player, `hex move ${first + n} b2`);
  }
  let sum = 0;
  for (const [n, player] of players.entries()) sum += await send(club, player, `hex resign ${first + n}`);
  return sum / GAMES;
}

const clubs: Inbox[] = [];
for (const games of SIZES) clubs.push(await createClub(games));
const asked: number[] = [];
const rounds: number[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  for (let n = 0; n < QUESTIONS; n++) asked.push(await send(clubs[1]!, n, 'hex standings'));
  const costs: number[] = [];
  for (const [index, club] of clubs.entries()) costs.push(await timeResults(club, round, SIZES[index]!));
  rounds.push(costs);
}
const worst = Math.max(...asked);
print('standings', { players: PLAYERS, games: SIZES[1], ms: median(asked), first: asked[0], worst });
const found = compare(rounds);
print('result', { games: SIZES, ms: found.map(({ middle }) => middle), ratio: found[1]?.ratio });
