// The tutorial: one at a time, beside all limits and clocks, told whatever mails its player wants; its lessons name moves that can be made.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { matchStateOf } from '#core/board/match.ts';
import { chooseLesson } from '#core/board/lesson.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { lab, mail } from '../service/lab.ts';
import { seedsFor } from '#test/seeds.ts';

const DAY_MS = 86_400_000;

const from = (name: string, subject: string, replyTo?: Parameters<typeof mail>[0]['replyTo'], body = ''): string =>
  mail({ from: `${name}@example.test`, subject, body, ...(replyTo === undefined ? {} : { replyTo }) });

describe('the tutorial', () => {
  it('is one board, shown again as long as it is played', async () => {
    const service = lab();
    await service.deliver(from('alice', 'signup alice'));
    const [first] = await service.deliver(from('alice', 'help tutorial'));
    expect(first!.subject).toBe('New Nex Board 101 alice: your turn');
    const [again] = await service.deliver(from('alice', 'tutorial'));
    expect(again!.subject).toBe('Nex Board 101 alice: your turn');
    const [, answered] = await service.deliver(from('alice', 'Re:', first, 'b2,c3'));
    expect(answered!.text).toContain('Make one on purpose: reply `b2,c3` again');
    await service.deliver(from('alice', 'Re:', answered, 'resign'));
    const [next] = await service.deliver(from('alice', 'help tutorial'));
    expect(next!.subject).toBe('New Nex Board 102 alice: your turn');
  });

  it('is described to whoever has no account, where no robots are, and in the middle of another game', async () => {
    const [stranger] = await lab().deliver(from('carol', 'help tutorial'));
    expect(stranger!.text).toContain('`signup yourname`');
    const quiet = lab({ robots: [] });
    await quiet.deliver(from('alice', 'signup alice'));
    const [told] = await quiet.deliver(from('alice', 'help tutorial'));
    expect(told!.subject).toBe('nexpost: tutorial');
    expect(told!.text).not.toContain('robot');
    const service = lab();
    await service.deliver(from('alice', 'signup alice'));
    const [board] = await service.deliver(from('alice', 'nex challenge -size=5 me robot1'));
    const [described] = await service.deliver(from('alice', 'Re:', board, 'help tutorial'));
    expect(described!.subject).toBe('nexpost: tutorial');
  });

  it('takes nobody’s place among the boards with robots, and is not in their way', async () => {
    const service = lab();
    await service.deliver(from('alice', 'signup alice'));
    await service.deliver(from('alice', 'help tutorial'));
    for (let i = 0; i < limits.robotBoardsPerPlayer; i++) {
      const [opened] = await service.deliver(from('alice', 'nex challenge -size=5 me robot1'));
      expect(opened!.subject).toContain('New Nex Board');
    }
    const [full] = await service.deliver(from('alice', 'nex challenge -size=5 me robot1'));
    expect(full!.subject).not.toContain('New');
    const [again] = await service.deliver(from('alice', 'help tutorial'));
    expect(again!.subject).toBe('Nex Board 101 alice: your turn');
  });

  it('waits for ever, and nobody is reminded of it', async () => {
    const service = lab();
    await service.deliver(from('alice', 'signup alice'));
    await service.deliver(from('alice', 'set per=digest'));
    await service.deliver(from('alice', 'help tutorial'));
    expect(await service.live(60 * DAY_MS)).toEqual([]);
    const [again] = await service.deliver(from('alice', 'help tutorial'));
    expect(again!.subject).toBe('Nex Board 101 alice: your turn');
  });

  it.each(['none', 'digest'])('tells what the robot plays also with per=%s', async per => {
    const service = lab();
    await service.deliver(from('alice', 'signup alice'));
    await service.deliver(from('alice', `set per=${per}`));
    const [first] = await service.deliver(from('alice', 'help tutorial'));
    const mails = await service.deliver(from('alice', 'Re:', first, 'b2,c3'));
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Nex Board 101 robot0: to move',
      'Nex Board 101 alice: your turn',
    ]);
  });
});

const nex = games.find(({ name }) => name === 'nex')!;
const setup = nex.setup([['size', '4']]);

const boardOf = (record: readonly Entry[], over: boolean): Match => ({
  ...{ game: 'nex', number: 101, setup: setup.ok ? setup.value : {}, swap: true, challenger: 'alice', record },
  players: ['alice', 'robot1'].map(userid => ({ kind: 'account', userid })),
  ...{ state: over ? 'over' : 'active', comment: null, threads: [null, null], opened: 0, isTutorial: true },
});

/** Lessons whose move is to be made. */
const PLAYED = ['lesson-try-place', 'lesson-try-convert', 'lesson-refused'];

it.each(seedsFor(import.meta.filename))('its lessons name moves that can be made, in any game (seed %i)', seed => {
  const rng = createRandom(seed);
  for (let n = 0; n < 60; n++) {
    let record: readonly Entry[] = [];
    for (let plies = 0; plies < 200; plies++) {
      const matchState = matchStateOf(nex, boardOf(record, false));
      const match = boardOf(record, matchState.outcome !== null);
      const lesson = chooseLesson({ table: { game: nex, match, matchState }, player: 0, isError: false });
      expect(lesson.length, `game ${n}`).toBeGreaterThan(0);
      if (matchState.outcome !== null) break;
      const named = lesson.filter(({ code }) => PLAYED.includes(code)).map(({ parts }) => parts['move'] as string);
      const unplayable = named.filter(move => !nex.parse(matchState.position, move).ok);
      expect(unplayable, `game ${n}`).toEqual([]);
      const moves = [...nex.moves(matchState.position)];
      const move = moves[rng.below(moves.length)]!;
      record = [...record, { kind: 'move', text: nex.format(matchState.position, move), at: record.length }];
    }
  }
});
