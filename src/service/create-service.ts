// Composes the service from ports and settings.
// The program, the tests and the simulation all use it.
import { SERVICE_OFFER } from '#core/features.ts';
import type { MailSettings } from '#core/contract/feature.ts';
import type { AnyGame } from '#games/game.ts';
import type { Robot } from '#core/kernel/robot.ts';
import type { TemplatesByLanguage } from '#core/wording/mail-plan.ts';
import { isToStranger, type OwnAddress } from '#core/mail/token.ts';
import { type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import { type Alarms, createAlarms } from './alarms.ts';
import { type Inbox, createInbox, type InboxContext } from './inbox.ts';
import { type Outbox, createOutbox } from './outbox.ts';
import { commitRequest } from './commit-request.ts';
import type {
  Clock,
  Engines,
  InFlight,
  Log,
  MailArchive,
  Mailbox,
  Mime,
  Outgoing,
  Raster,
  Secrets,
  Sender,
  Store,
} from './ports.ts';
import type { Leases, MailQueue } from './shared-ports.ts';
import { type MailboxHeartbeat, createMailboxHeartbeat, storeHeartbeat } from './mailbox-heartbeat.ts';
import { type Robots, createRobots } from './robots.ts';

/** Everything the service uses of the outside world. */
export interface Ports {
  readonly store: Store;
  readonly claims: Leases;
  readonly mailbox: Mailbox;
  readonly archive: MailArchive;
  readonly sender: Sender;
  readonly mime: Mime;
  readonly raster: Raster;
  readonly secrets: Secrets;
  readonly engines: Engines;
  readonly inHand: InFlight;
  /** Absent: this process reads the mailbox, and knows how far. */
  readonly queue?: Pick<MailQueue, 'emptyAt'>;
  readonly clock: Clock;
  readonly log: Log;
  /** SHA-256 of a text, in hex. */
  readonly fingerprint: (text: string) => string;
}

export interface Settings {
  readonly own: OwnAddress;
  /** The display name of our address. */
  readonly name: string;
  /** Do HTML mails hold a picture of the board? */
  readonly pictures: boolean;
  readonly webUrl: string;
  /** The authserv-ids whose Authentication-Results count. */
  readonly servers: readonly string[];
  readonly games: readonly AnyGame[];
  readonly robots: readonly Robot[];
  readonly templates: TemplatesByLanguage;
  readonly guessLanguage: MailSettings['guessLanguage'];
}

export interface Service {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly robots: Robots;
  readonly alarms: Alarms;
  readonly sightings: MailboxHeartbeat;
  /** What requests of other kinds need. */
  readonly context: InboxContext;
}

export function createService(ports: Ports, settings: Settings): Service {
  const { store, claims, sender, clock, log, secrets, engines, ...others } = ports;
  const { own, servers, games, robots, templates, guessLanguage, name, pictures, webUrl } = settings;
  const seen = createMailboxHeartbeat(clock);
  const accepted = async (mail: Outgoing): Promise<void> => {
    const { id, receipt } = mail;
    if (receipt === undefined) return;
    const done = await commitRequest({ kind: 'mail-accepted', receipt }, `accepted:${id}`, context);
    await done?.durable;
  };
  const returned = async ({ id, messageId }: Outgoing, addresses: readonly string[]): Promise<void> => {
    const by = { addresses, messageId };
    const done = await commitRequest({ kind: 'mail-returned', by }, `returned:${id}`, context);
    await done?.durable;
  };
  const toStranger = ({ messageId }: Outgoing): boolean => isToStranger(own, messageId);
  const out = createOutbox({ store, claims, sender, clock, log, isToStranger: toStranger, accepted, returned });
  const offered = {
    ...SERVICE_OFFER,
    ...{ games, robots },
    trust: { own, servers, sign: secrets.sign },
    mailSettings: { templates, guessLanguage, ownName: name, pictures, webUrl },
  };
  const context: InboxContext = {
    ...{ ...others, store, clock, log, secrets, ...offered, offered },
    inboxEmptyAt: ports.queue?.emptyAt ?? seen.emptyAt,
    presenceStored: () => storeHeartbeat(seen, context),
    look: seen.look,
    wakeOutbox: out.wake,
    changed: (keys: readonly DocumentKey[]) => {
      if (keys.some(key => isOfKind('match', key))) atBoards.wake();
    },
  };
  const atBoards = createRobots({ ...context, engines, claims });
  return {
    inbox: createInbox(context),
    outbox: out,
    robots: atBoards,
    alarms: createAlarms({ ...context, claims, archive: ports.archive }),
    sightings: seen,
    context,
  };
}
