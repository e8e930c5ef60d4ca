// Decides whether a refused mail is tried again or given up, and whether clocks still wait for it.
import { domainOf } from '#core/mail/canonical-address.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/kernel/time.ts';
import { remember, type SendingOrder, type SendingPause } from './sending-pause.ts';
import type { Clock, Outgoing, SendResult } from './ports.ts';

/** No clock waits for a reader's mail after this many temporary refusals, an hour or more apart. */
const TEMPORARY_REFUSALS = 3;
const MIN_INTERVAL_MS = HOUR_MS;
/** If the reason may be the policy of a domain, no clock waits for a refused mail two weeks after it was written. */
const POLICY_MS = 14 * DAY_MS;
/** A mail that is permanently refused waits this long for the proof that others are taken. */
const PROOF_MS = DAY_MS;
/** A mail that is refused without such a proof is given up this long after it was written. */
const GIVE_UP_MS = 30 * DAY_MS;

export interface RefusalJudgement {
  /** How often the server has refused this reader since it last took a mail to them. */
  readonly refusals: number;
  readonly isGivenUp: boolean;
  /** Clocks need not wait for this mail any more. */
  readonly isSettled: boolean;
}

export interface RefusedReaders {
  readonly noteTaken: (reader: string) => void;
  readonly judge: (reader: string, mail: Outgoing, result: SendResult) => RefusalJudgement;
}

/** The refusals of one reader since the server last took a mail to them. */
interface Refusals {
  /** The last mail that had begun at the first refusal. */
  readonly order: SendingOrder;
  readonly since: Instant;
  readonly count: number;
  /** The temporary refusals that count, and when the last of them was. */
  readonly temporaryCount: number;
  readonly lastTemporaryAt: Instant;
}

const NOT_REFUSED: RefusalJudgement = { refusals: 0, isGivenUp: false, isSettled: false };

/** Did the server temporarily refuse this reader? Our own faults and the server's are no refusals. */
const isTemporary = (result: SendResult): boolean => result.kind === 'failed' && result.isRefused === true;

/** When a mail was written, by its Date header. null: it has none. Only the beginning of the mail is searched. */
function dateOf({ raw }: Outgoing): Instant | null {
  const head = Buffer.from(raw.subarray(0, HEAD_BYTES)).toString('latin1');
  const written = Date.parse(/^Date: ([^\r\n]*)/m.exec(head)?.[1] ?? '');
  return Number.isNaN(written) ? null : written;
}

const HEAD_BYTES = 8_192;

/** The state of one process. A restart forgets it, and more tries are made. The age of a mail is read from its header. */
export function createRefusedReaders(clock: Clock, sendingPause: SendingPause): RefusedReaders {
  const refusalsByReader = new Map<string, Refusals>();
  const speed = clock.speed ?? 1;

  const noteRefusal = (reader: string, result: SendResult): Refusals => {
    const now = clock.now();
    const start = {
      order: sendingPause.lastBegun(),
      ...{ since: now, count: 0, temporaryCount: 0, lastTemporaryAt: -Infinity },
    };
    const previous = refusalsByReader.get(reader) ?? start;
    const doesCount = isTemporary(result) && now - previous.lastTemporaryAt >= MIN_INTERVAL_MS * speed;
    const update = doesCount ? { temporaryCount: previous.temporaryCount + 1, lastTemporaryAt: now } : {};
    const refusals = { ...previous, ...update, count: previous.count + 1 };
    remember(refusalsByReader, reader, refusals);
    return refusals;
  };

  const judgeRefusals = (
    reader: string,
    mail: Outgoing,
    result: SendResult,
    { order, since, count, temporaryCount }: Refusals,
  ): RefusalJudgement => {
    const age = (clock.now() - (dateOf(mail) ?? since)) / speed;
    // Only a mail to somebody else that was taken shows that the refusals are about this reader.
    const isProved = sendingPause.hasTakenFromOthers(reader, domainOf(mail.from), order);
    if (result.kind === 'rejected') {
      const isOnlyReader = (clock.now() - since) / speed >= PROOF_MS && !sendingPause.isRefusingOthers(reader);
      return { refusals: count, isGivenUp: isProved || isOnlyReader || age >= GIVE_UP_MS, isSettled: isProved };
    }
    if (result.kind === 'limited') {
      const isOfPolicy = result.isDoubtful === true && age >= POLICY_MS;
      return { refusals: count, isGivenUp: age >= GIVE_UP_MS, isSettled: isProved && isOfPolicy };
    }
    return { refusals: count, isGivenUp: false, isSettled: isProved && temporaryCount >= TEMPORARY_REFUSALS };
  };

  return {
    noteTaken: reader => void refusalsByReader.delete(reader),
    judge: (reader, mail, result) => {
      const isRefusal = result.kind === 'rejected' || result.kind === 'limited' || isTemporary(result);
      if (!isRefusal) return NOT_REFUSED;
      const refusals = noteRefusal(reader, result);
      const judgement = judgeRefusals(reader, mail, result, refusals);
      // The next mail to this reader needs a proof of its own.
      if (judgement.isGivenUp && judgement.isSettled) refusalsByReader.delete(reader);
      return judgement;
    },
  };
}
