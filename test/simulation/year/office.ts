// The whole service over a store in memory, on a clock that jumps: its mailbox, its SMTP server and its process can be out of order for a while.
import { createMemoryStore } from '#adapters/store/memory.ts';
import { type Instant, DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { commitRequest } from '#service/commit-request.ts';
import { createService, type Service } from '#service/create-service.ts';
import type { TypedRecurring } from '#core/features/tournaments/recurring.ts';
import { configureRecurring } from '#service/recurring.ts';
import { storeHeartbeat } from '#service/mailbox-heartbeat.ts';
import type { Change, Facts, InboxMail, Outgoing, SendResult, Snapshot, Store } from '#service/ports.ts';
import { testPorts, testSettings } from '#test/service/ports.ts';
import { fingerprint, type Letter, letterTo, type Note, noteBytes, plainMime } from './letter.ts';

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
    const quiet = (): void => undefined;
    const ports = testPorts({
      store: this.store,
      clock: { now: () => this.now, sleep: () => Promise.resolve() },
      sender: { send: mail => Promise.resolve(this.#sent(mail)), close: () => Promise.resolve() },
      mime: plainMime,
      log: { info: quiet, warn: quiet, error },
      fingerprint,
    });
    const settings = testSettings({ pictures: false });
    const { en } = settings.templates;
    const render: typeof en.render = (template, view) => {
      this.#onlooker.wrote(template);
      return en.render(template, view);
    };
    return createService(ports, { ...settings, templates: { ...settings.templates, en: { ...en, render } } });
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
    const raw = noteBytes(note);
    this.#mails += 1;
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

  /** When something is to happen by itself; null: never. */
  async next(): Promise<Instant | null> {
    if (!this.isUp) return null;
    const [alarm, mail] = [await this.store.nextAlarm(), await this.store.nextDue()];
    const next = Math.min(alarm ?? Infinity, mail ?? Infinity);
    return next === Infinity ? null : Math.max(next, this.now);
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
