// Decides whether a refused mail is tried again, is given up, or counts as told.
import { domainOf } from '#core/mail/canonical-address.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { remember, type SendingOrder, type SendingPause } from './sending-pause.ts';
import type { Clock, Outgoing, SendResult } from './ports.ts';

/** A reader counts as told after this many temporary refusals, an hour or more apart. */
const REFUSALS_FOR_NOW = 3;
const BETWEEN_MS = HOUR_MS;
/** A mail that is refused by what may be the policy of a domain counts as told two weeks after it was written. */
const POLICY_MS = 14 * DAY_MS;
/** A mail that is permanently refused waits this long for the proof that others are taken. */
const PROOF_MS = DAY_MS;
/** A mail that is refused without such a proof is given up this long after it was written. */
const KEPT_MS = 30 * DAY_MS;

export interface RefusalJudgement {
  /** How often the server has refused this reader since it last took a mail to them. */
  readonly refusals: number;
  readonly isGivenUp: boolean;
  /** Clocks need not wait for this mail any more. */
  readonly isTold: boolean;
}

export interface RefusedReaders {
  readonly noteTaken: (reader: string) => void;
  readonly judge: (reader: string, mail: Outgoing, result: SendResult) => RefusalJudgement;
}

/** Since the server last took a mail to a reader. */
interface Refusals {
  /** The last mail that had begun at the first refusal. */
  readonly after: SendingOrder;
  readonly since: Instant;
  readonly count: number;
  /** Refusals for now that count, and the last of them. */
  readonly forNow: number;
  readonly last: Instant;
}

const NOT_REFUSED: RefusalJudgement = { refusals: 0, isGivenUp: false, isTold: false };

/** Did the server temporarily refuse this reader? Our own faults and the server's are no refusals. */
const isForNow = (result: SendResult): boolean => result.kind === 'failed' && result.isRefused === true;

/** When a mail was written, by its Date header. null: it has none. Only the beginning of the mail is searched. */
function writtenAt({ raw }: Outgoing): Instant | null {
  const head = Buffer.from(raw.subarray(0, HEAD_BYTES)).toString('latin1');
  const written = Date.parse(/^Date: ([^\r\n]*)/m.exec(head)?.[1] ?? '');
  return Number.isNaN(written) ? null : written;
}

const HEAD_BYTES = 8_192;

/** The state of one process. A restart forgets it, and more tries are made. The age of a mail is read from its header. */
export function createRefusedReaders(clock: Clock, pausing: SendingPause): RefusedReaders {
  const refused = new Map<string, Refusals>();
  const speed = clock.speed ?? 1;

  const note = (reader: string, result: SendResult): Refusals => {
    const now = clock.now();
    const start = { after: pausing.lastBegun(), since: now, count: 0, forNow: 0, last: -Infinity };
    const before = refused.get(reader) ?? start;
    const counts = isForNow(result) && now - before.last >= BETWEEN_MS * speed;
    const later = counts ? { forNow: before.forNow + 1, last: now } : {};
    const refusals = { ...before, ...later, count: before.count + 1 };
    remember(refused, reader, refusals);
    return refusals;
  };

  const judgeRefusals = (
    reader: string,
    mail: Outgoing,
    result: SendResult,
    { after, since, count, forNow }: Refusals,
  ): RefusalJudgement => {
    const age = (clock.now() - (writtenAt(mail) ?? since)) / speed;
    // Only a mail to somebody else that was taken shows that the refusals are about this reader.
    const isProved = pausing.hasTakenFromOthers(reader, domainOf(mail.from), after);
    if (result.kind === 'rejected') {
      const isOnlyReader = (clock.now() - since) / speed >= PROOF_MS && !pausing.isRefusingOthers(reader);
      return { refusals: count, isGivenUp: isProved || isOnlyReader || age >= KEPT_MS, isTold: isProved };
    }
    if (result.kind === 'limited') {
      const isOfPolicy = result.isDoubtful === true && age >= POLICY_MS;
      return { refusals: count, isGivenUp: age >= KEPT_MS, isTold: isProved && isOfPolicy };
    }
    return { refusals: count, isGivenUp: false, isTold: isProved && forNow >= REFUSALS_FOR_NOW };
  };

  return {
    noteTaken: reader => void refused.delete(reader),
    judge: (reader, mail, result) => {
      const isRefusal = result.kind === 'rejected' || result.kind === 'limited' || isForNow(result);
      if (!isRefusal) return NOT_REFUSED;
      const refusals = note(reader, result);
      const judged = judgeRefusals(reader, mail, result, refusals);
      // The next mail to this reader needs a proof of its own.
      if (judged.isGivenUp && judged.isTold) refused.delete(reader);
      return judged;
    },
  };
}
