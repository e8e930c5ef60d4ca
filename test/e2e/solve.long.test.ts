// `nexpost solve` and signals: a search that is told to stop says what it knows, and ends well.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram, type Program } from './program.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s with what it knows', async signal => {
  const running = program.start(['solve', 'nex', '-size=5', '-endgame=nexc', '--memory', '32']);
  // Its first line of progress: it is searching.
  await once(running.process.stderr!, 'data');
  running.process.kill(signal);
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ size: '5x5', endgame: 'nexc', for: 'black', value: 'unknown' });
  expect(stderr).toMatch(/^solving: \d+ nodes, \d+ s\n/);
});
