// What an organiser corrects: results and time, never of their own games, and never a rating.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import type { Lab, Received } from '#test/service/lab.ts';
import { boardsOf, club, duel, matchOf, tournamentOf } from './club.ts';

/** A round robin of player2, player3 and player4; player1 organises it. */
async function organised(): Promise<{
  readonly service: Lab;
  readonly board: number;
  readonly players: readonly string[];
}> {
  const { service } = await club(5);
  await service.write('player1', 'hex tournament open -size=3 --entries=3');
  for (const name of ['player2', 'player3', 'player4']) await service.write(name, 'tournament enter 1');
  await service.live(HOUR_MS);
  const [board] = await boardsOf(service);
  const players = board!.players.map(each => ('userid' in each ? each.userid : ''));
  return { service, board: board!.number, players };
}

const textTo = (mails: readonly Received[]): string => mails.map(({ text }) => text.replace(/\s+/g, ' ')).join('\n');

const ratingsOf = async ({ store }: Lab, players: readonly string[]): Promise<readonly unknown[]> => {
  const keys = players.map(each => `rating/hex/${each}` as const);
  return [...(await store.read(keys)).documents.values()].filter(each => each !== null);
};

describe('the result of a game', () => {
  it('is set by the organiser: the board ends, the table counts it, no rating does', async () => {
    const { service, board, players } = await organised();
    const mails = await service.write('player1', `tournament result 1 ${board} ${players[1]}`);
    expect((await matchOf(service, `match/hex/${board}`)).state).toBe('over');
    await service.live(HOUR_MS);
    const { pairings } = await tournamentOf(service);
    expect(pairings.find(each => each.board === board)?.result).toBe('second');
    expect(textTo(mails)).toContain(
      `The organiser has set the result of board ${board} in tournament 1: ${players[1]}.`,
    );
    for (const name of ['player1', ...players]) expect(mails.some(({ to }) => to[0]?.startsWith(name))).toBe(true);
    expect(await ratingsOf(service, players)).toEqual([]);
  });

  it('drops nobody, whatever the players had done in the game', async () => {
    const { service, board, players } = await organised();
    const mails = [
      ...(await service.write('player1', `tournament result 1 ${board} ${players[0]}`)),
      ...(await service.live(HOUR_MS)),
    ];
    expect(textTo(mails)).not.toContain('without making a move');
    expect((await tournamentOf(service)).entrants.some(({ hasLeft }) => hasLeft)).toBe(false);
  });

  it('is set when the last game has ended as well', async () => {
    const { service } = await club(3);
    const board = await duel(service, ['player2', 'player3']);
    await service.write('player2', `hex resign ${board.number}`);
    await service.live(HOUR_MS);
    await service.write('player1', `tournament result 1 ${board.number} player2`);
    const { state, pairings, entrants, wake } = await tournamentOf(service);
    expect([state, wake]).toEqual(['over', null]);
    expect(pairings[0]!.result).toBe(entrants[pairings[0]!.first]!.userid === 'player2' ? 'first' : 'second');
  });

  it('is set again, of a game that has ended as well', async () => {
    const { service, board, players } = await organised();
    await service.write(players[0]!, `hex resign ${board}`);
    await service.write('player1', `tournament result 1 #${board} none`);
    expect((await tournamentOf(service)).pairings.find(each => each.board === board)?.result).toBe('nobody');
    await service.write('player1', `tournament result 1 ${board} draw`);
    await service.live(HOUR_MS);
    expect((await tournamentOf(service)).pairings.find(each => each.board === board)?.result).toBe('draw');
  });

  it.each([
    [
      'a player',
      'player2',
      (board: number, name: string) => `tournament result 1 ${board} ${name}`,
      'opened tournament 1',
    ],
    [
      'a stranger to it',
      'player5',
      (board: number, name: string) => `tournament result 1 ${board} ${name}`,
      'opened tournament 1',
    ],
    [
      'the organiser for a third',
      'player1',
      (board: number) => `tournament result 1 ${board} player5`,
      'result is one of: draw, none, ',
    ],
    [
      'the organiser for a key of objects',
      'player1',
      (board: number) => `tournament result 1 ${board} constructor`,
      'result is one of',
    ],
    ['the organiser elsewhere', 'player1', () => 'tournament result 1 501 none', 'no game of the last round'],
    [
      'the organiser with too many days',
      'player1',
      (board: number) => `tournament extend 1 ${board} 15`,
      '1 to 14 days',
    ],
  ] as const)('is not set by %s', async (_, sender, lineOf, answer) => {
    const { service, board, players } = await organised();
    const before = await tournamentOf(service);
    const [refused] = await service.write(sender, lineOf(board, players[0]!));
    expect(textTo([refused!])).toContain(answer);
    expect(await tournamentOf(service)).toEqual(before);
  });

  it('is not set by an organiser for a game of their own', async () => {
    const { service } = await club(2);
    const board = await duel(service, ['player1', 'player2']);
    for (const line of ['result 1 BOARD player1', 'extend 1 BOARD 2']) {
      const [refused] = await service.write('player1', `tournament ${line.replace('BOARD', `${board.number}`)}`);
      expect(textTo([refused!])).toContain("you can't correct board");
    }
    expect((await matchOf(service, `match/hex/${board.number}`)).state).toBe('active');
  });
});

it('gives both players more time', async () => {
  const { service, board } = await organised();
  const mails = await service.write('player1', `tournament extend 1 ${board} 3`);
  expect(textTo(mails)).toContain(`Both players of board ${board} have 3 days more.`);
  expect(textTo(mails)).toContain('The organiser of the tournament gives both players 3 days more.');
  expect((await matchOf(service, `match/hex/${board}`)).record.at(-1)).toMatchObject({ kind: 'addtime', days: 3 });
});

describe('a round with an end', () => {
  const late = (mails: readonly Received[]): readonly Received[] =>
    mails.filter(({ text }) => text.includes('The time for round'));

  async function opened(kind: string): Promise<Lab> {
    const { service } = await club(5);
    await service.write('player1', `hex tournament open -size=3 --entries=4 --kind=${kind} --round-days=3`);
    for (const name of ['player2', 'player3', 'player4', 'player5']) await service.write(name, 'tournament enter 1');
    await service.live(HOUR_MS);
    return service;
  }

  it('says when that is, and tells its organiser alone and once that it is over; the games go on', async () => {
    const service = await opened('swiss');
    const shown = textTo(await service.write('player2', 'tournament show 1'));
    expect(shown).toMatch(/It should end by \d+ \w+ \d{4}/);
    const told = late(await service.live(4 * DAY_MS));
    expect(told.map(({ to }) => to)).toEqual([['player1@example.test']]);
    const line = /`(tournament result 1 \d+) draw`/.exec(textTo(told))![1]!;
    const boards = (await boardsOf(service)).map(({ number }) => number);
    expect(textTo(told)).toContain(`that you can decide: ${boards.toSorted((a, b) => a - b).join(', ')}.`);
    expect(late(await service.live(3 * DAY_MS))).toEqual([]);
    expect(textTo(await service.write('player1', `${line} draw`))).toContain('has set the result');
  });

  it('has a new one with the next round, and none after the last', async () => {
    const service = await opened('knock-out');
    const { roundEnds: first } = await tournamentOf(service);
    const decide = async (): Promise<void> => {
      for (const { number, players } of await boardsOf(service)) {
        const winner = 'userid' in players[0]! ? players[0].userid : '';
        await service.write('player1', `tournament result 1 ${number} ${winner}`);
      }
    };
    await service.live(2 * DAY_MS);
    await decide();
    expect(late(await service.live(2 * DAY_MS))).toEqual([]);
    const { roundEnds: second } = await tournamentOf(service);
    expect(second! - first!).toBeGreaterThan(DAY_MS);
    expect(late(await service.live(2 * DAY_MS))).toHaveLength(1);
    await decide();
    await service.live(HOUR_MS);
    expect(await tournamentOf(service)).toMatchObject({ state: 'over' });
  });

  it('tells no organiser of games that the organiser plays', async () => {
    const { service } = await club(2);
    await duel(service, ['player1', 'player2'], '--round-days=2');
    expect(textTo(await service.write('player2', 'tournament show 1'))).toContain('2 days for a round');
    expect(late(await service.live(4 * DAY_MS))).toEqual([]);
  });

  it('gives a game that is played again no more time', async () => {
    const service = await opened('knock-out');
    const { roundEnds } = await tournamentOf(service);
    await service.live(DAY_MS);
    for (const { number } of await boardsOf(service))
      await service.write('player1', `tournament result 1 ${number} draw`);
    await service.live(HOUR_MS);
    expect(await boardsOf(service)).toHaveLength(2);
    expect((await tournamentOf(service)).roundEnds).toBe(roundEnds);
  });

  it('is at most as long as a tournament can be', async () => {
    const { service } = await club(2);
    const mails = await service.write('player1', 'hex tournament open --round-days=61');
    expect(textTo(mails)).toContain('--round-days is given once, and can be: 1–60');
  });
});
