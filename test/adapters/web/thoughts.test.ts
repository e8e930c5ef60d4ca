// The page of a board tells thoughts after the end, and not before.
import { expect, it } from 'vitest';
import { clubOf } from '#test/service/lab.ts';
import { website } from './website.ts';

it('tells sealed thoughts when the game is over', async () => {
  const { club, send } = await clubOf(['alice', 'bob']);
  await send('alice', 'hex challenge -size=4 alice bob');
  await send('alice', 'hex move 101 a1', 'thinking: cut at the top');
  await send('bob', 'hex move 101 b1');
  await send('alice', 'hex move 101 c1');
  const site = await website(club);
  const during = await site.text('/hex/101');
  await send('bob', 'hex resign 101');
  const after = await site.text('/hex/101');
  await site.close();
  expect(during).toContain('Hex 101');
  expect(during).not.toContain('cut at the top');
  expect(after).toContain('cut at the top');
});
