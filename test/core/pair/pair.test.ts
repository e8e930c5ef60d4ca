// Pairs of boards: what a golden session does not show.
import { expect, it } from 'vitest';
import { lab } from '#test/service/lab.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { limits } from '#core/kernel/limits.ts';
import { DAY_MS } from '#core/kernel/time.ts';

const from = (name: string): string => `${name}@example.test`;

/** A service with these players, and a way to send a mail of one of them. */
async function joined(...names: readonly string[]) {
  const service = lab();
  const send = (name: string, subject: string, body = '') => service.write(from(name), subject, body);
  for (const name of names) await send(name, `signup ${name}`);
  return { ...service, send };
}

const subjects = (mails: readonly { readonly to: readonly string[]; readonly subject: string }[]): readonly string[] =>
  mails.map(({ to, subject }) => `${to.join()}: ${subject}`);

it('are no burden to a mail that removes many boards', async () => {
  const { send, pass } = await joined('alice');
  for (let board = 0; board < 45; board++) {
    if (board % limits.challengesPerOpponent === 0) pass(DAY_MS);
    await send('alice', 'nex challenge -size=4 me me');
  }
  const lines = Array.from({ length: 45 }, (_, index) => `nex resign ${101 + index}`);
  const answers = await send('alice', 'multiple', lines.join('\n'));
  expect(answers.filter(({ subject }) => subject.endsWith('has been removed'))).toHaveLength(45);
});

it('are declined together as long as they wait', async () => {
  const { send, live } = await joined('alice', 'bob');
  await send('alice', 'nex challenge --pair -size=4 me bob');
  await live(17 * DAY_MS);
  expect(subjects(await send('bob', 'nex resign 102'))).toContain(`${from('alice')}: Nex board 101 has been removed`);
});

it('are never made of a seek, whether one fits or not', async () => {
  const { send } = await joined('alice', 'bob');
  await send('bob', 'nex seek');
  const [answer] = await send('alice', 'nex challenge --pair me anyone');
  expect(answer?.subject).toBe('Invalid challenge');
  expect(answer?.text).toContain('needs the name of');
});

it('exchange the seats of four players, too', async () => {
  const { send, store } = await joined('alice', 'bob', 'carol', 'dave');
  await send('alice', 'nexos challenge --pair -players=4 bob carol dave');
  const { documents } = await store.read(['match/nexos/101', 'match/nexos/102']);
  expect([...documents.values()].map(match => (match === null ? [] : userids(match as Match)))).toEqual([
    ['alice', 'bob', 'carol', 'dave'],
    ['bob', 'carol', 'dave', 'alice'],
  ]);
});
