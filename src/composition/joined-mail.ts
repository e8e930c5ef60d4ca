// Joins two places where mail comes in, so that the service reads both as one.
import type { EndLook, InboxMail, Mailbox } from '#service/ports.ts';
import type { IncomingMail } from './incoming-mail.ts';

type Places = readonly [IncomingMail, IncomingMail];

export const joinIncoming = (places: Places): IncomingMail => ({
  mailbox: joinMailboxes([places[0].mailbox, places[1].mailbox]),
  archive: {
    erase: async what => {
      for (const { archive } of places) await archive.erase(what);
    },
  },
  quarantine: {
    list: async limit => {
      const lists = await Promise.all(places.map(({ quarantine }) => quarantine.list(limit)));
      return lists.flat().slice(0, limit);
    },
    read: async id => (await places[0].quarantine.read(id)) ?? places[1].quarantine.read(id),
    retry: async id => (await places[0].quarantine.retry(id)) || places[1].quarantine.retry(id),
    drop: async id => (await places[0].quarantine.drop(id)) || places[1].quarantine.drop(id),
  },
});

/** The keys of a mailbox begin with its number. */
const prefixOf = (index: number): string => `${index}/`;

interface Batch {
  readonly index: number;
  readonly mails: readonly InboxMail[];
}

/**
 * Both mailboxes are read at the same time. The batch of the slower one is kept for the next call, so that a busy mailbox does not
 * interrupt the looks at the other.
 */
export function joinMailboxes(mailboxes: readonly Mailbox[]): Mailbox {
  const reads = new Map<number, { readonly batch: Promise<Batch>; readonly stop: AbortController }>();
  const looks = createJointLooks(mailboxes.length);
  const read = (index: number, mailbox: Mailbox, limit: number): Promise<Batch> => {
    const known = reads.get(index);
    if (known !== undefined) return known.batch;
    const stop = new AbortController();
    const batch = mailbox.next(limit, stop.signal, () => looks.begin(index)).then(mails => ({ index, mails }));
    reads.set(index, { batch, stop });
    return batch;
  };
  return {
    next: async (limit, signal, beginLook) => {
      if (signal.aborted) return [];
      looks.use(beginLook);
      const stop = new AbortController();
      const untilAborted = new Promise<null>(resolve => {
        signal.addEventListener('abort', () => resolve(null), { once: true, signal: stop.signal });
      });
      const batches = mailboxes.map((each, index) => read(index, each, limit));
      const first = await Promise.race([untilAborted, ...batches]);
      stop.abort('over');
      if (first === null) return [];
      reads.delete(first.index);
      return first.mails.map(mail => ({ ...mail, key: `${prefixOf(first.index)}${mail.key}` }));
    },
    dispose: async (keys, to) => {
      for (const [index, mailbox] of mailboxes.entries()) {
        const prefix = prefixOf(index);
        const own = keys.filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length));
        if (own.length > 0) await mailbox.dispose(own, to);
      }
    },
    close: async () => {
      for (const { stop } of reads.values()) stop.abort('closed');
      for (const mailbox of mailboxes) await mailbox.close();
    },
  };
}

/** A look at all mailboxes begins with the first look at one of them, and ends when a later look at each has worked. */
function createJointLooks(count: number) {
  let beginLook: () => EndLook = () => () => undefined;
  let current: { readonly end: EndLook; readonly emptiness: Map<number, boolean> } | null = null;
  return {
    use: (begin: (() => EndLook) | undefined): void => {
      if (begin !== undefined) beginLook = begin;
    },
    begin: (index: number): EndLook => {
      current ??= { end: beginLook(), emptiness: new Map() };
      const joint = current;
      return isEmpty => {
        joint.emptiness.set(index, isEmpty);
        if (joint !== current || joint.emptiness.size < count) return;
        current = null;
        joint.end([...joint.emptiness.values()].every(Boolean));
      };
    },
  };
}
