// `nexpost demo` as a newcomer runs it: a whole game, won in the end; a second run goes on with the next board.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { times } from '#test/sample.ts';
import { builtProgram, type Program } from './program.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

it('plays a game to its end, and the next one on the next board', async () => {
  for (const board of [101, 102].slice(0, times(1, 2))) {
    const { code, stdout, stderr } = await program.start(['demo', '--data', program.folder('demo')]).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Subject: New Nex Board ${board} alice: your turn`);
    expect(stdout).toContain(`Nex board ${board}: alice (Black) won.`);
    expect(stdout).not.toContain(`Board ${board + 1}`);
  }
});
