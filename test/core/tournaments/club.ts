// A club of players in a service lived through by tests, and games of theirs that end quickly.
import type { AnyGame } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import type { Random } from '#games/kit/random.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { type DocumentKey, matchRefOf } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Tournament } from '#core/features/tournaments/tournament.ts';
import { HOUR_MS } from '#core/kernel/time.ts';
import { change, commit, match } from '#test/conformance/store.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';

export const addressOf = (name: string): string => `${name}@example.test`;

/** `player1`, `player2`, …; the first has finished ten games against the second. */
export async function club(players: number, service = lab()): Promise<readonly string[] & { readonly service: Lab }> {
  const names = Array.from({ length: players }, (_, n) => `player${n + 1}`);
  for (const name of names) await service.write(name, `signup ${name}`);
  await finished(service, ['player1', 'player2']);
  return Object.assign(names, { service });
}

/** Ten games of Hex that two players have finished: the boards alone, whatever else a game leaves behind. */
export async function finished({ store }: Lab, players: readonly string[]): Promise<void> {
  const boards = Array.from({ length: 10 }, (_, n): readonly [DocumentKey, Match] => [
    `match/hex/${501 + n}`,
    {
      ...match(501 + n, players, 'over', 'hex'),
      ...{ setup: { size: '3x3' }, record: [{ kind: 'retire', seat: 0, why: 'resigned', at: 2_000 }] },
    },
  ]);
  await commit(store, change('finished', boards));
}

export const tournamentOf = async ({ store }: Lab, number = 1): Promise<Tournament> =>
  (await store.read([`tournament/${number}`])).documents.get(`tournament/${number}`) as Tournament;

export const matchOf = async ({ store }: Lab, key: DocumentKey): Promise<Match> =>
  (await store.read([key])).documents.get(key) as Match;

/** The boards of a tournament that are played. */
export async function boardsOf(service: Lab, game = 'hex'): Promise<readonly Match[]> {
  const keys = await service.store.list(`running/game/${game}`, null, 1_000);
  const matches = await Promise.all(keys.map(key => matchOf(service, key)));
  return matches.filter(each => each.tournament !== undefined);
}

/** The only board of a tournament of Hex of two players, which player1 has opened with these options as well. */
export async function duel(service: Lab, players: readonly string[], options = ''): Promise<Match> {
  await service.write('player1', `hex tournament open -size=3 --entries=2 ${options}`);
  for (const name of players) await service.write(name, 'tournament enter 1');
  await service.live(HOUR_MS);
  const [board] = await boardsOf(service);
  return board!;
}

export const gameOf = ({ game }: Match): AnyGame => games.find(({ name }) => name === game)!;

export function toMove(board: Match): string {
  const game = gameOf(board);
  return playerName(board.players[turnOf(game, board, matchStateOf(game, board))!.player]);
}

/** Ends every game that is played: somebody gives up, or both agree to a draw. */
export async function playOut(service: Lab, rng: Random, draws = 8): Promise<readonly Received[]> {
  const mails: Received[] = [];
  for (const board of await boardsOf(service)) {
    const [a = '', b = ''] = board.players.map(playerName);
    const ref = matchRefOf(`match/${board.game}/${board.number}`);
    const command = (verb: string): string => `${ref.game} ${verb} ${ref.number}`;
    if (rng.below(draws) === 0) {
      mails.push(...(await service.write(a, command('draw'))));
      mails.push(...(await service.write(b, command('accept'))));
    } else {
      mails.push(...(await service.write(rng.below(2) === 0 ? a : b, command('resign'))));
    }
  }
  mails.push(...(await service.live(HOUR_MS)));
  return mails;
}
