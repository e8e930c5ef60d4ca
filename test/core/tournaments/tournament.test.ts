// Tournaments by mail, from opening to result: who may, what is asked for, what happens by itself.
import { tournamentLimits } from '#core/features/tournaments/tournament.ts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#games/kit/random.ts';
import { limits } from '#core/kernel/limits.ts';
import { matchStateOf } from '#core/board/match.ts';
import { buildTable } from '#core/features/tournaments/table.ts';
import { DAY_MS, HOUR_MS } from '#core/kernel/time.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import type { Match } from '#core/board/match-document.ts';
import { change, commit, match } from '#test/conformance/store.ts';
import { type Lab, type Received } from '#test/service/lab.ts';
import { addressOf, boardsOf, club, gameOf, playOut, toMove, tournamentOf } from './club.ts';
import { SEED } from '#test/seeds.ts';

const GIVEN_UP: Match['record'] = [{ kind: 'retire', seat: 0, why: 'resigned', at: 2_000 }];

const told = (mails: readonly Received[]): readonly string[] =>
  mails.map(({ to, subject }) => `${to[0]!.split('@')[0]!}: ${subject}`);
const textTo = (mails: readonly Received[], name: string): string =>
  mails.find(({ to, subject }) => to[0] === addressOf(name) && subject.includes('tournament'))?.text ?? '';

/** With everybody entered, and begun. */
async function begun(
  players: number,
  options: string,
): Promise<{ readonly service: Lab; readonly names: readonly string[]; readonly mails: readonly Received[] }> {
  const names = await club(players);
  const { service } = names;
  await service.write('player1', `hex tournament open -size=3 ${options}`);
  for (const name of names) await service.write(name, 'tournament enter 1');
  await service.write('player1', 'tournament start 1');
  const mails = await service.live(HOUR_MS);
  return { service, names, mails };
}

/** Round by round to its end; the mails of the last. */
async function playedOut(service: Lab, seed: number): Promise<readonly Received[]> {
  const rng = createRandom(seed);
  let mails: readonly Received[] = [];
  for (let round = 0; round < 40 && (await tournamentOf(service)).state === 'running'; round++)
    mails = await playOut(service, rng);
  return mails;
}

describe('from opening to result', () => {
  it.each([
    ['--kind=round-robin', 5, 10],
    ['--kind=round-robin --pool=4', 7, 9],
    ['--kind=double --pool=3', 6, 12],
    ['--kind=swiss', 8, 12],
    ['--kind=swiss --rounds=2', 7, 6],
    ['--kind=knock-out', 6, 5],
  ])('%s of %i', async (options, players, games) => {
    const { service, names } = await begun(players, options);
    const mails = await playedOut(service, SEED);
    const over = await tournamentOf(service);
    expect(over.state, `seed ${SEED}`).toBe('over');
    const played = over.pairings.filter(({ board }) => board !== null);
    // A drawn game of a knock-out is played again.
    expect(played.length).toBeGreaterThanOrEqual(games);
    if (!options.includes('knock-out')) expect(played).toHaveLength(games);
    expect(new Set(played.map(({ board }) => board)).size).toBe(played.length);
    for (const name of names) expect(textTo(mails, name), `seed ${SEED}`).toContain('Won by');
    expect(await boardsOf(service)).toEqual([]);
    expect(service.log.filter(line => line.includes('failed'))).toEqual([]);
  });

  it('opens boards with swap, time for all moves and the number of the tournament', async () => {
    const { service, mails } = await begun(2, '--entries=8');
    const [board] = await boardsOf(service);
    expect(board).toMatchObject({
      swap: true,
      tournament: { number: 1, round: 1 },
      time: { totaltime: 10, increment: 1.5, cap: 10 },
    });
    const subjects = told(mails);
    const tail = toMove(board!) === 'player1' ? 'your turn' : 'to move';
    expect(subjects).toContain(`player1: New Hex Board ${board!.number} ${toMove(board!)}: ${tail}`);
    expect(mails.find(({ subject }) => subject.startsWith('New'))!.text).toContain(
      'This is a game of tournament 1, round 1.',
    );
  });

  it('begins by itself when enough have entered, and not before', async () => {
    const names = await club(3);
    const { service } = names;
    await service.write('player1', 'hex tournament open -size=3 --entries=3');
    for (const name of ['player1', 'player2']) await service.write(name, 'tournament enter 1');
    await service.live(DAY_MS);
    expect((await tournamentOf(service)).state).toBe('open');
    const last = await service.write('player3', 'tournament enter 1');
    const more = await service.live(HOUR_MS);
    expect((await tournamentOf(service)).state).toBe('running');
    expect(told([...last, ...more]).filter(each => each.includes('New Hex Board'))).toHaveLength(6);
  });

  it('begins on its day where its organiser lives, or is called off where nobody comes', async () => {
    const names = await club(2);
    const { service } = names;
    await service.write('player1', 'set timezone=Pacific/Kiritimati');
    await service.write('player1', 'hex tournament open -size=3 --start=2026-11-25');
    await service.write('player2', 'tournament enter 1');
    expect((await tournamentOf(service)).starts).toBe(Date.parse('2026-11-24T10:00:00Z'));
    const mails = await service.live(4 * DAY_MS);
    expect((await tournamentOf(service)).state).toBe('cancelled');
    expect(textTo(mails, 'player2')).toContain('There were fewer than two players');
  });
});

describe('who does not play', () => {
  it('before the first move of a game loses it when time ends, and is in nothing more', async () => {
    const { service } = await begun(4, '--kind=swiss --rounds=3');
    const boards = await boardsOf(service);
    const silent = toMove(boards[0]!);
    await service.write(toMove(boards[1]!), `hex resign ${boards[1]!.number}`);
    await service.live(16 * DAY_MS);
    const { entrants, pairings } = await tournamentOf(service);
    const index = entrants.findIndex(({ userid }) => userid === silent);
    expect(entrants[index]!.hasLeft).toBe(true);
    expect(pairings.filter(({ round }) => round > 1).flatMap(({ first, second }) => [first, second])).not.toContain(
      index,
    );
  });

  it('and says so loses what is played, and the others go on', async () => {
    const { service } = await begun(4, '--kind=round-robin');
    const mails = await service.write('player2', 'tournament withdraw 1');
    expect(textTo(mails, 'player2')).toContain('You have left this tournament.');
    await service.live(HOUR_MS);
    expect(await boardsOf(service)).toHaveLength(3);
    await playedOut(service, SEED);
    const over = await tournamentOf(service);
    const rows = buildTable(over, 0);
    expect(over.entrants[rows.at(-1)!.entrant]!.userid).toBe('player2');
    expect(rows.at(-1)).toMatchObject({ lost: 3, points: 0 });
  });

  it('since no mail reaches them is left out when it begins', async () => {
    const names = await club(3);
    const { service } = names;
    await service.write('player1', 'hex tournament open -size=3');
    for (const name of names) await service.write(name, 'tournament enter 1');
    await service.write('player3', 'signoff player3');
    await service.write('player1', 'tournament start 1');
    await service.live(HOUR_MS);
    expect((await tournamentOf(service)).entrants.map(({ userid }) => userid).toSorted()).toEqual([
      'player1',
      'player2',
    ]);
  });

  it('any more, having signed off, has left once the account cannot be opened again', async () => {
    const { service } = await begun(4, '--kind=swiss');
    const hasLeft = async (userid: string): Promise<boolean | undefined> =>
      (await tournamentOf(service)).entrants.find(each => each.userid === userid)?.hasLeft;
    const [alert] = (await service.write('player3', 'signoff player3')).filter(({ text }) =>
      text.includes('is closed'),
    );
    await service.live(HOUR_MS);
    await service.deliver({ from: alert!.to[0]!, subject: `Re: ${alert!.subject}`, body: 'no', replyTo: alert! });
    await service.write('player4', 'signoff player4');
    await service.live((limits.undoDays + 1) * DAY_MS);
    expect([await hasLeft('player3'), await hasLeft('player4')]).toEqual([false, true]);
    expect((await playedOut(service, SEED)).length).toBeGreaterThan(0);
    expect((await tournamentOf(service)).state).toBe('over');
  });
});

describe('tables', () => {
  it('come daily, after each result, or not at all', async () => {
    const { service } = await begun(4, '--kind=round-robin');
    await service.write('player1', 'set tables=each');
    await service.write('player2', 'set tables=none');
    const [one, two] = await boardsOf(service);
    const news = (mails: readonly Received[]): readonly string[] =>
      told(mails.filter(({ subject }) => subject.includes('tournament')))
        .map(each => each.split(':')[0]!)
        .toSorted();
    const first = [
      ...(await service.write(toMove(one!), `hex resign ${one!.number}`)),
      ...(await service.live(HOUR_MS)),
    ];
    expect(news(first)).toEqual(['player1']);
    const second = [
      ...(await service.write(toMove(two!), `hex resign ${two!.number}`)),
      ...(await service.live(DAY_MS)),
    ];
    expect(news(second)).toEqual(['player1', 'player3', 'player4']);
    expect(news(await service.live(2 * DAY_MS))).toEqual([]);
    const table = second.find(({ to, subject }) => to[0] === addressOf('player3') && subject.includes('tournament'))!;
    expect(String(table.headers.get('list'))).toBeDefined();
    expect(table.raw).toContain('List-Unsubscribe');
    expect(table.raw).toContain('tables%3Dnone');
  });
});

describe('who may', () => {
  it('open one: whoever has finished games against people, one at a time', async () => {
    const names = await club(2);
    const { service } = names;
    const [few] = await service.write('player2', 'hex tournament open -size=3');
    // The club's first ten games were theirs too.
    expect(few!.text).toContain('is open for entries');
    const [none] = await service.write('player2', 'hex tournament open -size=3');
    expect(none!.text).toContain('one at a time');
    await service.write('late', 'signup late');
    const [refusal] = await service.write('late', 'hex tournament open -size=3');
    expect(refusal!.text.replace(/\s+/g, ' ')).toContain(
      'ou can open tournaments after 10 games against people (you have 0)',
    );
    const [other] = await service.write('player1', 'tournament start 1');
    expect(other!.text).toContain('nother player opened tournament 1');
  });

  it('open one: whoever has played robots a hundred times, and people after that', async () => {
    const { service } = await club(2);
    const boards = Array.from({ length: 100 }, (_, n): readonly [DocumentKey, Match] => [
      `match/gonnect/${101 + n}`,
      { ...match(101 + n, ['player1', 'robot1'], 'over', 'gonnect'), setup: { size: '3x3' }, record: GIVEN_UP },
    ]);
    await commit(service.store, change('robots', boards));
    const [opened] = await service.write('player1', 'hex tournament open -size=3');
    expect(opened!.text).toContain('Your tournament 1 is open');
  });

  it('enter as often as the limit of a day', async () => {
    const names = await club(2);
    const { service } = names;
    await service.write('player1', 'hex tournament open -size=3');
    for (let n = 0; n < tournamentLimits.tournamentEntriesPerDay; n++) {
      await service.write('player2', 'tournament enter 1');
      await service.write('player2', 'tournament withdraw 1');
    }
    const [refusal] = await service.write('player2', 'tournament enter 1');
    expect(refusal!.text.replace(/\s+/g, ' ')).toContain('tournaments today, which is the limit');
  });

  it.each([
    ['nexos tournament open -players=4', 'ournaments are for two'],
    ['hex tournament open --kind=arena', '--kind is given once'],
    ['hex tournament open --rounds=3', '--rounds is for --kind=swiss'],
    ['hex tournament open --start=2026-02-30', '--start is given once'],
    ['hex tournament open --start=2020-01-01', 'starts on a future day'],
    ['hex tournament open --totaltime=400', 'each player has at most 60 days'],
    ['hex tournament open --totaltime=60 --increment=365 --cap=3650', 'each player has at most 60 days'],
    ['tournament enter 9', 'here is no tournament 9'],
    ['tournament open', 'hich game?'],
    ['tournament dance 1', 'tournament ['],
  ])('nothing that cannot be: %s', async (subject, answer) => {
    const { service } = await club(2);
    const [refusal] = await service.write('player1', subject);
    expect(refusal!.text.replace(/\s+/g, ' ')).toContain(answer);
  });

  it('no undo, and no time given away', async () => {
    const { service } = await begun(2, '');
    const [board] = await boardsOf(service);
    const game = gameOf(board!);
    const move = game.format(
      matchStateOf(game, board!).position,
      game.randomMove(matchStateOf(game, board!).position, createRandom(1)),
    );
    const mover = toMove(board!);
    await service.write(mover, `hex move ${board!.number} ${move}`);
    const [undo] = await service.write(mover, `hex undo ${board!.number}`);
    expect(undo!.text).toContain('here is no undo in tournaments.');
    const [time] = await service.write(mover, `hex addtime ${board!.number} 3`);
    expect(time!.text.replace(/\s+/g, ' ')).toContain("you can't give time in a tournament");
  });
});

it('a list shows what can be entered, what is played, and what is over', async () => {
  const { service } = await begun(2, '--name=Spring-Cup');
  await service.write('player2', 'hex tournament open -size=4 --kind=knock-out');
  const [list] = await service.write('player1', 'tournament');
  expect(list!.text).toMatch(/Open for entries:[^]*2 \(Hex\)[^]*In play:[^]*1 \(Spring-Cup\)/);
  const [none] = await service.write('player1', 'nex tournament list');
  expect(none!.text).toContain('There are no tournaments of Nex yet.');
});
