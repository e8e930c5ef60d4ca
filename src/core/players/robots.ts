// The robots: accounts played by a program, which get no mail. No person opened them.
import type { Robot } from '../kernel/robot.ts';
import type { Account } from './account.ts';
import { defaultSettings } from './settings.ts';

const robot = (level: number, thinking: Omit<Robot, 'userid' | 'level'>): Robot => ({
  userid: `robot${level}`,
  level,
  ...thinking,
});

/** They think alike, but for the time: how often each plays anything makes the difference, and makes about the same one in every game. */
export const robots: readonly Robot[] = [
  robot(1, { engine: 'mcts', rating: 1140, nodes: 5_000, milliseconds: 2_000, noise: 0.7 }),
  robot(2, { engine: 'mcts', rating: 1320, nodes: 5_000, milliseconds: 2_000, noise: 0.53 }),
  robot(3, { engine: 'mcts', rating: 1500, nodes: 5_000, milliseconds: 3_000, noise: 0.33 }),
  robot(4, { engine: 'mcts', rating: 1680, nodes: 5_000, milliseconds: 5_000, noise: 0.15 }),
  robot(5, { engine: 'solver', rating: 1950, nodes: 10_000, milliseconds: 10_000, noise: 0 }),
];

/** The robot that `robot` alone means. */
const USUAL = 'robot3';

/** The userid a word of a challenge stands for. */
export const useridMeant = (word: string): string => (word === 'robot' ? USUAL : word);

export const findRobot = (robots: readonly Robot[], userid: string): Robot | null =>
  robots.find(each => each.userid === userid) ?? null;

/** Does this userid belong to a robot of the service? */
export const isRobot = ({ robots: known }: { readonly robots: readonly Robot[] }, userid: string): boolean =>
  findRobot(known, userid) !== null;

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
