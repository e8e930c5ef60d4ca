// The check of the name servers, which the verification of senders needs.
import { expect, it } from 'vitest';
import { checkNameServers } from '#cli/check/dns-records.ts';
import type { TxtAnswer } from '#service/ports.ts';

const check = (answer: TxtAnswer): Promise<readonly object[]> =>
  checkNameServers({ resolveTxt: name => Promise.resolve(name === '_dmarc.example.org' ? answer : { kind: 'none' }) }, 'games@example.org'); // prettier-ignore

it('finds name servers that do not answer', async () => {
  expect(await check({ kind: 'found', records: ['v=DMARC1; p=none'] })).toEqual([]);
  expect(await check({ kind: 'none' })).toEqual([]);
  expect(await check({ kind: 'failed', why: 'ETIMEOUT' })).toEqual([
    { level: 'warn', where: 'DNS', what: expect.stringContaining('_dmarc.example.org (ETIMEOUT)') as string },
  ]);
});
