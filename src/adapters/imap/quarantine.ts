// Moves mails that are done to another folder, and those that ended the process to the quarantine.
import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow';
import type { Instant } from '#core/kernel/time.ts';
import { folderPath } from '#core/mail/mail-servers.ts';
import type { Clock, HeldMail, MailArchive, Quarantine } from '#service/ports.ts';
import { type ImapSettings, folderPrefixOf, useClient } from './connection.ts';

/** Finds the mail that breaks the server: after a failed batch its mails are fetched one by one. */
export interface Suspects {
  /** The mails to fetch now, from those present, oldest first: one suspect alone, or several of the others. */
  readonly choose: (present: readonly string[], isHeld: (key: string) => boolean, limit: number) => readonly string[];
  readonly noteFetched: (keys: readonly string[]) => void;
  /** These mails did not come. `wasAlone`: the mail was fetched alone. */
  readonly noteFailed: (keys: readonly string[], wasAlone: boolean) => void;
  /** The mails that are certainly broken. They are no longer suspects. */
  readonly takeBroken: () => readonly string[];
}

/** A mail is broken if it failed this many times, each time fetched alone … */
const MAX_TRIES = 3;
/** … with at least this long between the tries that count, so that no mail is given up because a server is busy for a minute. */
const MIN_INTERVAL_MS = 60_000;

interface Suspicion {
  readonly failures: number;
  /** The instant of the last counted failure. */
  readonly lastFailureAt: Instant;
  /** Was another mail fetched since this one first failed? Otherwise the server may be at fault. */
  readonly didOthersCome: boolean;
  readonly isBroken: boolean;
}

const UNKNOWN: Suspicion = { failures: 0, lastFailureAt: -Infinity, didOthersCome: false, isBroken: false };

export function createSuspects({ now }: Pick<Clock, 'now'>): Suspects {
  const suspicions = new Map<string, Suspicion>();
  const failuresOf = (key: string): number => suspicions.get(key)?.failures ?? 0;
  return {
    choose: (present, isHeld, limit) => {
      for (const key of suspicions.keys()) if (!present.includes(key)) suspicions.delete(key);
      // Suspects come after the other mails. Otherwise in the order of arrival.
      const queue = present.filter(key => !isHeld(key)).toSorted((a, b) => failuresOf(a) - failuresOf(b));
      const firstSuspectIndex = queue.findIndex(key => suspicions.has(key));
      return firstSuspectIndex === 0
        ? queue.slice(0, 1)
        : queue.slice(0, firstSuspectIndex === -1 ? limit : Math.min(limit, firstSuspectIndex));
    },
    noteFetched: keys => {
      for (const key of keys) suspicions.delete(key);
      if (keys.length === 0) return;
      for (const [key, suspicion] of suspicions) suspicions.set(key, { ...suspicion, didOthersCome: true });
    },
    noteFailed: (keys, wasAlone) => {
      for (const key of keys) {
        const suspicion = suspicions.get(key) ?? UNKNOWN;
        const doesCount = wasAlone && now() - suspicion.lastFailureAt >= MIN_INTERVAL_MS;
        const failures = suspicion.failures + (doesCount ? 1 : 0);
        const isBroken = failures >= MAX_TRIES && suspicion.didOthersCome;
        suspicions.set(key, {
          ...suspicion,
          failures,
          lastFailureAt: doesCount ? now() : suspicion.lastFailureAt,
          isBroken,
        });
      }
    },
    takeBroken: () => {
      const brokenKeys = [...suspicions].flatMap(([key, { isBroken }]) => (isBroken ? [key] : []));
      for (const key of brokenKeys) suspicions.delete(key);
      return brokenKeys;
    },
  };
}

// Each call of the quarantine uses its own connection.

export function createImapQuarantine(settings: ImapSettings): Quarantine {
  /** Acts on the open folder. `none`: the answer if there is no such folder. */
  const useFolder = <Value>(none: Value, act: (client: ImapFlow, validity: bigint) => Promise<Value>): Promise<Value> =>
    useClient(settings, async client => {
      const path = folderPath(settings.quarantine, folderPrefixOf(client));
      if (!(await client.list()).some(each => each.path === path)) return none;
      const { uidValidity } = await client.mailboxOpen(settings.quarantine);
      return act(client, uidValidity);
    });

  /** Acts on one mail. */
  const useMail = <Value>(
    id: string,
    none: Value,
    act: (client: ImapFlow, uid: string) => Promise<Value>,
  ): Promise<Value> =>
    useFolder(none, async (client, validity) => {
      const [, idValidity = '', uid = ''] = /^q(\d{1,20})x(\d{1,10})$/.exec(id) ?? [];
      if (uid === '' || BigInt(idValidity) !== validity) return none;
      const found = await client.search({ uid: String(Number(uid)) }, { uid: true });
      return Array.isArray(found) && found.includes(Number(uid)) ? act(client, String(Number(uid))) : none;
    });

  return {
    list: limit =>
      useFolder<readonly HeldMail[]>([], async (client, validity) => {
        const uids = await client.search({ all: true }, { uid: true });
        const first = (uids === false || uids === undefined ? [] : uids).slice(0, limit);
        if (first.length === 0) return [];
        const mails = await client.fetchAll(
          first,
          { uid: true, envelope: true, size: true, internalDate: true },
          { uid: true },
        );
        return mails.map(({ uid, envelope, size = 0, internalDate }) => ({
          // With the UIDVALIDITY, so that an id of an earlier folder means no mail.
          ...{ id: `q${validity}x${uid}`, state: 'quarantined', from: envelope?.from?.[0]?.address ?? '' },
          ...{
            subject: envelope?.subject ?? '',
            size,
            came: internalDate === undefined ? null : Number(new Date(internalDate)),
          },
        }));
      }),
    read: id =>
      useMail<Uint8Array | null>(id, null, async (client, uid) => {
        const mail = await client.fetchOne(uid, { source: true }, { uid: true });
        return mail === false ? null : (mail.source ?? null);
      }),
    retry: id =>
      useMail(
        id,
        false,
        async (client, uid) => (await client.messageMove(uid, settings.inbox, { uid: true })) !== false,
      ),
    drop: id => useMail(id, false, (client, uid) => client.messageDelete(uid, { uid: true })),
  };
}

// Each erasure uses its own connection.

export function createImapArchive(settings: ImapSettings): MailArchive {
  return {
    erase: what =>
      useClient(settings, async client => {
        const paths = new Set((await client.list()).map(({ path }) => path));
        for (const folder of [settings.processed, settings.quarantine]) {
          if (!paths.has(folderPath(folder, folderPrefixOf(client)))) continue;
          await client.mailboxOpen(folder);
          const uids =
            'before' in what
              ? await search(client, { before: new Date(what.before) })
              : await findMailsOf(client, what.of);
          if (uids.length > 0) await client.messageDelete([...uids], { uid: true });
        }
      }),
  };
}

async function search(client: ImapFlow, query: SearchObject): Promise<readonly number[]> {
  const uids = await client.search(query, { uid: true });
  if (uids === false || uids === undefined) throw new Error('the server does not search');
  return uids;
}

/** The mails from or to these addresses. Servers match parts of an address too, so the results are checked. */
async function findMailsOf(client: ImapFlow, addresses: readonly string[]): Promise<readonly number[]> {
  const uids = new Set<number>();
  for (const address of addresses)
    for (const field of ['from', 'to', 'cc'] as const)
      for (const uid of await search(client, { [field]: address })) uids.add(uid);
  if (uids.size === 0) return [];
  const mails = await client.fetchAll([...uids], { uid: true, envelope: true }, { uid: true });
  const isConcerned = ({ envelope }: FetchMessageObject): boolean => {
    const { from = [], sender = [], replyTo = [], to = [], cc = [] } = envelope ?? {};
    const named = [...from, ...sender, ...replyTo, ...to, ...cc];
    return named.some(({ address = '' }) => addresses.includes(address.toLowerCase()));
  };
  return mails.filter(isConcerned).map(({ uid }) => uid);
}
