// The clock of a service in a folder.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClock } from './clock.ts';
import { folderHome } from './home.ts';
import { builtProgram, type Program } from './program.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

testClock(folderHome(() => program));

it('is refused on real servers, and told how it is written', async () => {
  for (const wrong of [
    ['--clock-start', 'tomorrow'],
    ['--clock-speed', '0'],
  ]) {
    const { code, stderr } = await program.start(['serve', '--data', program.folder('wrong'), ...wrong]).ended;
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(wrong[0]!) as string });
  }
});
