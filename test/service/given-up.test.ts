// Mail that is given up: an error where a player loses it, a warning where a stranger does.
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import type { Facts, Outgoing, SendResult } from '#service/ports.ts';
import { lab, mail } from './lab.ts';

/** The level at which each mail that was given up is told, by its reader. */
async function levelsAt(letters: readonly string[]): Promise<readonly string[]> {
  let isRefusing = false;
  const readers = new Map<string, string>();
  const told: string[] = [];
  const write =
    (level: string) =>
    (event: string, facts: Facts = {}): void => {
      if (event === 'mail-given-up') told.push(`${level} ${readers.get(String(facts['mail'])) ?? ''}`);
    };
  const send = ({ id, to }: Outgoing): Promise<SendResult> => {
    readers.set(id, to.join());
    const isRefused = isRefusing && !to.includes('carol@third.test');
    return Promise.resolve(isRefused ? { kind: 'rejected', why: '550 5.1.1 no such user' } : { kind: 'sent' });
  };
  const service = lab({
    sender: { send, close: () => Promise.resolve() },
    log: { info: write('info'), warn: write('warn'), error: write('error') },
  });
  for (const from of ['alice@example.test', 'carol@third.test'])
    await service.write(from, `signup ${from.slice(0, 5)}`);
  isRefusing = true;
  for (const letter of letters) await service.deliver(letter);
  // The server takes a mail that leaves our domain, so the refusals are about these.
  await service.write('carol@third.test', 'games');
  await service.live(MINUTE_MS);
  return told;
}

it.each([
  ['an answer to a stranger', mail({ from: 'spam@else.test', subject: 'hepl', unproved: true }), 'warn spam@else.test'],
  [
    'a sign-up to confirm',
    mail({ from: 'bob@else.test', subject: 'signup bob', unproved: true }),
    'warn bob@else.test',
  ],
])('%s', async (_, letter, level) => {
  expect(await levelsAt([letter])).toEqual([level]);
});

it('answers to strangers do not pile up among the failed mails', async () => {
  const send = ({ to }: Outgoing): Promise<SendResult> =>
    Promise.resolve(to.includes('carol@third.test') ? { kind: 'sent' } : { kind: 'rejected', why: '550 5.1.1 no such user' }); // prettier-ignore
  const service = lab({ sender: { send, close: () => Promise.resolve() } });
  for (let n = 0; n < 20; n++) {
    await service.deliver({ from: `spam@else${n}.test`, subject: 'help', unproved: true });
    await service.write('carol@third.test', 'help');
  }
  await service.live(HOUR_MS);
  expect(await service.store.countMails(service.now(), 0)).toMatchObject({ failed: 0 });
});

it('an invitation, and the answer to the player who sent it', async () => {
  const letter = mail({ from: 'alice@example.test', subject: 'hex challenge alice dave@else.test' });
  expect((await levelsAt([letter])).toSorted()).toEqual(['error alice@example.test', 'warn dave@else.test']);
});
