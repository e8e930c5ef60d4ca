// The robots: accounts played by a program, which get no mail. No person opened them.
import type { Robot, RobotWeakness } from '../kernel/document-definition.ts';
import { type Account, createAccount } from './account.ts';

const createRobot = (level: number, engineSettings: Omit<Robot, 'userid' | 'level'>): Robot => ({
  userid: `robot${level}`,
  level,
  ...engineSettings,
});

/** Levels that ask no solver, and levels that play perfectly where it solves the board in time. */
const WEAK = { engine: 'network' };
const SOLVING = { engine: 'solver' };

const createWeakness = (meanLoss: number, mostLoss: number, temperature: number, slips = 0): RobotWeakness => ({
  ...{ meanLoss, mostLoss, temperature, slips },
});

/** One player, with more search and fewer losses from level to level. Measured in docs/players.md. */
export const robots: readonly Robot[] = [
  createRobot(0, { ...WEAK, rating: 720, nodes: 10, milliseconds: 500, weakness: createWeakness(0.13, 1, 50, 0.76) }),
  createRobot(1, { ...WEAK, rating: 1140, nodes: 40, milliseconds: 500, weakness: createWeakness(0.19, 0.8, 4.5) }),
  createRobot(2, { ...WEAK, rating: 1320, nodes: 50, milliseconds: 1_000, weakness: createWeakness(0.14, 0.7, 3) }),
  createRobot(3, { ...SOLVING, rating: 1500, nodes: 80, milliseconds: 2_000, weakness: createWeakness(0.09, 0.6, 2) }),
  createRobot(4, {
    ...SOLVING,
    rating: 1680,
    nodes: 160,
    milliseconds: 4_000,
    weakness: createWeakness(0.04, 0.4, 0.8),
  }),
  createRobot(5, { ...SOLVING, rating: 1950, nodes: 4_000, milliseconds: 10_000, weakness: createWeakness(0, 0, 0) }),
];

/** The name in a challenge that stands for the robot whose level fits the challenger. */
export const ANY_ROBOT = 'robot';

export const findRobot = (robots: readonly Robot[], userid: string): Robot | null =>
  robots.find(each => each.userid === userid) ?? null;

/** Does this userid belong to a robot of the service? */
export const isRobot = ({ robots }: { readonly robots: readonly Robot[] }, userid: string): boolean =>
  findRobot(robots, userid) !== null;

/** The account of a robot. It is not stored, has no password and gets no mail. */
export const createRobotAccount = (userid: string): Account => createAccount(userid, 0);
