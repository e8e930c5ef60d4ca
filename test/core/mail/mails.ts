// Mails as the core sees them, for the tests of gates and proofs: a plain reply unless told otherwise.
import type { Incoming } from '#core/mail/incoming.ts';

export const OWN = { local: 'games', domain: 'example.test' };

/** `headers`: `Name: value` lines, in the order of the mail; From is made from `from`. */
export function incoming(headers: readonly string[] = [], over: Partial<Incoming> = {}): Incoming {
  const from = over.from ?? [{ address: 'alice@example.test', name: 'Alice' }];
  return {
    headers: headers.map(line => ({
      name: line.slice(0, line.indexOf(':')).toLowerCase(),
      value: line.slice(line.indexOf(':') + 1).trim(),
    })),
    from,
    fromHeaders: 1,
    recipients: ['games@example.test'],
    subject: 'Re: Nex Board 101 alice',
    messageId: '<m1@client.test>',
    inReplyTo: [],
    references: [],
    text: 'b3,a3\n',
    size: 1_000,
    digest: 'd',
    ...over,
  };
}
