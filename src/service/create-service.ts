// Composes the service from ports and settings.
// The program, the tests and the simulation all use it.
import { createNotary } from './sealing.ts';
import { SERVICE_OFFER } from '#core/features.ts';
import type { Trust } from '#core/board/sender.ts';
import type { MailSettings } from '#core/writing/feature.ts';
import { isToStranger } from '#core/mail/token.ts';
import { type DocumentKey, isOfKind } from '#core/kernel/documents.ts';
import type { Instant } from '#core/kernel/time.ts';
import { type Alarms, createAlarms } from './alarms.ts';
import { type Inbox, createInbox, type InboxContext } from './inbox.ts';
import { type Outbox, createOutbox } from './outbox.ts';
import { type ServiceContext, commitRequest } from './commit-request.ts';
import type { MailArchive, Outgoing, Sender } from './ports.ts';
import type { Engines } from '#engines/index.ts';
import type { Leases, MailQueue } from './shared-ports.ts';
import { type MailboxHeartbeat, createMailboxHeartbeat, storeHeartbeat } from './mailbox-heartbeat.ts';
import { type Robots, createRobots } from './robots.ts';

type PortOfInbox =
  | ('store' | 'mailbox' | 'quarantine' | 'inFlight')
  | ('mime' | 'raster' | 'secrets' | 'fingerprint')
  | ('clock' | 'log');

/** Everything the service uses of the outside world. */
export interface Ports extends Pick<InboxContext, PortOfInbox> {
  readonly leases: Leases;
  readonly archive: MailArchive;
  readonly sender: Sender;
  readonly engines: Engines;
  /** The queue that another process fills from the mailbox. Absent: this process reads the mailbox itself. */
  readonly queue?: Pick<MailQueue, 'emptyAt'>;
  /** When the process that sends tries again. Absent: this process sends. */
  readonly sendingPausedUntil?: () => Promise<Instant | null>;
}

export interface Settings
  extends
    Pick<MailSettings, 'templates' | 'guessLanguage' | 'pictures' | 'webUrl'>,
    Pick<ServiceContext, 'games' | 'robots' | 'ear'>,
    Pick<Trust, 'own' | 'servers'> {
  /** The display name of our address. */
  readonly name: string;
  readonly returnPaths: boolean;
  /** At most this many mails are sent in an hour. 0: any number. */
  readonly perHour: number;
}

export interface Service {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly robots: Robots;
  readonly alarms: Alarms;
  readonly heartbeat: MailboxHeartbeat;
  /** For requests that no part above makes, such as the operator's. */
  readonly context: InboxContext;
}

export function createService(ports: Ports, settings: Settings): Service {
  const { store, leases, sender, clock, log, secrets, engines, ...others } = ports;
  const { own, servers, games, robots, ear, templates, guessLanguage, name, pictures, webUrl, perHour, returnPaths } =
    settings;
  const heartbeat = createMailboxHeartbeat(clock);
  const noteAccepted = async (mail: Outgoing): Promise<void> => {
    const { id, receipt } = mail;
    if (receipt === undefined) return;
    const commit = await commitRequest({ kind: 'mail-accepted', receipt }, `accepted:${id}`, context);
    await commit?.durable;
  };
  const noteReturned = async ({ id, messageId }: Outgoing, addresses: readonly string[]): Promise<void> => {
    const returnedMail = { addresses, messageId };
    const commit = await commitRequest({ kind: 'mail-returned', by: returnedMail }, `returned:${id}`, context);
    await commit?.durable;
  };
  const isMailToStranger = ({ messageId }: Outgoing): boolean => isToStranger(own, messageId);
  const outbox = createOutbox({
    store,
    leases,
    sender,
    clock,
    log,
    perHour,
    isToStranger: isMailToStranger,
    noteAccepted,
    noteReturned,
  });
  const baseContext = {
    ...SERVICE_OFFER,
    ...{ games, robots, ear },
    trust: { own, servers, sign: secrets.sign },
    mailSettings: { templates, guessLanguage, ownName: name, pictures, webUrl, hasReturnPaths: returnPaths },
  };
  // Requests are decided with `baseContext` alone. The parts of the service also use its members.
  const context: InboxContext = {
    notary: createNotary(`${own.domain}/${own.local}`, ports),
    ...{ ...others, store, clock, log, secrets, ...baseContext, baseContext },
    inboxEmptyAt: ports.queue?.emptyAt ?? heartbeat.emptyAt,
    storeHeartbeat: () => storeHeartbeat(heartbeat, context),
    beginLook: heartbeat.beginLook,
    wakeOutbox: outbox.wake,
    sendingPausedUntil: ports.sendingPausedUntil ?? (() => Promise.resolve(outbox.pausedUntil())),
    onCommitted: (keys: readonly DocumentKey[]) => {
      if (keys.some(key => isOfKind('match', key) || isOfKind('review', key))) robotRunner.wake();
    },
  };
  const robotRunner = createRobots({ ...context, engines, leases });
  return {
    inbox: createInbox(context),
    outbox,
    robots: robotRunner,
    alarms: createAlarms({ ...context, leases, archive: ports.archive }),
    heartbeat,
    context,
  };
}
