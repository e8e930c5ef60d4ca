// The robots: accounts played by a program, which get no mail. No person opened them.
import type { Robot } from '../kernel/robot.ts';
import type { Account } from './account.ts';
import { defaultSettings } from './settings.ts';

const createRobot = (level: number, engineSettings: Omit<Robot, 'userid' | 'level'>): Robot => ({
  userid: `robot${level}`,
  level,
  ...engineSettings,
});

/** The strength depends mainly on `noise`, the share of random moves. Its effect is about the same in every game. */
export const robots: readonly Robot[] = [
  createRobot(1, { engine: 'mcts', rating: 1140, nodes: 5_000, milliseconds: 2_000, noise: 0.7 }),
  createRobot(2, { engine: 'mcts', rating: 1320, nodes: 5_000, milliseconds: 2_000, noise: 0.53 }),
  createRobot(3, { engine: 'mcts', rating: 1500, nodes: 5_000, milliseconds: 3_000, noise: 0.33 }),
  createRobot(4, { engine: 'mcts', rating: 1680, nodes: 5_000, milliseconds: 5_000, noise: 0.15 }),
  createRobot(5, { engine: 'solver', rating: 1950, nodes: 10_000, milliseconds: 10_000, noise: 0 }),
];

/** The robot that the word `robot` stands for. */
const DEFAULT_ROBOT = 'robot3';

/** The userid that a word of a challenge stands for. */
export const resolveUserid = (word: string): string => (word === 'robot' ? DEFAULT_ROBOT : word);

export const findRobot = (robots: readonly Robot[], userid: string): Robot | null =>
  robots.find(each => each.userid === userid) ?? null;

/** Does this userid belong to a robot of the service? */
export const isRobot = ({ robots: robots }: { readonly robots: readonly Robot[] }, userid: string): boolean =>
  findRobot(robots, userid) !== null;

/** The account of a robot. It is not stored, has no password and gets no mail. */
export const createRobotAccount = (userid: string): Account => ({
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
