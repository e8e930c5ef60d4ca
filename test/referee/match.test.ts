// A match of many games: who sits where, who stays, who comes anew, when it ends before its time.
import { describe, expect, it } from 'vitest';
import type { AnyGame } from '#games/game.ts';
import { games, findGame } from '#games/registry/index.ts';
import { createRandom } from '#games/kit/random.ts';
import { steadyClock } from '#adapters/clock.ts';
import { boardOf } from '#referee/protocol.ts';
import { type ChooseMove, startLocalPlayer } from '#referee/run-player.ts';
import type { PlayerConnection } from '#referee/game-state.ts';
import { type Contestant, type MatchEnd, type MatchGame, type MatchOptions, playMatch } from '#referee/match.ts';
import { setupOf } from '../conformance/game.ts';

const drawing = (game: AnyGame, seed: number): ChooseMove => {
  const rng = createRandom(seed);
  return ({ position }) => Promise.resolve(game.format(position, game.randomMove(position, rng)));
};

interface Noted {
  readonly contestant: Contestant;
  /** How often it entered, and what was said to it. */
  readonly entered: () => number;
  readonly told: readonly string[];
}

interface Manner {
  readonly choose: ChooseMove;
  readonly dialect: 'later' | 'old';
}

/** A contestant that plays by chance, or as it is told to. */
function contestant(game: AnyGame, { choose = drawing(game, 1), dialect = 'later' }: Partial<Manner> = {}): Noted {
  let count = 0;
  const told: string[] = [];
  const enter = (): Promise<PlayerConnection> => {
    count += 1;
    const player = startLocalPlayer({ game, given: [], swapAfter: null, dialect }, choose, steadyClock);
    return Promise.resolve({
      ...player,
      tell: text => {
        told.push(text.trimEnd());
        player.tell(text);
      },
    });
  };
  return { contestant: { name: 'by chance', isConstant: true, dialect: 'unknown', enter }, entered: () => count, told };
}

interface Match {
  readonly end: MatchEnd;
  readonly played: readonly MatchGame[];
}

async function match(
  game: AnyGame,
  two: readonly [Contestant, Contestant],
  more: Partial<MatchOptions> = {},
): Promise<Match> {
  const size = game.options.some(({ kind }) => kind === 'size') ? [['size', '4'] as const] : [];
  const setup = setupOf(game, game.name === 'gomoku' || game.name === 'neugomoku' ? [['size', '5']] : size);
  const agreement = { game, setup, board: boardOf(game, setup), moveMs: 20_000, gameMs: null, swapAfter: null };
  const played: MatchGame[] = [];
  const match = {
    contestants: two,
    firstSeat: 0,
    games: 2,
    agreement,
    clock: steadyClock,
    signal: new AbortController().signal,
  };
  const end = await playMatch({ ...match, ...more }, each => void played.push(each));
  return { end, played };
}

const hex = findGame('hex')!;

describe.concurrent('a match of players of either dialect', () => {
  it.each(games.map(game => [game.name, game] as const))('of %s is played to the end', async (_, game) => {
    const [one, two] = [contestant(game), contestant(game, { dialect: 'old', choose: drawing(game, 2) })];
    const { end, played } = await match(game, [one.contestant, two.contestant]);
    expect([end, played.length]).toEqual(['played', 2]);
    for (const { result } of played) {
      expect(result.faults).toEqual([]);
      expect(result.moves.length).toBeGreaterThan(1);
    }
    expect([one.entered(), two.entered()]).toEqual([1, 2]);
    expect(one.told.filter(text => text.startsWith('r'))).toHaveLength(2);
    expect(one.told.at(-1)).toBe('$');
    expect(two.told).not.toContain('$');
  });
});

describe('a match', () => {
  it('changes seats after every game, whoever has the first in game 1', async () => {
    for (const firstSeat of [0, 1]) {
      const { played } = await match(hex, [contestant(hex).contestant, contestant(hex).contestant], {
        games: 4,
        firstSeat,
      });
      const first = [[0, 1], [1, 0], [0, 1], [1, 0]]; // prettier-ignore
      expect(played.map(({ seated }) => seated)).toEqual(
        firstSeat === 0 ? first : first.map(seats => [...seats].reverse()),
      );
      expect(played.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    }
  });

  it('starts anew whoever leaves after every game, at once or not, and holds it against nobody', async () => {
    for (const isLate of [false, true]) {
      const base = contestant(hex);
      let entered = 0;
      const brief: Contestant = {
        ...base.contestant,
        enter: async () => {
          entered += 1;
          const player = (await base.contestant.enter())!;
          let isOver = false;
          const tell = (text: string): void => {
            // A late one is still there when the next game begins, and leaves then.
            player.tell(isOver ? '$\n' : text);
            isOver ||= /^[-+#]/.test(text);
            if (isOver && !isLate) player.tell('$\n');
          };
          return { ...player, tell };
        },
      };
      const { played } = await match(hex, [brief, contestant(hex).contestant], { games: 3 });
      expect(played.map(({ result }) => result.faults)).toEqual([[], [], []]);
      expect(entered).toBe(3);
    }
  });

  it('starts anew whoever was at fault', async () => {
    const rude = contestant(hex, { choose: () => Promise.resolve('z9') });
    const fair = contestant(hex);
    const { played } = await match(hex, [rude.contestant, fair.contestant], { games: 3 });
    expect(played.map(({ result: { winner, reason } }) => [winner, reason])).toEqual([[1, 'illegal'], [0, 'illegal'], [1, 'illegal']]); // prettier-ignore
    expect([rude.entered(), fair.entered()]).toEqual([3, 1]);
    expect(rude.told.filter(text => text === '!')).toHaveLength(3);
  });

  it('goes on where a player of ours fails', async () => {
    const failing = contestant(hex, { choose: () => Promise.reject(new Error('out of ideas')) });
    const { played } = await match(hex, [failing.contestant, contestant(hex).contestant]);
    expect(played.map(({ result }) => result.faults[0]?.fault)).toEqual(Array(2).fill({ kind: 'crash', how: 'it failed: out of ideas' })); // prettier-ignore
  });

  it('ends where nobody comes, and sends the other away', async () => {
    const nobody: Contestant = {
      name: 'nobody',
      isConstant: false,
      dialect: 'unknown',
      enter: () => Promise.resolve(null),
    };
    const other = contestant(hex);
    expect(await match(hex, [other.contestant, nobody])).toEqual({ end: 'absent', played: [] });
    expect(other.told).toEqual(['!']);
  });

  it('can be called off, before and in a game', async () => {
    const off = new AbortController();
    const thinking = contestant(hex, { choose: () => new Promise(() => off.abort()) });
    const other = contestant(hex);
    expect(await match(hex, [thinking.contestant, other.contestant], { signal: off.signal })).toEqual({ end: 'called-off', played: [] }); // prettier-ignore
    expect([thinking.told.at(-1), other.told.at(-1)]).toEqual(['!', '!']);
    const late = contestant(hex);
    expect(await match(hex, [late.contestant, other.contestant], { signal: off.signal })).toMatchObject({ end: 'called-off' }); // prettier-ignore
    expect(late.entered()).toBe(0);
  });
});
