// The service on a clock that jumps. Its mailbox, SMTP server and process can fail for a while.
import { withoutLogField } from '#test/ledger/log-field.ts';
import { createHash } from 'node:crypto';
import type { Incoming } from '#core/mail/incoming.ts';
import type { MailPlan } from '#core/writing/mail-plan.ts';
import type { Match } from '#core/board/match-document.ts';
import { createMemoryStore } from '#test/memory-store.ts';
import { type Instant, DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { commitRequest } from '#service/commit-request.ts';
import type { Service } from '#service/create-service.ts';
import type { TypedRecurring } from '#core/features/tournaments/recurring.ts';
import type { OperatorAct } from '#core/features/operator/acts.ts';
import { executeCommand } from '#service/control.ts';
import { configureRecurring } from '#service/unsubscribe.ts';
import { readWholeList } from '#service/load.ts';
import { storeHeartbeat } from '#service/mailbox-heartbeat.ts';
import type { Change, Facts, InboxMail, Mime, Outgoing, SendResult, Snapshot, Store } from '#service/ports.ts';
import { lab, type Letterhead } from '#test/service/lab.ts';
import { silent, testSettings } from '#test/service/ports.ts';

/** A mail of the service as its reader has it. */
export type Letter = Pick<
  MailPlan,
  'subject' | 'text' | 'messageId' | 'references' | 'autoSubmitted' | 'unsubscribe' | 'receipt' | 'date'
> & { readonly to: string; readonly replyTo: string };

/** A mail to the service. `isChat`: from a chat program. */
export type Note = Pick<Letterhead, 'from' | 'subject' | 'body' | 'replyTo' | 'unproved'> & {
  readonly isChat?: boolean;
};

function noteBytes(
  { from, subject, body = '', replyTo, unproved = false, isChat = false }: Note,
  serial: number,
): Buffer {
  const thread = replyTo === undefined ? [] : [replyTo.messageId];
  const mail: Incoming = {
    headers: [
      unproved
        ? { name: 'received', value: 'from somewhere' }
        : { name: 'authentication-results', value: `example.test; auth=pass smtp.auth=${from}` },
      ...(isChat ? [{ name: 'chat-version', value: '1.0' }] : []),
      { name: 'from', value: from },
      { name: 'subject', value: subject },
    ],
    from: [{ address: from, name: '' }],
    fromHeaders: 1,
    recipients: [replyTo?.replyTo ?? 'games@example.test'],
    subject,
    messageId: `<${serial}@client.test>`,
    inReplyTo: thread,
    references: thread,
    text: body,
    size: body.length + 500,
    digest: `${serial}`,
  };
  return Buffer.from(JSON.stringify(mail));
}

const incoming = (raw: Uint8Array): Incoming => JSON.parse(Buffer.from(raw).toString()) as Incoming;

/** Plans and incoming mails as JSON, which is faster than real mails. */
const plainMime: Mime = {
  read: raw => {
    const mail = incoming(raw);
    return Promise.resolve({ kind: 'read', mail, text: mail.text });
  },
  peek: incoming,
  render: plan => {
    const { subject, text, messageId, references, autoSubmitted, unsubscribe, receipt, date } = plan;
    const replyTo = plan.replyTo.address;
    const letter = { subject, text, messageId, references, autoSubmitted, unsubscribe, receipt, date, replyTo };
    return Promise.resolve(Buffer.from(JSON.stringify(letter)));
  },
};

export const letterTo = (to: string, raw: Uint8Array): Letter => ({
  ...(JSON.parse(withoutLogField(Buffer.from(raw).toString())) as Omit<Letter, 'to'>),
  to,
});

/** What somebody sees who looks over the shoulders of store and SMTP server. */
export interface Onlooker {
  /** A commit; `before` is what the documents were that it writes. */
  readonly committed: (change: Change, before: Snapshot, now: Instant) => void;
  readonly delivered: (letter: Letter, now: Instant) => void;
  /** The SMTP server said that the address of this mail does not exist. */
  readonly lost: (letter: Letter, now: Instant) => void;
  /** A mail was written with this template. */
  readonly wrote: (template: string) => void;
  /** The mailbox could be read again after an outage. */
  readonly recovered: (now: Instant) => void;
  readonly fault: (what: string) => void;
}

/** How often the mailbox is looked at at least: what is longer than an hour is an outage. */
export const LOOK_MS = 50 * MINUTE_MS;

const NEVER_ABORTED = new AbortController().signal;

export class Office {
  now: Instant;
  /** Runs the process? Can it read the mailbox, and send? */
  isUp = true;
  isReadable = true;
  isSending = true;
  readonly store: Store;
  #service: Service;
  #pile: InboxMail[] = [];
  readonly #deadUntil = new Map<string, Instant>();
  #mails = 0;
  #read: Instant;
  readonly #onlooker: Onlooker;

  constructor(start: Instant, onlooker: Onlooker) {
    this.now = start;
    this.#read = start;
    this.#onlooker = onlooker;
    this.store = this.#watched(createMemoryStore());
    this.#service = this.#started();
  }

  #watched(store: Store): Store {
    return {
      ...store,
      commit: async change => {
        const before = await store.read([...change.documents.keys()]);
        const done = await store.commit(change);
        if (done.result === 'committed') this.#onlooker.committed(change, before, this.now);
        return done;
      },
    };
  }

  #started(): Service {
    const error = (event: string, facts?: Facts): void => {
      // Of a mailbox that is shut nothing else is to be expected.
      const isExpected = event === 'mail-given-up' && this.#deadUntil.size > 0;
      if (!isExpected) this.#onlooker.fault(`${event} ${JSON.stringify(facts ?? {})}`);
    };
    const { templates } = testSettings();
    const { en } = templates;
    const render: typeof en.render = (template, view) => {
      this.#onlooker.wrote(template);
      return en.render(template, view);
    };
    return lab({
      store: this.store,
      clock: { now: () => this.now, sleep: () => Promise.resolve() },
      sender: { send: mail => Promise.resolve(this.#sent(mail)), close: () => Promise.resolve() },
      mime: plainMime,
      // The draws depend on this hash. With another one the seeds would play other games.
      fingerprint: text => createHash('sha1').update(text).digest('hex'),
      log: { ...silent, error },
      pictures: false,
      templates: { ...templates, en: { ...en, render } },
    }).service;
  }

  #sent(mail: Outgoing): SendResult {
    if (!this.isSending) return { kind: 'failed', why: 'no SMTP server' };
    const undeliverable = mail.to.filter(address => (this.#deadUntil.get(address) ?? -Infinity) > this.now);
    for (const address of mail.to)
      if (undeliverable.includes(address)) this.#onlooker.lost(letterTo(address, mail.raw), this.now);
      else this.#onlooker.delivered(letterTo(address, mail.raw), this.now);
    return undeliverable.length === mail.to.length
      ? { kind: 'rejected', why: '550 5.1.1 no such mailbox', undeliverable }
      : { kind: 'sent', undeliverable };
  }

  /** Nothing reaches this address until then, and its server says so. */
  shut(address: string, until: Instant): void {
    this.#deadUntil.set(address, until);
  }

  /** A mail arrives in the mailbox, which is there whatever becomes of the service. */
  arrive(note: Note): void {
    this.#mails += 1;
    const raw = noteBytes(note, this.#mails);
    this.#pile.push({ key: `${this.#mails}`, size: raw.length, raw, isWhole: true });
  }

  /** Another process takes the place of one that has died. */
  restart(): void {
    this.isUp = true;
    this.#service = this.#started();
  }

  async switchClocks(paused: boolean): Promise<void> {
    await commitRequest({ kind: 'clocks-switch', paused }, `pause:${this.now}`, this.#service.context);
  }

  /** The operator's tournaments that come again. */
  async configure(tournaments: readonly TypedRecurring[]): Promise<void> {
    const done = await configureRecurring(tournaments, this.#service.context);
    if (!done.ok) this.#onlooker.fault(`the tournaments of the configuration: ${done.reason.why.code}`);
  }

  /** An act of the operator. */
  async act(act: OperatorAct): Promise<void> {
    const done = await executeCommand(JSON.stringify(act), this.#service.context);
    if (!done.includes('"done":true')) this.#onlooker.fault(`the operator: ${done}`);
  }

  /** When something is to happen by itself; Infinity: never. */
  async next(): Promise<Instant> {
    if (!this.isUp) return Infinity;
    const [alarm, mail] = [await this.store.nextAlarm(), await this.store.nextDue()];
    return Math.max(Math.min(alarm ?? Infinity, mail ?? Infinity), this.now);
  }

  /** The boards of a player that have not ended. */
  async boardsOf(userid: string): Promise<readonly Match[]> {
    const { documents } = await this.store.read(await readWholeList(this.store, `running/player/${userid}`));
    return [...documents.values()] as Match[];
  }

  /** Everything that is to be done at this instant. */
  async work(): Promise<void> {
    if (!this.isUp) return;
    if (this.isReadable) await this.#readMail();
    const { alarms, outbox, robots } = this.#service;
    while ((await alarms.runDue()) + (await outbox.deliver()) + (await robots.play()) > 0);
    const [lost] = await this.store.dueAlarms(this.now, 1);
    if (lost !== undefined) this.#onlooker.fault(`the alarm of ${lost.key} at ${lost.at} has no effect`);
  }

  async #readMail(): Promise<void> {
    const { heartbeat, context, inbox } = this.#service;
    if (this.now - this.#read > HOUR_MS) this.#onlooker.recovered(this.now);
    this.#read = this.now;
    const look = async (): Promise<void> => {
      heartbeat.beginLook()(this.#pile.length === 0);
      await storeHeartbeat(heartbeat, context);
    };
    await look();
    if (this.#pile.length === 0) return;
    const waiting = await inbox.processBatch(this.#pile, NEVER_ABORTED);
    if (waiting > 0) this.#onlooker.fault(`${waiting} mails were not dealt with`);
    this.#pile = [];
    await look();
  }

  /** Once a day: what is remembered of mails long gone is forgotten. */
  forget(): Promise<void> {
    return this.store.forget(this.now - 90 * DAY_MS);
  }
}
