// One incoming mail: gates → read → decide → compose → ONE commit; then it leaves the work list, and only then is anything sent.
import type { AnyGame } from '../../games/game.ts';
import { must } from '../../games/kit/assert.ts';
import type { Command, Proof } from '../core/language/command.ts';
import type { Letter } from '../core/letter.ts';
import { limits } from '../core/limits.ts';
import { compose } from '../core/mail/compose/compose.ts';
import type { Stop } from '../core/mail/gates.ts';
import { firstStop } from '../core/mail/gates.ts';
import type { Incoming } from '../core/mail/incoming.ts';
import type { MailPlan } from '../core/mail/plan.ts';
import { newText } from '../core/mail/reply.ts';
import type { Office } from '../core/session/answer.ts';
import { answer } from '../core/session/answer.ts';
import type { Trust } from '../core/session/sender.ts';
import type { Occasion } from '../core/session/session.ts';
import { world as worldOf } from '../core/world.ts';
import { inquiry } from './inquiry.ts';
import type { CauseKey, Change, Clock, Delivered, Disposal, Log, Mailbox, Mime, Outgoing, Secrets, Store } from './ports.ts';
import { quota } from './quota.ts';

export interface PostmanParts {
  readonly mailbox: Mailbox;
  readonly store: Store;
  readonly mime: Mime;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly office: Office;
  readonly games: readonly AnyGame[];
  readonly commands: readonly Command[];
  readonly trust: Trust;
  /** SHA-256 of a text, in hex. */
  readonly fingerprint: (text: string) => string;
  /** Called when there is mail to send. */
  readonly wakeCourier: () => void;
}

/** What became of a mail. `durable` rejects when the store could not keep it: then it stays on the work list. */
interface Handled {
  readonly disposal: Disposal;
  readonly durable: Promise<void>;
}

/** A mail decided; its outcome is known once it is durable. null: it stays on the work list. */
interface Attempt {
  readonly key: string;
  readonly outcome: Promise<Disposal | null>;
}

export interface Postman {
  /** Works until the signal aborts; the mail in hand is finished first. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Handles one batch as the mailbox gave it. */
  readonly work: (batch: readonly Delivered[], signal: AbortSignal) => Promise<void>;
}

const BATCH = 50;
const STORE_PAUSE_MS = 5_000;

export function postman(parts: PostmanParts): Postman {
  const { mailbox, clock, log } = parts;
  const answers = quota();
  /** How often each mail has failed, by its bytes; forgotten with the process. */
  const failures = new Map<string, number>();

  const work: Postman['work'] = async (batch, signal) => {
    // Reading is done for all at once; deciding strictly in the order of arrival.
    const reading = batch.map(delivered => read(parts.mime, delivered));
    for (const each of reading) each.catch(() => undefined);
    const handled: Attempt[] = [];
    for (const [index, delivered] of batch.entries()) {
      if (signal.aborted) break;
      handled.push(await attempt(delivered, must(reading[index], 'every mail is being read')));
    }
    const disposals = await Promise.all(handled.map(({ outcome }) => outcome));
    for (const disposal of ['processed', 'quarantined'] as const) {
      const keys = handled.filter((_, index) => disposals[index] === disposal).map(({ key }) => key);
      if (keys.length > 0) await mailbox.dispose(keys, disposal);
    }
    if (disposals.includes(null)) await clock.sleep(STORE_PAUSE_MS, signal);
  };

  const attempt = async (delivered: Delivered, reading: Promise<ReadMail>): Promise<Attempt> => {
    const { key } = delivered;
    try {
      const { disposal, durable } = await handle(parts, answers, await reading);
      return { key, outcome: durable.then(() => kept(disposal), notKept) };
    } catch (error) {
      return { key, outcome: Promise.resolve(failed(delivered, error)) };
    }
  };

  const kept = (disposal: Disposal): Disposal => {
    parts.wakeCourier();
    return disposal;
  };

  const notKept = (error: unknown): null => {
    log.error('store-failed', { why: error instanceof Error ? error.message : String(error) });
    return null;
  };

  const failed = (delivered: Delivered, error: unknown): Disposal | null => {
    const id = parts.fingerprint(Buffer.from(delivered.raw).toString('latin1'));
    const times = (failures.get(id) ?? 0) + 1;
    failures.set(id, times);
    log.error('mail-failed', { mail: id.slice(0, 12), times, why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    if (times < limits.mailTries) return null;
    failures.delete(id);
    return 'quarantined';
  };

  return {
    work,
    run: async signal => {
      while (!signal.aborted) {
        const batch = await mailbox.next(BATCH, signal);
        if (batch.length > 0) await work(batch, signal);
      }
    },
  };
}

interface ReadMail {
  readonly mail: Incoming;
  readonly isReadable: boolean;
}

async function read(mime: Mime, { raw, size, isWhole }: Delivered): Promise<ReadMail> {
  if (!isWhole) return { mail: mime.peek(raw, size), isReadable: true };
  try {
    return { mail: await mime.parse(raw, size), isReadable: true };
  } catch {
    return { mail: mime.peek(raw, size), isReadable: false };
  }
}

/** The same mail delivered twice has the same cause, and a cause takes effect once. */
export const causeOf = (mail: Incoming, fingerprint: PostmanParts['fingerprint']): CauseKey =>
  `mail:${fingerprint(`${mail.from[0]?.address ?? ''}\n${mail.messageId ?? mail.digest}`)}`;

const done = (durable: Promise<void> = Promise.resolve()): Handled => ({ disposal: 'processed', durable });

async function handle(parts: PostmanParts, answers: ReturnType<typeof quota>, { mail, isReadable }: ReadMail): Promise<Handled> {
  const { log, store, trust } = parts;
  const cause = causeOf(mail, parts.fingerprint);
  const stop = firstStop(mail, trust.own) ?? (isReadable ? null : ({ verdict: 'refused', reason: 'unreadable' } satisfies Stop));
  if (stop?.verdict === 'silent') {
    log.info('mail-silent', { reason: stop.reason });
    return done();
  }
  if (await store.isSeen(cause)) {
    log.info('mail-silent', { reason: 'duplicate' });
    return done();
  }
  for (let tries = 1; ; tries++) {
    const { mails, documents, versions, proof } =
      stop === null ? await decision(parts, mail, cause) : refusal(parts, mail, stop, cause);
    // Beyond the quota the sender is not answered, but what others must know still goes out.
    const isAllowed = !mails.some(each => each.isReply) || answers(mail.from[0]?.address ?? '', proof === 'none', parts.clock.now());
    const outgoing = await rendered(parts, isAllowed ? mails : mails.filter(each => !each.isReply));
    const change: Change = { cause, expect: versions, documents, outgoing, at: parts.clock.now() };
    const { result, durable } = await store.commit(change);
    if (result === 'conflict' && tries < limits.commitTries) continue;
    if (result === 'conflict') throw new Error(`the store still moved after ${tries} tries`);
    log.info('mail-done', { result, mails: outgoing.length, proof, answered: isAllowed });
    return done(durable);
  }
}

/** What follows from a mail, and from which versions of the documents it was decided. */
interface Plan {
  readonly mails: readonly MailPlan[];
  readonly documents: Change['documents'];
  readonly versions: Change['expect'];
  readonly proof: Proof;
}

async function decision(parts: PostmanParts, mail: Incoming, cause: CauseKey): Promise<Plan> {
  const { clock, games, commands, trust } = parts;
  const occasion: Occasion = { mail, text: newText(mail.text), now: clock.now(), cause, games, commands, trust };
  const ask = inquiry(parts.store, parts.secrets);
  for (let round = 0; round < limits.roundsPerMail; round++) {
    const step = answer(occasion, parts.office, ask.known);
    if (step.kind === 'answered') {
      return { mails: step.mails, documents: step.documents, versions: ask.versions, proof: step.proof };
    }
    await ask.find(step.questions);
  }
  throw new Error(`a decision still had questions after ${limits.roundsPerMail} rounds`);
}

/** A mail that is answered without being read. */
function refusal(parts: PostmanParts, mail: Incoming, stop: Stop, cause: CauseKey): Plan {
  const address = mail.from[0]?.address ?? '';
  const reason = stop.reason === 'too-large' ? 'too-large' : 'unreadable';
  const letter: Letter = { kind: 'unreadable', to: { kind: 'address', address }, reason, limit: limits.mailBytes };
  const { trust, commands, clock } = parts;
  const sender = { address, name: '', proof: 'none', userid: null, messageId: mail.messageId } as const;
  const world = worldOf(parts.games, new Map(), () => undefined);
  const desk = { ...parts.office, world, commands, own: trust.own, sign: trust.sign, now: clock.now(), cause, sender, offered: null };
  return { mails: compose([letter], desk).mails, documents: new Map(), versions: new Map(), proof: 'none' };
}

const rendered = (parts: PostmanParts, mails: readonly MailPlan[]): Promise<readonly Outgoing[]> =>
  Promise.all(
    mails.map(async mail => ({
      id: mail.id,
      from: mail.from.address,
      to: mail.to.map(({ address }) => address),
      messageId: mail.messageId,
      raw: await parts.mime.render(mail),
      tries: 0,
    })),
  );
