// The mails for the benches of workers: moves on many boards by many players, laid into the queue as the process that reads the mailbox does it.
import { setTimeout as sleep } from 'node:timers/promises';
import { games } from '#games/index.ts';
import { mime } from '#adapters/mime/index.ts';
import { orderKeys } from '#core/decide/order-keys.ts';
import { MAILBOX } from '#service/intake.ts';
import { causeOf } from '#service/process-mail.ts';
import type { QueuedMail } from '#service/shared-ports.ts';
import { openStorage, type Storage } from '#composition/storage.ts';
import { fingerprint } from '#composition/service-settings.ts';
import { addressOf, moveAt, PLAYED, seatsOf } from './scale-boards.ts';
import { quiet } from './quiet.ts';

export const OWN = { local: 'games', domain: 'example.test' };

const BATCH = 50;
/** So many wait at once at most: none of the workers has to look for its next mail for long. */
const MOST = 500;
const LOOK_MS = 50;

/** Of the club: as many boards are being played, each by two who play nowhere else. */
export interface Tables {
  readonly boards: number;
  readonly players: number;
}

/** The move number `turn` on the board with that index, by whoever is to move. */
function queued(index: number, turn: number, players: number): QueuedMail {
  const ply = PLAYED + turn;
  const from = addressOf(`player${seatsOf(index, players)[ply % 2]!}`);
  const raw = Buffer.from(
    [
      'Authentication-Results: example.test; auth=pass smtp.auth=' + from,
      `From: ${from}`,
      'To: games@example.test',
      `Subject: nex move ${101 + index} ${moveAt(ply)}#${ply + 1}`,
      `Message-ID: <${index}.${ply}@client.test>`,
      'Date: Sat, 21 Nov 2026 10:00:00 +0000',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Your move!\r\n',
    ].join('\r\n'),
  );
  const header = mime.peek(raw, raw.length);
  return {
    id: fingerprint(raw.toString('latin1')),
    cause: causeOf(header, fingerprint),
    keys: orderKeys(header, { games }, OWN),
    mail: { key: '', size: raw.length, raw, isWhole: true },
  };
}

export interface Feeder {
  /** Puts so many more mails into the queue as it empties: a move on each board, then the next on each. Resolves when the last is done: how many they are with those before. */
  readonly feed: (mails: number) => Promise<number>;
  readonly database: string;
  readonly close: () => Promise<void>;
}

/** In this process, which is the one that would read the mailbox. */
export async function feeder(database: string, { boards, players }: Tables): Promise<Feeder> {
  const storage: Storage = await openStorage({ data: '', database, clock: null, followsServers: false, log: quiet });
  const { shared, claims } = storage;
  if (shared === null || (await claims.take([MAILBOX])).length === 0) throw new Error('somebody else has the mailbox');
  const fewer = async (most: number): Promise<void> => {
    while ((await shared.queue.length()) > most) await sleep(LOOK_MS);
  };
  let fed = 0;
  return {
    database,
    feed: async mails => {
      for (const end = fed + mails; fed < end;) {
        await fewer(MOST - BATCH);
        const some = Array.from({ length: Math.min(BATCH, end - fed) }, (_, index) => fed + index);
        await shared.queue.put(some.map(each => queued(each % boards, Math.floor(each / boards), players)));
        fed += some.length;
      }
      await fewer(0);
      return fed;
    },
    close: storage.close,
  };
}
