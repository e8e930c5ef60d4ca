// What the port Mailbox promises, as one suite: run against the embedded server and against Dovecot. What only a hostile
// server does is in test/adapters/imap/hostile.test.ts. The points every long-running IMAP reader has to get right, and their tests here:
//   heard 'error' and 'close' before connecting     comes back when the connection is cut / hostile: garbage, BYE
//   a new client after every fault, with backoff    comes back after the server was away / hostile: does not hammer
//   a dead peer shows                               notices a peer that died without a word
//   announced at once, and swept for                hears of new mail at once / hostile: finds by sweeping where there is no IDLE
//   events are only a wake-up                       gives many deliveries at once / hostile: news while looking
//   no command inside a running fetch               gives 200 mails in batches
//   never waits for ever                            lets go at once when told to stop / hostile: servers that stop answering
//   an empty mailbox is no error                    waits while there is nothing
//   silent failures of a move                       makes a folder that was deleted under it / forgives a mail that vanished / hostile: NO to MOVE
//   UIDVALIDITY                                     touches nothing when the mailbox was renumbered
//   mail stays until it is disposed                 gives a mail again until it is disposed of / \Seen does not hide mail
//   throttling                                      hostile: a throttling server is asked more and more rarely
//   limits on what is fetched                       gives only the beginning of a mail that is too large
//   no password in the open                         hostile: sends no password without TLS beyond loopback (by the settings)
import { afterEach, describe, expect, it } from 'vitest';
import type { InboxMail } from '#service/ports.ts';
import { benchOn, mailOf, numbersOf, range, type Bench, type MailServer } from './mailbox-bench.ts';

/** What servers say when they begin to IDLE. */
const IDLING = /^\+ idling/m;

export function testMailbox(name: string, open: () => Promise<MailServer>): void {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const bench = (settings: { readonly silenceMs?: number; readonly sweepSeconds?: number } = {}): Promise<Bench> =>
    benchOn(open, cleanups, settings);
  const keysOf = (mails: readonly InboxMail[]): readonly string[] => mails.map(({ key }) => key);

  describe(`mailbox: ${name}`, () => {
    it('gives mails oldest first, at most so many', async () => {
      const { next, deliver } = await bench();
      await deliver(1, 2, 3, 4, 5);
      expect(numbersOf(await next(3))).toEqual([1, 2, 3]);
      expect(numbersOf(await next())).toEqual([1, 2, 3, 4, 5]);
    });

    it('gives every byte as it is', async () => {
      const { server, next } = await bench();
      const body = `${String.fromCharCode(...range(255).filter(code => code !== 10 && code !== 13))}\r\n.\r\n..\r\n\r\n  \r\nFrom here\r\n`;
      await server.deliver([mailOf(1, body), mailOf(2, 'no line end')]);
      const [first, second] = await next();
      expect(Buffer.from(first!.raw).toString('latin1').endsWith(mailOf(1, body).toString('latin1'))).toBe(true);
      expect(Buffer.from(second!.raw).toString('latin1')).toMatch(/\r\n\r\nno line end(\r\n)?$/);
      expect(first).toMatchObject({ isWhole: true, size: first!.raw.length });
    });

    it('gives only the beginning of a mail that is too large', async () => {
      const { server, next } = await bench();
      await server.deliver([mailOf(1, 'x'.repeat(70).concat('\r\n').repeat(4_000)), mailOf(2)]);
      const [large, small] = await next();
      expect(large).toMatchObject({ isWhole: false });
      expect(large!.size).toBeGreaterThan(280_000);
      expect(large!.raw.length).toBeLessThanOrEqual(64_000);
      expect(numbersOf([large!, small!])).toEqual([1, 2]);
      expect(small).toMatchObject({ isWhole: true });
    });

    it('waits while there is nothing, and hears of new mail at once', async () => {
      const { next, deliver, untilItWaits } = await bench();
      const [waits, waiting] = [untilItWaits(), next()];
      await waits;
      await deliver(1);
      expect(numbersOf(await waiting)).toEqual([1]);
    });

    it('gives many deliveries at once, once each', async () => {
      const { box, next, deliver } = await bench();
      const seen: number[] = [];
      const delivering = Promise.all(range(4).map(at => deliver(...range(5, at * 5))));
      while (seen.length < 20) {
        const mails = await next();
        seen.push(...numbersOf(mails));
        await box.dispose(keysOf(mails), 'processed');
      }
      await delivering;
      expect(seen.toSorted((a, b) => a - b)).toEqual(range(20, 5));
    });

    it('gives 200 mails in batches', async () => {
      const { box, next, deliver, held } = await bench();
      await deliver(...range(200));
      const seen: number[] = [];
      while (seen.length < 200) {
        const mails = await next(50);
        expect(mails.length).toBe(50);
        seen.push(...numbersOf(mails));
        await box.dispose(keysOf(mails), 'processed');
      }
      expect(seen).toEqual(range(200));
      expect(await held('Processed')).toEqual(range(200));
      expect(await held('INBOX')).toEqual([]);
    });

    it('lets go at once when told to stop, waiting or not', async () => {
      const { box, untilItWaits } = await bench();
      const stop = new AbortController();
      const [waits, waiting] = [untilItWaits(), box.next(50, stop.signal)];
      await waits;
      stop.abort();
      expect(await waiting).toEqual([]);
      expect(await box.next(50, stop.signal)).toEqual([]);
    });

    it('gives a mail again until it is disposed of; puts each where it belongs, in folders it makes', async () => {
      const { box, next, deliver, held } = await bench();
      await deliver(1, 2, 3);
      await next();
      const [one, two] = await next();
      await box.dispose([one!.key], 'processed');
      await box.dispose([two!.key], 'quarantined');
      expect(numbersOf(await next())).toEqual([3]);
      expect([await held('Processed'), await held('Quarantine')]).toEqual([[1], [2]]);
    });

    it('is not misled by what other clients flag', async () => {
      const { next, other, deliver } = await bench();
      await deliver(1, 2, 3);
      const client = await other();
      await client.mailboxOpen('INBOX');
      await client.messageFlagsAdd('1:2', ['\\Seen', '\\Answered', '\\Flagged']);
      expect(numbersOf(await next())).toEqual([1, 2, 3]);
    });

    it('comes back when the connection is cut: waiting, and between next and dispose', async () => {
      const { box, wire, next, deliver, held, log, untilItWaits } = await bench();
      const [waits, waiting] = [untilItWaits(), next()];
      await waits;
      wire.cut();
      await deliver(1);
      const mails = await waiting;
      expect(numbersOf(mails)).toEqual([1]);
      wire.cut();
      await log.until('imap-lost', 2);
      await box.dispose(keysOf(mails), 'processed');
      await deliver(2);
      expect(numbersOf(await next())).toEqual([2]);
      expect(await held('Processed')).toEqual([1]);
      expect(log.events.filter(event => event === 'imap-lost').length).toBe(2);
    });

    it('comes back after the server was away', async () => {
      const { server, next, deliver, log, untilItWaits } = await bench();
      const [waits, waiting] = [untilItWaits(), next()];
      await waits;
      await server.restart(() => log.until('imap-unreachable'));
      await deliver(1);
      expect(numbersOf(await waiting)).toEqual([1]);
      expect(log.events).toContain('imap-lost');
    });

    it('notices a peer that died without a word', async () => {
      const { wire, next, deliver, log } = await bench({ silenceMs: 600, sweepSeconds: 1 });
      const [idles, waiting] = [wire.until(IDLING), next()];
      await idles;
      wire.deaden();
      await deliver(1);
      await log.until('imap-lost');
      wire.revive();
      expect(numbersOf(await waiting)).toEqual([1]);
    });

    it('touches nothing when the mailbox was renumbered between next and dispose', async () => {
      const { box, wire, server, next, deliver, held, log } = await bench();
      await deliver(1, 2, 3);
      const mails = await next(1);
      await server.renumber();
      wire.cut();
      await log.until('imap-lost');
      await box.dispose(keysOf(mails), 'processed');
      expect(await held('INBOX')).toEqual([1, 2, 3]);
      const again = await next();
      expect(numbersOf(again)).toEqual([1, 2, 3]);
      expect(keysOf(again)).not.toContain(mails[0]!.key);
      await box.dispose(keysOf(again), 'processed');
      expect(await held('INBOX')).toEqual([]);
    });

    it('forgives a mail that vanished between next and dispose', async () => {
      const { box, next, other, deliver, held } = await bench();
      await deliver(1, 2, 3);
      const mails = await next();
      const client = await other();
      await client.mailboxOpen('INBOX');
      await client.messageDelete('2');
      await box.dispose(keysOf(mails), 'processed');
      await deliver(4);
      expect(numbersOf(await next())).toEqual([4]);
      expect(await held('Processed')).toEqual([1, 3]);
    });

    it('makes a folder again that was deleted under it: the mail comes again, and goes then', async () => {
      const { box, next, other, deliver, held, log } = await bench();
      await deliver(1);
      await box.dispose(keysOf(await next()), 'processed');
      const client = await other();
      await client.mailboxDelete('Processed');
      await deliver(2);
      await box.dispose(keysOf(await next()), 'processed');
      const again = await next();
      expect(numbersOf(again)).toEqual([2]);
      expect(log.events).toContain('imap-move-failed');
      await box.dispose(keysOf(again), 'processed');
      expect(await held('Processed')).toEqual([2]);
    });

    it('has nothing against disposing of nothing, or of keys it never gave', async () => {
      const { box, next, deliver } = await bench();
      await deliver(1);
      await box.dispose([], 'processed');
      await box.dispose(['1:1', 'nonsense', `${Number.MAX_SAFE_INTEGER}:7`], 'quarantined');
      expect(numbersOf(await next())).toEqual([1]);
    });
  });
}
