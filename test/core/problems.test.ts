// Problems by mail and on the page: who gets which, what an answer does, and when no more come.
import { expect, describe, it } from 'vitest';
import {
  replayProblem,
  findProblem,
  listProblems,
  chooseProblem,
  createSolver,
  noteAnswer,
  noteSent,
  findProblemOfDay,
} from '#core/features/problems/problem.ts';
import { DAY_MS } from '#core/kernel/time.ts';
import { findGame, games } from '#games/registry/index.ts';
import { executeCommand } from '#service/control.ts';
import { START, clubOf, type Lab, type Received } from '../service/lab.ts';

const numberOf = (mail: Received): number => Number(/problem (\d+),/.exec(mail.subject)?.[1]);
const flat = ({ text }: Received): string => text.replace(/\s+/g, ' ');
const isProblem = ({ subject }: Received): boolean => /^nexpost: problem \d/.test(subject);
const solverOf = (club: Lab) => club.document('problem/alice');

async function begin(): Promise<{ readonly club: Lab; readonly mail: Received }> {
  const { club, send } = await clubOf(['alice', 'bob']);
  await send('alice', 'set problem=daily');
  const [mail] = (await club.live(DAY_MS)).filter(isProblem);
  return { club, mail: mail! };
}

/** A legal move that is not the answer. */
function wrongMove(number: number): string {
  const problem = findProblem(number)!;
  const {
    game,
    matchState: { position },
  } = replayProblem({ games }, problem);
  return [...game.moves(position)].map(move => game.format(position, move)).find(text => text !== problem.line[0])!;
}

describe('the collection', () => {
  it('lasts more than a year, and has problems of many strengths', () => {
    expect(listProblems().length).toBeGreaterThanOrEqual(400);
    expect(new Set(listProblems().map(({ rating }) => rating)).size).toBeGreaterThan(4);
    expect(new Set(listProblems().map(({ number }) => number)).size).toBe(listProblems().length);
  });

  it('has legal moves, and lines that end the game with the win of the side to move', () => {
    for (const problem of listProblems()) {
      const {
        game,
        matchState: { position },
      } = replayProblem({ games }, problem);
      const mover = game.toMove(position);
      const end = problem.line.reduce((at, text) => {
        const move = game.parse(at, text);
        expect(move.ok, `${problem.number}: ${text}`).toBe(true);
        return move.ok ? game.play(at, move.value) : at;
      }, position);
      const outcome = game.outcome(end);
      const seat = game.seats(problem.setup).findIndex(({ colours }) => colours.includes(mover!));
      expect(outcome?.ranks[seat], `${problem.number}`).toBe(1);
    }
  });

  it('shows each problem once as that of a day', () => {
    const days = Array.from(
      { length: listProblems().length },
      (_, day) => findProblemOfDay(START + day * DAY_MS).number,
    );
    expect(new Set(days).size).toBe(days.length);
  });
});

describe('a solver', () => {
  it('gets no problem twice in a year, and harder ones after right answers', () => {
    let solver = createSolver('alice');
    const ratings: number[] = [];
    for (let day = 0; day < 366; day++) {
      const problem = chooseProblem(solver, START + day * DAY_MS)!;
      expect(solver.sent.some(({ number }) => number === problem.number)).toBe(false);
      ratings.push(problem.rating);
      solver = noteAnswer(noteSent(solver, problem, START + day * DAY_MS), problem, true);
    }
    expect(ratings.at(40)).toBeGreaterThan(ratings[0]!);
    expect(solver).toMatchObject({ streak: 366, longest: 366, solved: 366 });
  });
});

describe('by mail', () => {
  it('a right answer wins, once', async () => {
    const { club, mail } = await begin();
    const best = findProblem(numberOf(mail))!.line[0]!;
    const [answer] = await club.reply('alice', mail, `${best}\n\nNice one!`);
    expect(flat(answer!)).toContain(`Right: ${best} wins!`);
    expect(flat(answer!)).toContain(`The best moves of both sides: ${findProblem(numberOf(mail))!.line.join(' ')}.`);
    expect(await solverOf(club)).toMatchObject({ streak: 1, solved: 1 });
    const [again] = await club.reply('alice', mail, best);
    expect(flat(again!)).toContain('already answered');
    expect(await solverOf(club)).toMatchObject({ streak: 1, solved: 1 });
  });

  it('a wrong answer tells the right one, and the rating falls', async () => {
    const { club, mail } = await begin();
    const before = (await solverOf(club)).rating;
    const [answer] = await club.reply('alice', mail, wrongMove(numberOf(mail)));
    expect(flat(answer!)).toMatch(/does not win\. \S+ does\./);
    expect((await solverOf(club)).rating).toBeLessThan(before);
  });

  it('what is no move is an ordinary mail, and an illegal move may be sent again', async () => {
    const { club, mail } = await begin();
    const [help] = await club.reply('alice', mail, 'help');
    expect(flat(help!)).toContain('help commands');
    const problem = findProblem(numberOf(mail))!;
    const [refusal] = await club.reply('alice', mail, problem.moves[0]!);
    expect(refusal!.subject).toBe(mail.subject);
    expect(flat(refusal!)).toContain('is taken');
    expect((await solverOf(club)).sent.at(-1)!.isRight).toBeNull();
  });

  it('the answer of somebody else counts for nobody', async () => {
    const { club, mail } = await begin();
    await club.reply('bob', mail, findProblem(numberOf(mail))!.line[0]!);
    expect(await solverOf(club)).toMatchObject({ solved: 0 });
  });

  it('stops after five without an answer, and goes on after one', async () => {
    const { club } = await begin();
    const later = (await club.live(9 * DAY_MS)).filter(isProblem);
    // One came at once, and one at the hour of the first day.
    expect(later).toHaveLength(3);
    expect(flat(later.at(-1)!)).toContain('had no answer');
    await club.reply('alice', later.at(-1)!, wrongMove(numberOf(later.at(-1)!)));
    expect((await club.live(2 * DAY_MS)).filter(isProblem)).toHaveLength(2);
  });

  it.each(['problem', 'the answer'])('goes on for days after %s', async sign => {
    const { club } = await begin();
    const later = (await club.live(9 * DAY_MS)).filter(isProblem);
    const last = later.at(-1)!;
    await club.reply('alice', last, sign === 'problem' ? sign : findProblem(numberOf(last))!.line[0]!);
    const more = (await club.live(4 * DAY_MS)).filter(isProblem);
    expect(more.length).toBeGreaterThanOrEqual(3);
    expect(more.map(flat).join(' ')).not.toContain('had no answer');
  });

  it('comes once a day, however often it is switched on', async () => {
    const { club } = await begin();
    for (let count = 0; count < 10; count++)
      for (const wish of ['off', 'daily']) await club.write('alice', `set problem=${wish}`);
    expect((await club.live(DAY_MS)).filter(isProblem).length).toBeLessThanOrEqual(1);
  });

  it.each(['stop', 'Please stop sending these', 'unsubscribe'])('%s ends it', async line => {
    const { club, mail } = await begin();
    await club.reply('alice', mail, line);
    expect((await club.live(3 * DAY_MS)).filter(isProblem)).toEqual([]);
  });

  it('does not come to a player who is banned', async () => {
    const { club } = await begin();
    const ban = JSON.stringify({ act: 'ban', userid: 'alice', days: 30 });
    expect(JSON.parse(await executeCommand(ban, club.context))).toMatchObject({ done: true });
    expect((await club.live(3 * DAY_MS)).filter(isProblem)).toEqual([]);
  });

  it('ends with the setting, and with one click', async () => {
    const { club, mail } = await begin();
    expect(mail.raw).toMatch(/^List-Unsubscribe:/m);
    await club.write('alice', 'set problem=off');
    expect((await club.live(3 * DAY_MS)).filter(isProblem)).toEqual([]);
  });

  it('has a limit a day', async () => {
    const { club, send } = await clubOf(['alice']);
    for (let count = 0; count < 20; count++) {
      const [mail] = await send('alice', 'problem');
      await club.reply('alice', mail!, findProblem(numberOf(mail!))!.line[0]!);
    }
    const [refusal] = await send('alice', 'problem');
    expect(flat(refusal!)).toContain('within a day');
  });
});

it('knows the games of its problems', () => {
  expect([...new Set(listProblems().map(({ game }) => game))].filter(name => findGame(name) === null)).toEqual([]);
});
