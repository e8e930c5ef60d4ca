// The robots: accounts that nobody opened and no mail is sent to, behind which a program plays.
import type { Account } from '../state/documents.ts';
import { defaultSettings } from '../accounts/settings.ts';

export interface Robot {
  readonly userid: string;
  /** 1 … 5. */
  readonly level: number;
  /** The name of an engine of src/engines. */
  readonly engine: string;
  /** What a move may cost: whichever comes first. Measured in docs/players.md. */
  readonly nodes: number;
  readonly milliseconds: number;
}

const robot = (level: number, engine: string, nodes: number, milliseconds: number): Robot => ({
  userid: `robot${level}`,
  level,
  engine,
  nodes,
  milliseconds,
});

export const robots: readonly Robot[] = [
  robot(1, 'plain', 40, 2_000),
  robot(2, 'plain', 250, 2_000),
  robot(3, 'mcts', 250, 3_000),
  robot(4, 'mcts', 2_500, 5_000),
  robot(5, 'solver', 1_000_000, 10_000),
];

/** Who is meant by `robot` alone. */
const USUAL = 'robot3';

/** The userid a word of a challenge stands for. */
export const useridMeant = (word: string): string => (word === 'robot' ? USUAL : word);

export const robotNamed = (robots: readonly Robot[], userid: string): Robot | null =>
  robots.find(each => each.userid === userid) ?? null;

/** An account that has always been there, is proved by no secret, and reads no mail. */
export const silentAccount = (userid: string): Account => ({
  userid,
  addresses: [],
  wanted: null,
  passwordHash: null,
  settings: defaultSettings,
  opened: 0,
  closed: false,
  locked: false,
  passwordFrom: [],
  restorable: null,
});
