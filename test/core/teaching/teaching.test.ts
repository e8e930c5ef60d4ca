// Hints, analyses and results that wait for a review: one mail, once, whatever happens to the search, and within limits.
import { describe, expect, it } from 'vitest';
import { searchSessions } from '#adapters/workers/search-sessions.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { hasRoomForReview } from '#core/features/teaching/ask.ts';
import type { Purpose } from '#core/features/teaching/review.ts';
import { limits } from '#core/kernel/limits.ts';
import type { State } from '#core/kernel/state.ts';
import { commitRequest } from '#service/commit-request.ts';
import { createService } from '#service/create-service.ts';
import type { Store } from '#service/ports.ts';
import type { Engines, SearchRequest } from '#engines/index.ts';
import { findNamedGame } from '#games/game.ts';
import { games } from '#games/registry/index.ts';
import { type Lab, lab, type Received } from '#test/service/lab.ts';
import { testPorts, testSettings } from '#test/service/ports.ts';

const MINUTE_MS = 60_000;

type Write = (name: string, subject: string, body?: string) => Promise<readonly Received[]>;

const writerTo =
  (service: Lab): Write =>
  (name, subject, body = '') =>
    service.write(name, subject, body);

/** A service where alice plays robot1 on board 101, Hex on 3x3. The game goes on. */
async function boardWithRobot(service: Lab): Promise<Write> {
  const write = writerTo(service);
  await write('alice', 'signup alice');
  await write('alice', 'hex challenge -size=3 me robot1');
  return write;
}

/** A service whose robots never think. */
const deaf = (store: Store = createMemoryStore()): Lab => lab({ store }, { areRobotsDeaf: true });

const subjects = (mails: readonly Received[]): readonly string[] => mails.map(({ subject }) => subject);

/** alice opens, a robot answers by hand, and alice resigns. */
async function loseTo(service: Lab): Promise<readonly Received[]> {
  const write = await boardWithRobot(service);
  await write('alice', 'hex move 101 a1');
  const { robots } = createService(testPorts({ store: service.store }), testSettings());
  await robots.play();
  return write('alice', 'hex resign 101');
}

/** The Subjects of the mails with results. */
const results = (mails: readonly Received[]): readonly string[] =>
  subjects(mails).filter(each => each.endsWith(' won'));

const waiting = (store: Store): Promise<readonly string[]> => store.list('kind/review', null, 10);

describe('the mail with a result', () => {
  it('comes once, with what decided the game, in words and as a graph', async () => {
    const service = lab();
    const write = await boardWithRobot(service);
    await write('alice', 'hex move 101 a1');
    const mails = await write('alice', 'hex resign 101');
    expect(subjects(mails)).toEqual(['Hex Board 101: robot1 won']);
    expect(mails[0]?.text).toContain('Proved, not an opinion.');
    expect(mails[0]?.text).toContain('Your chances: 100% at the start');
    expect(mails[0]?.html).toContain('aria-hidden="true"');
    expect(await waiting(service.store)).toEqual([]);
    expect(await service.live(60 * MINUTE_MS)).toEqual([]);
  });

  it('waits while no engine has searched, and comes without a review after some minutes', async () => {
    const service = deaf();
    expect(results(await loseTo(service))).toEqual([]);
    expect(await waiting(service.store)).toEqual(['review/result/hex/101/alice']);
    const mails = await service.live((limits.reviewMinutes + 1) * MINUTE_MS);
    expect(subjects(mails)).toEqual(['Hex Board 101: robot1 won']);
    expect(mails[0]?.text).not.toContain('Proved');
    expect(await waiting(service.store)).toEqual([]);
    expect(await service.live(60 * MINUTE_MS)).toEqual([]);
  });

  it('survives a crash between the end of the game and the review', async () => {
    const service = deaf();
    await loseTo(service);
    const next = lab({ store: service.store });
    const mails = await next.live(1);
    expect(subjects(mails)).toEqual(['Hex Board 101: robot1 won']);
    expect(mails[0]?.text).toContain('You resigned a won game');
  });

  it('tells of the position in which the loser gave up, not of that after it', async () => {
    const { engines } = testPorts();
    const asked: SearchRequest[] = [];
    const search: Engines['search'] = async request => {
      if (request.sessionKey?.includes('result')) asked.push(request);
      return { ...(await engines.search(request)), value: 0.8, isProven: false };
    };
    const write = writerTo(lab({ engines: { ...engines, search } }));
    await write('alice', 'signup alice');
    await write('alice', 'nexos challenge -players=2 me robot1');
    await write('alice', 'nexos move 101 e16,e18,d19,e20');
    const [result] = await write('alice', 'nexos resign 101');
    expect(asked.slice(0, 3).map(({ moves }) => moves.length)).toEqual([2, 1, 0]);
    const nexos = findNamedGame(games, 'nexos')!.game;
    for (const { setup, position, moves } of asked) {
      const at = nexos.decode(setup, position);
      expect(at.ok && nexos.outcome(at.value), moves.join(' ')).toBeNull();
    }
    expect(result?.text.replace(/\s+/g, ' ')).toContain('You resigned early');
  });

  it('goes at once to a player who wants no words of robots, and where no robot plays', async () => {
    const service = deaf();
    const write = await boardWithRobot(service);
    await write('alice', 'set robots=silent');
    const [first] = await write('alice', 'hex challenge -size=3 me robot1');
    expect(first?.text).not.toContain('Hello');
    await write('alice', 'hex move 101 a1');
    await createService(testPorts({ store: service.store }), testSettings()).robots.play();
    expect(results(await write('alice', 'hex resign 101'))).toEqual(['Hex Board 101: robot1 won']);
    await write('bob', 'signup bob');
    await write('alice', 'hex challenge -size=3 me bob');
    await write('alice', 'hex move 103 a1');
    await write('bob', 'hex move 103 b2');
    expect(await write('alice', 'hex resign 103')).toHaveLength(2);
  });

  it('goes at once where the operator has switched the robots off', async () => {
    const service = deaf();
    const write = await boardWithRobot(service);
    await write('alice', 'hex move 101 a1');
    await createService(testPorts({ store: service.store }), testSettings()).robots.play();
    const without = lab({ store: service.store, robots: [] });
    expect(results(await writerTo(without)('alice', 'hex resign 101'))).toEqual(['Hex Board 101: robot1 won']);
    const [refusal] = await writerTo(without)('alice', 'hex analyse 101');
    expect(refusal?.text).toContain('no robots');
  });

  it('has no review that an engine failed to give', async () => {
    const service = deaf();
    await loseTo(service);
    const engines: Engines = { search: () => Promise.reject(new Error('no answer')), close: () => Promise.resolve() };
    const mails = await lab({ store: service.store, engines }).live(1);
    expect(subjects(mails)).toEqual(['Hex Board 101: robot1 won']);
    expect(mails[0]?.text).not.toContain('chances');
  });

  it('is not sent to a player who was forgotten meanwhile', async () => {
    const service = deaf();
    await loseTo(service);
    await commitRequest({ kind: 'forget-player', userid: 'alice' }, 'operator:1', service.context);
    for (let hour = 0; hour < 2; hour++) await service.live(60 * MINUTE_MS);
    expect(await waiting(service.store)).toEqual([]);
  });
});

describe('a hint', () => {
  /** A service that notes which searches are asked for. */
  function listening(value: number | null = null): { readonly service: Lab; readonly asked: SearchRequest[] } {
    const asked: SearchRequest[] = [];
    const { engines } = testPorts();
    const search = async (request: SearchRequest): ReturnType<Engines['search']> => {
      if (request.sessionKey?.includes('hint')) asked.push(request);
      const result = await engines.search(request);
      return value === null ? result : { ...result, value };
    };
    return { service: lab({ engines: { ...engines, search } }), asked };
  }

  it('looks for a fair move where the other side may swap, and names no answer', async () => {
    const { service, asked } = listening();
    const write = writerTo(service);
    await write('alice', 'signup alice');
    await write('alice', 'hex challenge -size=3 -swap=on me robot1');
    const [hint] = await write('alice', 'hex hint 101');
    expect(asked.map(({ swapAfter }) => swapAfter)).toEqual([1]);
    expect(hint?.text).toContain('I would play');
    expect(hint?.text).not.toContain('Proved');
  });

  it('is searched on the board as it is after one of four has resigned', async () => {
    const { service, asked } = listening(0.7);
    const write = writerTo(service);
    for (const name of ['alice', 'bob', 'carol', 'dave']) await write(name, `signup ${name}`);
    await write('alice', 'nexos challenge -players=4 -rated=off alice bob carol dave');
    for (const name of ['bob', 'carol', 'dave']) await write(name, 'nexos accept 101');
    const moves = ['e16,e18,d19,e20', 'u22,t23', 'u6,y6,v7,x7', 'd5,e6,e8', 'c20'];
    for (const [index, move] of moves.entries()) {
      const player = ['alice', 'bob', 'carol', 'dave'][index % 4]!;
      await write(player, `nexos move 101 ${move}`);
    }
    await write('bob', 'nexos resign 101');
    const [hint] = await write('carol', 'nexos hint 101');
    expect(hint?.text).toContain('I would play');
    expect(hint?.text).toContain('I expect you to finish in about place 2 of 4. Opinion, not proved.');
    expect(hint?.text).not.toContain('%');
    const nexos = findNamedGame(games, 'nexos')!.game;
    for (const { setup, position, moves: since } of asked) {
      const now = nexos.decode(setup, position);
      for (const text of since) expect(now.ok && nexos.parse(now.value, text).ok).toBe(true);
    }
    expect(asked.map(({ moves: since }) => since.length)).toEqual([0, 1]);
  });

  it('comes before results and analyses, and a robot moves before them all', async () => {
    const service = deaf();
    const write = await boardWithRobot(service);
    await write('alice', 'hex challenge -size=3 robot1 me');
    await write('alice', 'hex challenge -size=3 me robot1');
    await write('alice', 'hex move 103 a1');
    await createService(testPorts({ store: service.store }), testSettings()).robots.play();
    await write('alice', 'hex analyse 103');
    await write('alice', 'hex resign 103');
    await write('alice', 'hex hint 101');
    await write('alice', 'hex challenge -size=3 robot1 me');
    const asked: string[] = [];
    const { engines } = testPorts();
    const search: Engines['search'] = request => {
      const [purpose = ''] = /(?:hint|result|analysis)/.exec(request.sessionKey ?? '') ?? ['move'];
      if (asked.at(-1) !== purpose) asked.push(purpose);
      return engines.search(request);
    };
    const ports = testPorts({ store: service.store, engines: { ...engines, search } });
    await createService(ports, testSettings()).robots.play();
    expect(asked).toEqual(['move', 'hint', 'result', 'analysis']);
  });

  it('comes in every form of mail: as words alone to screen readers and chats', async () => {
    const service = lab();
    const write = await boardWithRobot(service);
    for (const form of ['mail=text board=words', 'mail=chat']) {
      await write('alice', `set ${form}`);
      const [hint] = await write('alice', 'hex hint 101');
      expect(hint?.text.replace(/\s+/g, ' ')).toContain('I would play b2: a black stone on b2.');
      expect(hint?.html).toBe('');
    }
  });

  it('is dropped when the board has gone on', async () => {
    const service = deaf();
    const write = await boardWithRobot(service);
    await write('alice', 'hex hint 101');
    await write('alice', 'hex move 101 b2');
    const mails = await lab({ store: service.store }).live(1);
    expect(subjects(mails)).toEqual(['Hex Board 101 alice: your turn']);
  });

  it('is excused when no engine answers', async () => {
    const service = deaf();
    const write = await boardWithRobot(service);
    expect(await write('alice', 'hex hint 101')).toEqual([]);
    const [again] = await write('alice', 'hex hint 101');
    expect(again?.text).toContain('still thinking');
    const [excuse] = await service.live(60 * MINUTE_MS);
    expect(excuse?.subject).toBe('Hex Board 101 Hint');
    expect(excuse?.text).toContain("couldn't find a good move in time");
  });

  it('is refused beyond the limits of a day, and of what waits', async () => {
    const service = deaf();
    const write = await boardWithRobot(service);
    for (let board = 102; board <= 104; board++) await write('alice', 'hex challenge -size=3 me robot1');
    for (let board = 101; board <= 103; board++) await write('alice', `hex hint ${board}`);
    const [full] = await write('alice', 'hex hint 104');
    expect(full?.text).toContain('still thinking about 3 boards');
    const thinking = lab({ store: service.store });
    await thinking.live(1);
    const ask = writerTo(thinking);
    for (let count = 3; count < limits.hintsPerDay; count++)
      expect(subjects(await ask('alice', 'hex hint 104'))).toContain('Hex Board 104 Hint');
    const [late] = await ask('alice', 'hex hint 104');
    expect(late?.text.replace(/\s+/g, ' ')).toContain(`${limits.hintsPerDay} hints within a day`);
  });

  it('names a threat that it stops, and a win at once', async () => {
    const service = lab();
    const write = writerTo(service);
    await write('alice', 'signup alice');
    await write('alice', 'hex challenge -size=3 --rated=no alice alice');
    for (const move of ['b3', 'c1', 'a1', 'c2']) await write('alice', `hex move 101 ${move}`);
    const [stop] = await write('alice', 'hex hint 101');
    expect(stop?.text).toMatch(/I would play c3/);
    expect(stop?.text.replace(/\s+/g, ' ')).toContain(
      'It stops a threat: after most other moves alice wins at once, with c3.',
    );
    await write('alice', 'hex move 101 a2');
    const [win] = await write('alice', 'hex hint 101');
    expect(win?.text).toContain('That wins at once.');
  });
});

describe('a proof', () => {
  const textOf = (mails: readonly Received[]): string => mails.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ');

  /** A service whose robots play as well as they can in a few nodes. */
  const thinkingLab = (): Lab => {
    const { engines } = testPorts();
    const search = searchSessions(() => 0);
    return lab({ engines: { ...engines, search: request => Promise.resolve(search({ ...request, nodes: 400 })) } });
  };

  it('is told by the robot that wins, unless a swap is ahead, the board counts, or robots are to be silent', async () => {
    const service = thinkingLab();
    const write = writerTo(service);
    await write('alice', 'signup alice');
    const told = 'Proved: robot5 wins from here, whatever you play. `proof` shows how.';
    expect(textOf(await write('alice', 'hex challenge -size=3 robot5 me'))).toContain(told);
    expect(textOf(await write('alice', 'hex proof 101'))).toContain(
      'Proved: Black wins from here, whatever White plays.',
    );
    for (const options of ['-swap=on', '--rated=yes'])
      expect(textOf(await write('alice', `hex challenge -size=3 ${options} robot5 me`))).not.toContain('Proved');
    expect(textOf(await write('alice', 'hex proof 103'))).toContain('is rated or part of a tournament');
    await write('alice', 'set robots=silent');
    expect(textOf(await write('alice', 'hex challenge -size=3 robot5 me'))).not.toContain('Proved');
  });

  it('is not told by a robot at a copy of a counted board', async () => {
    const service = thinkingLab();
    const write = writerTo(service);
    for (const name of ['alice', 'bob']) await write(name, `signup ${name}`);
    await write('alice', 'hex challenge -size=3 me bob');
    await write('alice', 'hex move 101 a1');
    const copied = textOf(await write('bob', 'hex challenge -from=101 me robot5'));
    expect(copied).toContain('robot5 played');
    expect(copied).not.toContain('Proved');
  });

  it('names colours in the language of its reader', async () => {
    const service = lab();
    const write = await boardWithRobot(service);
    await write('alice', 'set language=pt');
    const proof = textOf(await write('alice', 'hex proof 101'));
    expect(proof).toContain('Provado: com Pretas ganha-se a partir daqui, joguem Brancas o que jogarem.');
  });

  it('is not told by a robot that loses', async () => {
    const service = lab();
    const write = await boardWithRobot(service);
    expect(textOf(await write('alice', 'hex move 101 b2'))).not.toContain('Proved');
    expect(textOf(await write('alice', 'hex proof 101'))).toContain('Proved: Black wins from here');
  });

  it('is excused where none was found, and refused in a game without a solver', async () => {
    const service = deaf();
    const write = await boardWithRobot(service);
    await write('alice', 'hex proof 101');
    const [excuse] = await service.live(60 * MINUTE_MS);
    expect(excuse?.subject).toBe('Hex Board 101 Proof');
    expect(excuse?.text).toContain("can't prove yet who wins here");
    await write('alice', 'nexos challenge -players=2 me robot1');
    expect(textOf(await write('alice', 'nexos proof 101'))).toContain('I can prove nothing about Nexos');
  });
});

describe('reviews', () => {
  it('of results have room where hints and analyses have none left', () => {
    const withWaiting = (count: number): State => ({ listKeys: () => new Array<string>(count) }) as unknown as State;
    const findMost = (purpose: Purpose): number => {
      let count = 0;
      while (hasRoomForReview(withWaiting(count), purpose)) count += 1;
      return count;
    };
    expect((['hint', 'analysis', 'result'] as const).map(findMost)).toEqual([25, 25, 50]);
  });

  it('share the time: readers take turns, and many hints let a result through', async () => {
    const service = deaf();
    await loseTo(service);
    const write = writerTo(service);
    const readers = ['bob', 'carol', 'dave'];
    for (const [index, reader] of readers.entries()) {
      await write(reader, `signup ${reader}`);
      for (let board = 0; board < limits.reviewsPerPlayer; board++) {
        const number = 102 + index * limits.reviewsPerPlayer + board;
        await write(reader, 'hex challenge -size=3 me robot1');
        await write(reader, `hex hint ${number}`);
      }
    }
    const ended: string[] = [];
    const { engines } = testPorts();
    const search: Engines['search'] = request => {
      const [, purpose = '', reader = ''] = /review\/(\w+)\/hex\/\d+\/(\w+)/.exec(request.sessionKey ?? '') ?? [];
      if (ended.at(-1) !== `${purpose} of ${reader}`) ended.push(`${purpose} of ${reader}`);
      return engines.search(request);
    };
    const ports = testPorts({ store: service.store, engines: { ...engines, search } });
    await createService(ports, testSettings()).robots.play();
    expect(ended.slice(0, 6)).toEqual([
      ...['hint of bob', 'hint of carol', 'hint of dave'],
      ...['result of alice', 'hint of dave', 'hint of bob'],
    ]);
  });

  it('are searched by nodes and seed alone, each position in a session of its own', async () => {
    const service = deaf();
    await loseTo(service);
    const requests: string[] = [];
    const { engines } = testPorts();
    const search: Engines['search'] = request => {
      requests.push(`${request.sessionKey}: ${request.moves.join(' ')}`);
      expect(request).toMatchObject({ weakness: { temperature: 0, mostLoss: 0 }, seed: 101, engine: 'solver' });
      expect(request.nodes).toBeGreaterThan(0);
      expect(request.milliseconds).toBeLessThanOrEqual(4_000);
      return engines.search(request);
    };
    const ports = testPorts({ store: service.store, engines: { ...engines, search } });
    await createService(ports, testSettings()).robots.play();
    expect(new Set(requests).size).toBe(requests.length);
    expect(requests.length).toBeGreaterThan(2);
  });
});
