// The clock of a running service, tried with days that pass in a second: reminders, the end of time; and a restart that goes on where it was.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram, type Program } from './program.ts';
import { players } from './setting.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

const DAY_MS = 86_400_000;
const START = '2026-12-01T09:00:00Z';

const on = (data: string, speed: number): readonly string[] => [
  ...['--data', program.folder(data), '--smtp-port', '0', '--imap-port', '0', '--http-port', '0'],
  ...['--log-level', 'warn', '--clock-start', START, '--clock-speed', String(speed)],
];

it('reminds, and ends a game in its time', async () => {
  const serving = await program.serve(on('clock', 86_400));
  expect(serving.ready).toMatchObject({ clock: { start: '2026-12-01T09:00:00.000Z', speed: 86_400 } });
  const { players: named, service } = players(() => serving.ready, 'clock');
  const { alice, bob } = named;
  for (const [who, subject] of [
    [alice, 'signup alice'],
    [bob, 'signup bob'],
  ] as const) {
    await who.send({ to: service, subject, messageId: `<${subject.replace(' ', '-')}@client.test>` });
    await who.awaits(1);
  }
  await alice.send({ to: service, subject: 'nex challenge -size=5 --nagtime=2 --forfeittime=4 alice bob', messageId: '<c@client.test>' }); // prettier-ignore
  await alice.awaits(2);
  await alice.send({ to: service, subject: 'nex move 101 c3,b2', messageId: '<m1@client.test>' });
  await alice.awaits(3);
  await bob.send({ to: service, subject: 'nex move 101 d4,e5', messageId: '<m2@client.test>' });
  await alice.awaits(4);
  const mails = await alice.awaits(7);
  const [nag, last, result] = mails.slice(4);
  expect([nag, last, result].map(each => each!.subject)).toEqual([
    'Nag: Nex Board 101 alice',
    'Nag: Nex Board 101 alice',
    'Nex Board 101',
  ]);
  expect(result!.text).toContain('bob (White) has won: the other side ran out of time.');
  const told = Date.parse(`${/until (\d+ \w+ \d+, \d\d:\d\d)/.exec(mails[3]!.text)![1]} UTC`);
  const ended = Date.parse(/^Date: (.*)$/m.exec(result!.raw)![1]!);
  expect(ended).toBeGreaterThanOrEqual(told);
  expect(ended - told).toBeLessThan(10 * DAY_MS);
  expect((await serving.terminate()).code).toBe(0);
  // With data there the clock goes on where it stood.
  const again = await program.serve(on('clock', 1));
  const { start } = (again.ready as unknown as { readonly clock: { readonly start: string } }).clock;
  expect(Date.parse(start)).toBeGreaterThan(ended);
  expect((await again.terminate()).code).toBe(0);
});

it('is refused on real servers, and told how it is written', async () => {
  for (const wrong of [
    ['--clock-start', 'tomorrow'],
    ['--clock-speed', '0'],
  ]) {
    const { code, stderr } = await program.start(['serve', '--data', program.folder('wrong'), ...wrong]).ended;
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(wrong[0]!) as string });
  }
});
