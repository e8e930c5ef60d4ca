// `rematch with bob`: the last finished game with a player, once more.
import { expect, it } from 'vitest';
import { clubOf } from '../service/lab.ts';

const flat = (text: string): string => text.replace(/\s+/g, ' ');

async function playTwo() {
  const { club, send } = await clubOf(['alice', 'bob', 'carol']);
  for (const [number, line] of [
    [101, 'hex challenge -size=3 alice bob'],
    [102, 'hex challenge -size=5 bob alice'],
    [103, 'hex challenge -size=4 alice carol'],
  ] as const) {
    await send('alice', line);
    await send('alice', `hex move 102 a1`);
    await send('bob', `hex move ${number} a1`);
    await send('alice', `hex move ${number} b1`);
    await send('bob', `hex move ${number} c1`);
    await send('alice', `hex resign ${number}`);
  }
  return { club, send };
}

it.each(['rematch with bob', 'Rematch with Bob'])('%s opens the newest one, with exchanged colours', async line => {
  const { send } = await playTwo();
  const [mail] = (await send('alice', line)).filter(({ to }) => to.includes('alice@example.test'));
  expect(mail!.subject).toMatch(/^New Hex Board 104/);
  expect(flat(mail!.text)).toContain('Hex on 5x5');
});

it('is asked about in ordinary words', async () => {
  const { send } = await playTwo();
  const [mail] = await send('alice', 'play again with bob');
  expect(flat(mail!.text)).toContain('rematch with bob');
});

it('says what works where there was no game', async () => {
  const { send } = await playTwo();
  const [mail] = await send('bob', 'rematch with carol');
  expect(flat(mail!.text)).toContain('no finished game of yours with carol');
  const [own] = await send('bob', 'rematch with bob');
  expect(flat(own!.text)).toContain('no finished game');
});
