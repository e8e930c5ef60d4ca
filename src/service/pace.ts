// The pace of sending: at most a number of mails within any hour, shared by all processes.
// Mails about boards may use all of it at once. Other mails are spaced evenly, so that a mail about a board finds room.
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { PRIORITIES, type Priority } from '#core/writing/mail-plan.ts';
import type { Clock, Log, PaceRecord, Store } from './ports.ts';

/** Sent mails are counted by slices of this many milliseconds. */
const SLICE_MS = 10_000;
/** Other mails may use this part of an hour's mails in this part of an hour. They go in groups, since each look at the outbox has a cost. */
const PARTS = 10;

/** `perHour`: mails an hour, each counted once for each recipient. `speed`: how many times faster than real time the clock runs. */
export interface PaceSettings {
  readonly perHour: number;
  readonly speed: number;
}

/** The number of mails that may be sent now. `from`: when there is more room. -Infinity: now. */
export interface PaceRoom {
  readonly mails: number;
  readonly from: Instant;
}

/** Room for mails about boards, and for other mails. */
export interface PaceRooms {
  readonly boards: PaceRoom;
  readonly others: PaceRoom;
}

/** A mail for which room is taken. */
export interface PacedMail {
  readonly recipients: number;
  readonly isSpaced: boolean;
}

const EMPTY: PaceRecord = { perHour: 0, sent: [] };

/** The slices of the last `windowMs` milliseconds. A slice after now is a mistake of an earlier clock. */
const listRecent = (sent: PaceRecord['sent'], windowMs: number, now: Instant): PaceRecord['sent'] =>
  sent.filter(([begin]) => begin > now - windowMs && begin <= now);

/** `recipients`: of the mail that is to fit. */
export function findRooms(record: PaceRecord | null, settings: PaceSettings, now: Instant, recipients = 1): PaceRooms {
  const { perHour, speed } = settings;
  /** Room if at most `most` mails are sent in the time that the pace has for them. */
  const findRoom = (most: number): PaceRoom => {
    const windowMs = ((most / perHour) * HOUR_MS + SLICE_MS) * speed;
    const recent = listRecent((record ?? EMPTY).sent, windowMs, now);
    const wanted = Math.min(recipients, most);
    let count = recent.reduce((sum, [, mails]) => sum + mails, 0);
    let from = -Infinity;
    for (const [begin, mails] of recent) {
      if (count + wanted <= most) break;
      count -= mails;
      from = begin + windowMs;
    }
    return { mails: from === -Infinity ? most - count : 0, from };
  };
  const [boards, others] = [findRoom(perHour), findRoom(Math.ceil(perHour / PARTS))];
  return { boards, others: { mails: Math.min(boards.mails, others.mails), from: Math.max(boards.from, others.from) } };
}

const beginOf = (at: Instant, speed: number): Instant => at - (at % (SLICE_MS * speed));

/** The record with `mails` more mails. */
export function addMails(
  record: PaceRecord | null,
  { perHour, speed }: PaceSettings,
  now: Instant,
  mails: number,
): PaceRecord {
  const begin = beginOf(now, speed);
  const recent = listRecent((record ?? EMPTY).sent, (HOUR_MS + SLICE_MS) * speed, now);
  const isNew = recent.at(-1)?.[0] !== begin;
  return {
    perHour,
    sent: [...(isNew ? recent : recent.slice(0, -1)), [begin, mails + (isNew ? 0 : (recent.at(-1)?.[1] ?? 0))]],
  };
}

/** A record is out of date when no mail was sent for this many milliseconds. */
const OUTDATED_MS = 1.5 * HOUR_MS;

/** The pace, and when there is room again for mails about boards and for others. -Infinity: there is room now. */
export interface PaceState {
  readonly perHour: number;
  readonly boardsFrom: Instant;
  readonly othersFrom: Instant;
}

/** null: sending has no pace, or little was sent lately. */
export function findPaceState(record: PaceRecord | null, speed: number, now: Instant): PaceState | null {
  const lastAt = record?.sent.at(-1)?.[0] ?? -Infinity;
  if (record === null || lastAt + OUTDATED_MS * speed <= now) return null;
  const { boards, others } = findRooms(record, { perHour: record.perHour, speed }, now);
  return { perHour: record.perHour, boardsFrom: boards.from, othersFrom: others.from };
}

/** A look at the outbox, for at most `mails` of this priority or a higher one. */
export interface PacedLook {
  readonly lowest: Priority;
  readonly isSpaced: boolean;
  readonly mails: number;
}

export interface Pace {
  /** The looks that the pace allows now, in their order. A look that finds mails makes the later ones unnecessary. */
  readonly listLooks: () => Promise<readonly PacedLook[]>;
  /** When there is more room than at the last look. -Infinity: there was room for every mail. */
  readonly endsAt: () => Instant;
  /** Takes room for a mail, before it is sent. Resolves to the present instant. null: there is no room. */
  readonly take: (mail: PacedMail) => Promise<Instant | null>;
  /** Gives the room back, because the server did not get the mail. */
  readonly giveBack: (mail: PacedMail, takenAt: Instant) => Promise<void>;
  /** Notes that mails wait for room. Logged once an hour. */
  readonly noteWaiting: () => void;
}

const [HIGHEST] = PRIORITIES;
const LOWEST = PRIORITIES[PRIORITIES.length - 1] ?? HIGHEST;

const NO_PACE: Pace = {
  listLooks: () => Promise.resolve([{ lowest: LOWEST, isSpaced: false, mails: Infinity }]),
  endsAt: () => -Infinity,
  take: () => Promise.resolve(0),
  giveBack: () => Promise.resolve(),
  noteWaiting: () => undefined,
};

export interface PaceContext {
  readonly store: Pick<Store, 'readPace' | 'updatePace'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** `perHour` 0: there is no pace. */
export function createPace({ store, clock, log }: PaceContext, perHour: number): Pace {
  if (perHour === 0) return NO_PACE;
  const settings: PaceSettings = { perHour, speed: clock.speed ?? 1 };
  let endsAt: Instant = -Infinity;
  /** A mail to several recipients waits, and the mails behind it wait as well. */
  const fullUntil = { boards: -Infinity, others: -Infinity };
  let logsFrom: Instant = -Infinity;
  return {
    listLooks: async () => {
      const now = clock.now();
      const { boards, others } = findRooms(await store.readPace(), settings, now);
      const boardsFrom = Math.max(boards.from, fullUntil.boards);
      const othersFrom = Math.max(boardsFrom, others.from, fullUntil.others);
      endsAt = boardsFrom > now ? boardsFrom : othersFrom;
      return [
        { lowest: HIGHEST, isSpaced: false, mails: boards.mails },
        { lowest: LOWEST, isSpaced: true, mails: others.mails },
      ].filter(({ isSpaced }) => (isSpaced ? othersFrom : boardsFrom) <= now);
    },
    endsAt: () => endsAt,
    take: async mail => {
      const now = clock.now();
      const room = await store.updatePace(record => {
        const { boards, others } = findRooms(record, settings, now, mail.recipients);
        const found = mail.isSpaced ? others : boards;
        return [found.mails === 0 ? (record ?? EMPTY) : addMails(record, settings, now, mail.recipients), found];
      });
      if (room.mails === 0) fullUntil[mail.isSpaced ? 'others' : 'boards'] = room.from;
      return room.mails > 0 ? now : null;
    },
    giveBack: ({ recipients }, takenAt) =>
      store.updatePace(found => {
        const record = found ?? EMPTY;
        const slice = beginOf(takenAt, settings.speed);
        const sent = record.sent.map(
          ([begin, mails]) => [begin, begin === slice ? mails - recipients : mails] as const,
        );
        return [{ ...record, sent }, undefined];
      }),
    noteWaiting: () => {
      if (clock.now() < logsFrom) return;
      logsFrom = clock.now() + HOUR_MS * settings.speed;
      log.info('sending-paced', { perHour, until: new Date(endsAt).toISOString() });
    },
  };
}
