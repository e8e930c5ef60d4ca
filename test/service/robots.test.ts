// Robots at boards: they move when it is their turn, once, whatever happens to their thoughts, and never in anybody's way.
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#test/memory-store.ts';
import type { Match } from '#core/board/match-document.ts';
import type { Store } from '#service/ports.ts';
import type { Engines, SearchResult, SearchRequest } from '#engines/index.ts';
import type { Robots } from '#service/robots.ts';
import { createService } from '#service/create-service.ts';
import { change, commit } from '../conformance/store.ts';
import { lab, START } from './lab.ts';
import { testPorts, testSettings } from './ports.ts';

const MATCH = 'match/hex/101';
const found = (move: string): SearchResult => ({ move, nodes: 1, value: null, isProven: false, candidates: [] });

/** A board on which it is robot3's turn, and a robot that has not looked at it yet. */
async function waitingBoard(
  search: Engines['search'],
  challenge = 'hex challenge -size=3 --rated=no robot3 me',
): Promise<{
  readonly store: Store;
  readonly atBoards: Robots;
  readonly service: ReturnType<typeof lab>;
  readonly log: string[];
}> {
  const store = createMemoryStore();
  // The robots under test shall play.
  const service = lab({ store }, { areRobotsDeaf: true });
  await service.write('alice', 'signup alice');
  await service.write('alice', challenge);
  const log: string[] = [];
  const write = (event: string): void => {
    log.push(event);
  };
  const ports = testPorts({
    store,
    clock: { now: () => START, sleep: () => Promise.resolve() },
    log: { info: write, warn: write, error: write },
    engines: { search, close: () => Promise.resolve() },
  });
  const { robots: atBoards } = createService(ports, testSettings());
  return { store, atBoards, service, log };
}

const movesOf = async (store: Store): Promise<readonly string[]> => {
  const match = (await store.read([MATCH])).documents.get(MATCH) as Match;
  return match.record.map(entry => (entry.kind === 'move' ? entry.text : entry.kind));
};

describe('robots at boards', () => {
  it('move when it is their turn, once', async () => {
    const thoughts: SearchRequest[] = [];
    const { store, atBoards } = await waitingBoard(thought => {
      thoughts.push(thought);
      return Promise.resolve(found('b2'));
    });
    expect(await atBoards.play()).toBe(1);
    expect(await atBoards.play()).toBe(0);
    expect(await movesOf(store)).toEqual(['b2']);
    expect(thoughts.map(({ game, position, engine }) => [game, position, engine])).toEqual([
      ['hex', '.../.../... B', 'solver'],
    ]);
    expect(thoughts[0]).toMatchObject({ sessionKey: null, milliseconds: null, nodes: 80 });
  });

  it('swap as they decide, once', async () => {
    const asked: (number | null)[] = [];
    const { store, atBoards, service, log } = await waitingBoard(({ swapAfter, moves }) => {
      asked.push(swapAfter);
      return Promise.resolve(found(moves.length === 1 ? 'swap' : 'a3'));
    }, 'hex challenge -size=3 -swap --rated=no me robot3');
    await service.write('alice', 'hex move 101 b2');
    expect(await atBoards.play()).toBe(1);
    await service.write('alice', 'hex move 101 a1');
    expect(await atBoards.play()).toBe(1);
    expect(await movesOf(store)).toEqual(['b2', 'swap', 'a1', 'a3']);
    expect(asked).toEqual([1, null]);
    expect(log).toEqual(['robot-moved', 'robot-moved']);
  });

  it('swap no first move of a tutorial', async () => {
    const asked: (number | null)[] = [];
    const { atBoards, service } = await waitingBoard(({ swapAfter }) => {
      asked.push(swapAfter);
      return Promise.resolve(found('c1,c2'));
    }, 'tutorial');
    await service.write('alice', 'nex move 101 b2,a1');
    expect(await atBoards.play()).toBe(1);
    expect(asked).toEqual([null]);
  });

  it('find the boards that waited when the service was stopped', async () => {
    const stopped = new AbortController();
    const { store, atBoards } = await waitingBoard(() => {
      stopped.abort();
      return Promise.resolve(found('c1'));
    });
    await atBoards.run(stopped.signal);
    expect(await movesOf(store)).toEqual(['c1']);
  });

  it('fall back on the simplest engine where theirs fails', async () => {
    const engines: string[] = [];
    const { store, atBoards, log } = await waitingBoard(({ engine }) => {
      engines.push(engine);
      return engine === 'random' ? Promise.resolve(found('a3')) : Promise.reject(new Error('no answer in time'));
    });
    expect(await atBoards.play()).toBe(1);
    expect(engines).toEqual(['solver', 'solver', 'random']);
    expect(log).toContain('thought-failed');
    expect(await movesOf(store)).toEqual(['a3']);
  });

  it('fall back on the simplest engine where theirs names a move that is none', async () => {
    const { store, atBoards, log } = await waitingBoard(({ engine }) =>
      Promise.resolve(found(engine === 'random' ? 'a3' : 'z99')),
    );
    expect(await atBoards.play()).toBe(1);
    expect(log).toEqual(['thought-failed', 'thought-failed', 'robot-moved']);
    expect(await movesOf(store)).toEqual(['a3']);
  });

  it('move again at a board that was put back from a backup', async () => {
    const { store, atBoards, log } = await waitingBoard(() => Promise.resolve(found('b2')));
    const backup = (await store.read([MATCH])).documents.get(MATCH) as Match;
    expect(await atBoards.play()).toBe(1);
    const { versions } = await store.read([MATCH]);
    await commit(store, change('backup', [[MATCH, backup]], { expect: versions }));
    expect(await movesOf(store)).toEqual([]);
    expect(await atBoards.play()).toBe(1);
    expect(await movesOf(store)).toEqual(['b2']);
    expect(log).toEqual(['robot-moved', 'robot-moved']);
  });

  it('say nothing when the game was given up while they thought', async () => {
    const { store, atBoards, service, log } = await waitingBoard(async () => {
      await service.write('alice', 'hex resign 101');
      return found('b2');
    });
    expect(await atBoards.play()).toBe(0);
    expect(log).toContain('robot-too-late');
    expect(await movesOf(store)).toEqual([]);
  });

  it('play no move thought of before a take-back, and move again after it', async () => {
    const thoughts: string[] = [];
    const alice = (subject: string): Promise<unknown> => service.write('alice', subject);
    const { store, atBoards, service, log } = await waitingBoard(async ({ moves }) => {
      thoughts.push(moves.join(' '));
      if (moves.join(' ') === 'b2 a1') {
        await alice('hex undo 101');
        await alice('hex move 101 c3');
      }
      return found(moves.length === 0 ? 'b2' : 'a2');
    });
    await atBoards.play();
    await alice('hex move 101 a1');
    expect(await atBoards.play()).toBe(0);
    expect(log.at(-1)).toBe('robot-too-late');
    expect(await atBoards.play()).toBe(1);
    expect(await movesOf(store)).toEqual(['b2', 'a1', 'proposal', 'vote', 'c3', 'a2']);
    expect(thoughts).toEqual(['', 'b2 a1', 'b2 c3']);
    // The same position again: what it plays there is another move of the board.
    await alice('hex undo 101');
    await alice('hex move 101 c3');
    expect(await atBoards.play()).toBe(1);
    expect((await movesOf(store)).slice(6)).toEqual(['proposal', 'vote', 'c3', 'a2']);
  });

  it('take no draw, without a thought, and the record holds nothing of it', async () => {
    let thoughts = 0;
    const { store, service } = await waitingBoard(() => {
      thoughts += 1;
      return Promise.resolve(found('b2'));
    });
    const [answer, ...others] = await service.write('alice', 'hex draw 101');
    expect(others).toEqual([]);
    expect(answer?.text).toContain("I read 'hex draw 101': robot3 takes no draw");
    expect(((await store.read([MATCH])).documents.get(MATCH) as Match).record).toEqual([]);
    expect(thoughts).toBe(0);
  });

  it('do not hold up the mail of a human, and are tried again after a fault of the store', async () => {
    const stopped = new AbortController();
    let answer: (thinking: SearchResult) => void = () => undefined;
    const { store, atBoards, service, log } = await waitingBoard(
      () =>
        new Promise(resolve => {
          answer = resolve;
        }),
    );
    const running = atBoards.run(stopped.signal);
    await new Promise(resolve => setImmediate(resolve));
    const shown = await service.write('alice', 'hex show 101');
    expect(shown).toHaveLength(1);
    expect(await movesOf(store)).toEqual([]);
    const { commit } = store;
    let faults = 1;
    Object.assign(store, {
      commit: (change: Parameters<Store['commit']>[0]) =>
        faults-- > 0 ? Promise.reject(new Error('the disk is full')) : commit(change),
    });
    answer(found('b1'));
    for (let i = 0; i < 100 && !log.includes('robot-failed'); i++) await new Promise(resolve => setImmediate(resolve));
    for (let i = 0; i < 100 && (await movesOf(store)).length === 0; i++) {
      answer(found('b1'));
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(await movesOf(store)).toEqual(['b1']);
    stopped.abort();
    await running;
  });

  it('search as many nodes however many boards wait, each board with its own seed', async () => {
    const thoughts: SearchRequest[] = [];
    const { atBoards, service } = await waitingBoard(thought => {
      thoughts.push(thought);
      return Promise.resolve(found('b2'));
    });
    await service.write('alice', 'hex challenge -size=3 robot3 me');
    await service.write('alice', 'hex challenge -size=3 robot3 me');
    expect(await atBoards.play()).toBe(3);
    expect(thoughts.map(({ nodes, milliseconds }) => [nodes, milliseconds])).toEqual([[80, null], [80, null], [80, null]]); // prettier-ignore
    expect(new Set(thoughts.map(({ seed }) => seed)).size).toBe(3);
  });

  it('that think shortest move first, also at boards that came later', async () => {
    const store = createMemoryStore();
    const service = lab({ store }, { areRobotsDeaf: true });
    const write = (subject: string): Promise<unknown> => service.write('alice', subject);
    await write('signup alice');
    for (const robot of ['robot4', 'robot4', 'robot1']) await write(`hex challenge -size=3 --rated=no ${robot} me`);
    const asked: unknown[] = [];
    const search: Engines['search'] = async ({ nodes }) => {
      asked.push(nodes);
      if (asked.length === 2) await write('hex challenge -size=3 --rated=no robot2 me');
      return found('b2');
    };
    const ports = testPorts({ store, engines: { search, close: () => Promise.resolve() } });
    expect(await createService(ports, testSettings()).robots.play()).toBe(4);
    expect(asked).toEqual([40, 160, 50, 160]);
  });

  it('are refused to whoever plays too many of them', async () => {
    const service = lab();
    await service.write('alice', 'signup alice');
    for (let i = 0; i < 10; i++) {
      await service.write('alice', 'hex challenge -size=3 me robot1');
    }
    const [refusal] = await service.write('alice', 'hex challenge -size=3 me robot1');
    expect(refusal?.text.replace(/\s+/g, ' ')).toContain('10 boards with robots in play');
  });

  it('are unknown where the operator wants none', async () => {
    const service = lab({ robots: [] });
    const [welcome] = await service.write('alice', 'signup alice');
    expect(welcome?.text).not.toContain('robot');
    const [refusal] = await service.write('alice', 'hex challenge me robot3');
    expect(refusal?.text).toContain('not found here: robot');
  });
});

describe('the robot that fits', () => {
  const search: Engines['search'] = ({ moves }) =>
    Promise.resolve(found(['a1', 'c3', 'a3'].find(move => !moves.includes(move))!));

  /** The robot that a challenge to any robot meets, and the number of the board. */
  async function ask(
    service: ReturnType<typeof lab>,
    userid: string,
  ): Promise<readonly [robot: string, board: string]> {
    const mails = await service.write(userid, 'hex challenge -size=3 me robot');
    const text = mails.map(mail => `${mail.subject} ${mail.text}`).join(' ');
    return [/robot\d/u.exec(text)![0], /Board (\d+)/u.exec(text)![1]!];
  }

  /** Plays two games against the robot that fits. Returns the robot of each. */
  async function playTwo(service: ReturnType<typeof lab>, moves: readonly string[]): Promise<readonly string[]> {
    const met: string[] = [];
    for (let game = 0; game < 2; game++) {
      const [robot, board] = await ask(service, 'alice');
      for (const move of moves) await service.write('alice', `hex ${move.replace(' ', ` ${board} `).trim()}`);
      met.push(robot);
    }
    return met;
  }

  it('is robot0 at first, a stronger one after two wins, a weaker one after two losses, by the own games alone', async () => {
    const service = lab({ engines: { search, close: () => Promise.resolve() } });
    for (const userid of ['alice', 'bob']) await service.write(userid, `signup ${userid}`);
    const [wins, losses] = [
      ['move b2', 'move a2', 'move c2'],
      ['move b2', 'resign '],
    ];
    expect(await playTwo(service, wins)).toEqual(['robot0', 'robot0']);
    expect(await playTwo(service, wins)).toEqual(['robot1', 'robot1']);
    expect(await playTwo(service, losses)).toEqual(['robot2', 'robot2']);
    expect((await ask(service, 'alice'))[0]).toBe('robot1');
    expect((await ask(service, 'bob'))[0]).toBe('robot0');
  });
});
