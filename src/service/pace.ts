// The pace of sending: at most a number of mails within any hour, shared by all processes.
// Mails about boards may use all of it at once. Other mails are spaced evenly, so that a mail about a board finds room.
import { HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { PRIORITIES, type Priority } from '#core/wording/mail-plan.ts';
import type { Clock, Log, PaceRecord, Store } from './ports.ts';

/** Sent mails are counted by slices of this many milliseconds. */
const SLICE_MS = 10_000;
/** Spaced mails make up for this many milliseconds in which none was sent. */
const CATCH_UP_MS = 60_000;
/** Spaced mails wait until this many may be sent, if the pace allows that many within the time above. Each look at the outbox has a cost. */
const GROUP_SIZE = 100;

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

const EMPTY: PaceRecord = { perHour: 0, sent: [], spacedFrom: 0 };

/** The slices of the last hour. A slice after now is a mistake of an earlier clock. */
const listRecent = ({ sent }: PaceRecord, speed: number, now: Instant): PaceRecord['sent'] =>
  sent.filter(([begin]) => begin > now - (HOUR_MS + SLICE_MS) * speed && begin <= now);

/** When the next spaced mail is due. An instant after the next hour is a mistake of an earlier clock. */
const findSpacedFrom = ({ spacedFrom }: PaceRecord, speed: number, now: Instant): Instant =>
  spacedFrom > now + HOUR_MS * speed ? now : spacedFrom;

/** `recipients`: of the mail that is to fit. */
export function findRooms(record: PaceRecord | null, settings: PaceSettings, now: Instant, recipients = 1): PaceRooms {
  const { perHour, speed } = settings;
  const boards = findBoardRoom(listRecent(record ?? EMPTY, speed, now), settings, Math.min(recipients, perHour));
  const spacing = (HOUR_MS * speed) / perHour;
  const catchUp = Math.max(0, CATCH_UP_MS * speed - spacing);
  const waitMs = Math.max(0, findSpacedFrom(record ?? EMPTY, speed, now) - now);
  const spaced = waitMs > catchUp ? 0 : 1 + Math.floor((catchUp - waitMs) / spacing);
  const group = Math.min(GROUP_SIZE, 1 + Math.floor(catchUp / spacing));
  const spacedFrom = spaced > 0 ? -Infinity : now + waitMs - catchUp + (group - 1) * spacing;
  return { boards, others: { mails: Math.min(boards.mails, spaced), from: Math.max(boards.from, spacedFrom) } };
}

function findBoardRoom(recent: PaceRecord['sent'], { perHour, speed }: PaceSettings, recipients: number): PaceRoom {
  let count = recent.reduce((sum, [, mails]) => sum + mails, 0);
  if (count + recipients <= perHour) return { mails: perHour - count, from: -Infinity };
  for (const [begin, mails] of recent) {
    count -= mails;
    if (count + recipients <= perHour) return { mails: 0, from: begin + (HOUR_MS + SLICE_MS) * speed };
  }
  return { mails: perHour, from: -Infinity };
}

const beginOf = (at: Instant, speed: number): Instant => at - (at % (SLICE_MS * speed));

/** The record with one more mail. */
export function addMail(
  record: PaceRecord | null,
  { perHour, speed }: PaceSettings,
  now: Instant,
  { recipients, isSpaced }: PacedMail,
): PaceRecord {
  const begin = beginOf(now, speed);
  const recent = listRecent(record ?? EMPTY, speed, now);
  const last = recent.at(-1);
  const sent: PaceRecord['sent'] =
    last?.[0] === begin ? [...recent.slice(0, -1), [begin, last[1] + recipients]] : [...recent, [begin, recipients]];
  const spacedFrom = findSpacedFrom(record ?? EMPTY, speed, now);
  const spacing = (HOUR_MS * speed) / perHour;
  return {
    perHour,
    sent,
    spacedFrom: isSpaced ? Math.ceil(Math.max(spacedFrom, now) + recipients * spacing) : spacedFrom,
  };
}

/** The record without a mail that was added at this instant. */
const removeMail = (record: PaceRecord, speed: number, at: Instant, recipients: number): PaceRecord => ({
  ...record,
  sent: record.sent.map(([begin, mails]) => [begin, begin === beginOf(at, speed) ? mails - recipients : mails]),
});

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
  if (record === null || Math.max(lastAt + OUTDATED_MS * speed, record.spacedFrom) <= now) return null;
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
  let fullUntil: Instant = -Infinity;
  let logsFrom: Instant = -Infinity;
  return {
    listLooks: async () => {
      const now = clock.now();
      const { boards, others } = findRooms(await store.readPace(), settings, now);
      const isFull = boards.mails === 0 || now < fullUntil;
      endsAt = isFull ? Math.max(boards.from, fullUntil) : others.from;
      if (isFull) return [];
      return [
        { lowest: HIGHEST, isSpaced: false, mails: boards.mails },
        ...(others.mails === 0 ? [] : [{ lowest: LOWEST, isSpaced: true, mails: others.mails }]),
      ];
    },
    endsAt: () => endsAt,
    take: async mail => {
      const now = clock.now();
      const room = await store.updatePace(record => {
        const { boards, others } = findRooms(record, settings, now, mail.recipients);
        const found = mail.isSpaced ? others : boards;
        return [found.mails === 0 ? (record ?? EMPTY) : addMail(record, settings, now, mail), found];
      });
      if (room.mails === 0 && !mail.isSpaced) fullUntil = room.from;
      return room.mails > 0 ? now : null;
    },
    giveBack: ({ recipients }, takenAt) =>
      store.updatePace(record => [removeMail(record ?? EMPTY, settings.speed, takenAt, recipients), undefined]),
    noteWaiting: () => {
      if (clock.now() < logsFrom) return;
      logsFrom = clock.now() + HOUR_MS * settings.speed;
      log.info('sending-paced', { perHour, until: new Date(endsAt).toISOString() });
    },
  };
}
