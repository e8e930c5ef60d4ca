// The settings of a service, for the embedded servers too, and the verifier that they ask for.
import { createHash } from 'node:crypto';
import { systemClock } from '#adapters/clock.ts';
import { createPatience, createQuery, createResolver, resolverLimits } from '#adapters/dns/resolver.ts';
import { guessLanguage } from '#adapters/language/guess.ts';
import { mime } from '#adapters/mime/index.ts';
import { organisationOf } from '#adapters/mime/verification/signature.ts';
import type { Verifier } from '#adapters/mime/verified-reading.ts';
import { WrongSettings } from '#adapters/settings/read.ts';
import { type ServiceSettings, listTrustedServers, parseOwnAddress, shape } from '#adapters/settings/schema.ts';
import type { QueuedMailReader } from '#adapters/store/postgres/inbox.ts';
import { loadEar, loadTemplates, readSentences } from '#adapters/templates/templates.ts';
import { say } from '#core/kernel/sentence.ts';
import { robots } from '#core/players/robots.ts';
import { must } from '#games/kit/assert.ts';
import { games } from '#games/registry/index.ts';
import type { Service, Settings } from '#service/create-service.ts';
import { toQueuedMail } from '#service/intake.ts';
import { configureRecurring } from '#service/unsubscribe.ts';

export const HOST = '127.0.0.1';
export const DOMAIN = 'example.test';
export const ACCOUNT = 'games';
/** Polling interval of the mailbox without announcements. On a fast clock it is short, so that no player's time ends before a look. */
export const SWEEP_SECONDS = 30;
export const FAST_SWEEP_SECONDS = 1;

interface EmbeddedPorts {
  readonly smtpPort: number;
  readonly imapPort: number;
  readonly servicePassword: string;
}

/** The settings of a service that reads a mailbox by IMAP. */
export type ImapServiceSettings = ServiceSettings & { readonly imap: NonNullable<ServiceSettings['imap']> };

export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `noteGap` is told of each text that a language lacks. */
export function createServiceSettings(settings: ServiceSettings, noteGap?: (gap: string) => void): Settings {
  return {
    own: parseOwnAddress(settings.address),
    name: settings.name,
    pictures: settings.pictures,
    webUrl: settings.webUrl,
    perHour: settings.smtp.perHour,
    returnPaths: settings.smtp.returnPaths,
    servers: listTrustedServers(settings),
    games,
    robots: settings.robots ? robots : [],
    templates: loadTemplates(
      games.map(game => game.name),
      noteGap,
    ),
    ear: loadEar(games),
    guessLanguage,
  };
}

/** Reads the header of a mail, and the keys by which it waits in a queue. */
export function createQueuedMailReader({ address }: Pick<ServiceSettings, 'address'>): QueuedMailReader {
  const context = { mime, games, own: parseOwnAddress(address), fingerprint: hashText };
  return {
    toQueued: mail => toQueuedMail(mail, context),
    readHeader: head => {
      const { from, subject } = mime.peek(head, head.length);
      return { from: from[0]?.address ?? '', subject };
    },
  };
}

/** Settings for the embedded servers, which the service uses like any others. null: they do not run. */
export function createEmbeddedSettings(embedded: EmbeddedPorts | null, sweepSeconds: number): ImapServiceSettings {
  const login = { host: HOST, secure: false, user: `${ACCOUNT}@${DOMAIN}`, password: embedded?.servicePassword ?? '' };
  const { imap, smtp, ...others } = shape.parse({
    ...{ address: login.user, trustedAuthservIds: [DOMAIN], imap: login, smtp: login },
  });
  return {
    ...others,
    imap: { ...must(imap, 'they have a mailbox'), port: embedded?.imapPort ?? 0, sweepSeconds },
    smtp: { ...smtp, port: embedded?.smtpPort ?? 0 },
  };
}

/** Rejects with a sentence for the operator. */
export async function addConfiguredTournaments({ context }: Service, { tournaments }: ServiceSettings): Promise<void> {
  const done = await configureRecurring(tournaments, context);
  if (!done.ok) throw new WrongSettings(`tournaments: ${done.reason.id}: ${say(readSentences(), done.reason.why)}`);
}

/** What says whose word proves a sender. */
export type TrustSettings = Pick<
  ServiceSettings,
  'address' | 'trustedAuthservIds' | 'trustUnnamed' | 'trustedSealers' | 'verifyDkim'
>;

/** Uses the name servers of the system. null: the service does not verify senders itself. */
export function createVerifier(settings: TrustSettings): Verifier | null {
  if (!settings.verifyDkim) return null;
  const patience = createPatience(organisationOf, systemClock);
  return {
    context: {
      own: parseOwnAddress(settings.address),
      servers: listTrustedServers(settings),
      sealers: settings.trustedSealers.map(name => name.toLowerCase()),
    },
    resolver: createResolver(createQuery(), systemClock, resolverLimits, patience, organisationOf),
    clock: systemClock,
  };
}
