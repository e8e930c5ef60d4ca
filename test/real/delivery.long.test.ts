// 200 kills of a service to which mails are delivered by LMTP: no mail is lost, and none takes effect twice.
import { afterAll, expect, it } from 'vitest';
import { SEED } from '#test/seeds.ts';
import { builtProgram, type Program } from '../e2e/program.ts';
import { killWhileDelivering, opensBoard } from './delivery.ts';

const KILLS = 200;

let program: Program | null = null;
afterAll(() => program?.remove());

it(`loses and doubles nothing in ${KILLS} kills, seed ${SEED}`, { timeout: 3_600_000 }, async () => {
  program = builtProgram();
  const { sent, unanswered, answers, boards } = await killWhileDelivering(program, { kills: KILLS, seed: SEED });
  expect(boards).toEqual(boards.map((_, number) => Number(opensBoard(number))));
  const welcomes = answers.map(subjects => subjects.filter(subject => subject.startsWith('Welcome')).length);
  expect(welcomes).toEqual(boards.map(() => 1));
  // Kills came before an answer and after one.
  expect(unanswered).toBeGreaterThan(20);
  expect(sent - unanswered).toBeGreaterThan(20);
});
