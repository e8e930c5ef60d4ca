// A player who is told of mails as they arrive (IMAP's IDLE), instead of looking again and again.
import { once } from 'node:events';
import { ImapFlow } from 'imapflow';
import { type Account, type Player, player } from '../e2e/player.ts';

export function listenAs(account: Account): Player {
  const base = player(account);
  return {
    ...base,
    awaits: async count => {
      await listen(account, count);
      return base.inbox();
    },
  };
}

/** Resolves when so many mails are in the inbox; rejects if the connection ends before. */
async function listen({ user, password, ports }: Account, count: number): Promise<void> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port: ports().imap, secure: false, doSTARTTLS: false, logger: false },
    ...{ auth: { user, pass: password }, disableAutoIdle: true },
  });
  client.on('error', () => undefined);
  const ended = once(client, 'close').then(() => {
    throw new Error(`the inbox of ${user} closed while ${count} mails were awaited`);
  });
  ended.catch(() => undefined);
  try {
    await client.connect();
    let { exists } = await client.mailboxOpen('INBOX', { readOnly: true });
    const arrivals = new EventTarget();
    client.on('exists', ({ count: all }: { readonly count: number }) => {
      exists = all;
      arrivals.dispatchEvent(new Event('mail'));
    });
    // It lasts until the connection ends.
    void client.idle();
    while (exists < count) await Promise.race([once(arrivals, 'mail'), ended]);
  } finally {
    client.close();
  }
}
