// Every game of the shelf by mail from the challenge to the result: players who reply with random legal moves.
import { describe, expect, it } from 'vitest';
import { type AnyGame, type GivenOptions, type Opaque, titleOf, addTypedOptions } from '#games/game.ts';
import { games, lookUpGame } from '#games/registry/index.ts';
import { must } from '#games/kit/assert.ts';
import { createRandom } from '#games/kit/random.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { matchStateOf } from '#core/board/match.ts';
import { say } from '#core/kernel/sentence.ts';
import type { Match } from '#core/board/match-document.ts';
import { sample } from '#test/sample.ts';
import { drawn, setupOf } from '../conformance/game.ts';
import { type Lab, lab, type Received } from './lab.ts';
import { seedsFor } from '#test/seeds.ts';

const PLAYERS = ['alice', 'bob', 'carol', 'dave'];
const addressOf = (player: string): string => `${player}@example.test`;

interface Table {
  readonly game: AnyGame;
  readonly position: Opaque;
  /** By seat. */
  readonly players: readonly string[];
}

/** The player to move; null when the game is over. */
function toMove({ game, position, players }: Table, given: GivenOptions): string | null {
  const colour = game.toMove(position);
  const seat = game.seats(setupOf(game, given)).findIndex(({ colours }) => colour !== null && colours.includes(colour));
  return players[seat] ?? null;
}

/** The sole winner. null: there is none. */
function winnerOf({ game, position, players }: Table): string | null {
  const { ranks } = must(game.outcome(position), 'the game is over');
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [players[seat]!] : []));
  return first.length === 1 ? first[0]! : null;
}

/** What a Subject says of the result. */
function resultTail(table: Table, reader: string): string {
  const winner = winnerOf(table);
  if (winner === null) return 'a draw';
  return winner === reader ? 'you won' : `${winner} won`;
}

/** The board as the store holds it, played through once more from its setup and its record alone. */
async function replayed({ store }: Lab, game: AnyGame): Promise<Opaque> {
  const key = `match/${game.name}/101` as const;
  const { documents } = await store.read([key]);
  const match = JSON.parse(JSON.stringify(documents.get(key))) as Match;
  return matchStateOf(game, match).position;
}

/** One game; what its last mails say, and how many moves it took. */
async function played(
  name: string,
  typed: GivenOptions,
  seed: number,
): Promise<{ last: readonly Received[]; plies: number; table: Table }> {
  const { game, given } = must(lookUpGame(name), name);
  const options = addTypedOptions({ game, given }, typed);
  const setup = setupOf(game, options);
  const players = PLAYERS.slice(0, game.seats(setup).length);
  const service = lab();
  for (const player of players) await service.write(addressOf(player), `signup ${player}`);
  const words = typed.map(([option, value]) => `-${option}=${value}`);
  const challenge = [name, 'challenge', ...words, ...players].join(' ');
  let last = await service.write(addressOf(players[0]!), challenge);
  const rng = createRandom(seed);
  let table: Table = { game, position: game.start(setup), players };
  for (let plies = 0; ; plies++) {
    const mover = toMove(table, options);
    // One mail to each player, which names who is to move.
    expect(last.map(({ to }) => to).sort()).toEqual(players.map(player => [addressOf(player)]).sort());
    const board = `${plies === 0 ? 'New ' : ''}${titleOf(game, setup)} Board 101${mover === null ? '' : ` ${mover}`}`;
    for (const { to, subject } of last) {
      const reader = must(
        players.find(player => to[0] === addressOf(player)),
        'it went to a player',
      );
      const tail = mover === null ? resultTail(table, reader) : reader === mover ? 'your turn' : 'to move';
      expect(subject).toBe(`${board}: ${tail}`);
    }
    if (mover === null) {
      expect(game.encode(await replayed(service, game))).toBe(game.encode(table.position));
      return { last, plies, table };
    }
    const move = drawn(game, table.position, rng.below);
    const replyTo = last.find(({ to }) => to.includes(addressOf(mover)))!;
    last = await service.deliver({
      from: addressOf(mover),
      subject: `Re: ${replyTo.subject}`,
      body: game.format(table.position, move),
      replyTo,
    });
    table = { ...table, position: game.play(table.position, move) };
  }
}

const SMALL: Readonly<Record<string, GivenOptions>> = {
  nex: [['size', '5']],
  hex: [['size', '5']],
  y: [['size', '5']],
  neuy: [['size', '4']],
  gomoku: [['size', '6']],
  neugomoku: [['size', '6']],
  gonnect: [['size', '4']],
  neugonnect: [['size', '3']],
  hexafive: [['radius', '4']],
  nexos: [],
};

const OTHERS: readonly (readonly [string, GivenOptions])[] = [
  ['boku', []],
  ['hexafive', [['radius', '3'], ['pieces', '7'], ['capture', 'may']]],
  ['nexos', [['players', '4']]],
  ['nex', [['size', '3x4'], ['endgame', 'nexc']]],
]; // prettier-ignore

const trials = [
  ...games.map(({ name }) => [name, must(SMALL[name], `${name} has a small board here`)] as const),
  ...OTHERS,
];

const seeded = seedsFor(import.meta.filename).flatMap(seed =>
  sample(trials, 3, seed).map(([name, given]) => [[name, ...given.flat()].join(' '), name, given, seed] as const),
);

describe.each(seeded)('%s', (_, name, given, seed) => {
  it('is played by mail to its end', async () => {
    const { last, plies, table } = await played(name, given, seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
    expect(plies, `seed ${seed}`).toBeGreaterThan(2);
    const { reason } = must(table.game.outcome(table.position), 'the game is over');
    const winner = winnerOf(table);
    const because = say(readSentences(), { code: winner === null ? reason : `ended-${reason}`, parts: {} });
    for (const { to, text } of last) {
      // Who has won and how, or why nobody has; and nothing to answer.
      const told = text.replace(/\s+/g, ' ');
      if (winner === null) expect(told, `seed ${seed}`).toContain(`is a draw (${because}).`);
      else if (to[0] === addressOf(winner))
        expect(told, `seed ${seed}`).toContain(`board 101: you won, ${winner}! ${because}`);
      else {
        expect(told, `seed ${seed}`).toContain(`board 101: ${winner} (`);
        expect(told, `seed ${seed}`).toContain(`) won. ${because}`);
      }
      expect(text).not.toContain('Reply with your move');
    }
  });
});
