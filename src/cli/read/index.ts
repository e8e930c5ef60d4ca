// `nexpost read`: says what the service makes of a mail on stdin, without acting on it.
import { reasonOf } from '#games/kit/assert.ts';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { type ServiceSettings, listTrustedServers } from '#adapters/settings/schema.ts';
import { formatJson } from '#games/kit/plain-text.ts';
import { createVerifier } from '#composition/sender-verifier.ts';
import type { Trust } from '#core/board/sender.ts';
import { createVerb } from '../shell/command-line.ts';
import { PLACE, type StorePlace, readGivenSettings, storePlace, useReadOnlyStore } from '../shell/store-place.ts';
import { type MailReport, type Records, reportOn } from './report.ts';
import { Misuse, type Verb, readMailBytes } from '../shell/verb.ts';

/** What `nexpost serve` uses without a configuration. */
const EMBEDDED = {
  ...{ address: 'games@example.test', trustedAuthservIds: ['example.test'], trustUnnamed: false },
  ...{ verifyDkim: false, trustedSealers: [] },
};

/** Reports on the mail with the data at this place. null: without any data. */
async function reportAt(place: StorePlace | null, settings: TrustSettings, raw: Buffer): Promise<MailReport> {
  const verifier = createVerifier(settings);
  if (place === null) return reportOn(raw, { trust: trustOf(settings, null), verifier }, null);
  return useReadOnlyStore(place, async (look, keyOf) => {
    const key = await keyOf();
    const vault = createSecrets(Buffer.from(key ?? '', 'hex'));
    // Without a key no token was ever sent, and none is genuine.
    const records = { look, secrets: key === null ? { ...vault, sign: () => '' } : vault };
    return reportOn(raw, { trust: trustOf(settings, records), verifier }, records);
  });
}

type TrustSettings = Pick<
  ServiceSettings,
  'address' | 'trustedAuthservIds' | 'trustUnnamed' | 'verifyDkim' | 'trustedSealers'
>;

function trustOf(settings: TrustSettings, records: Records | null): Trust {
  const [local = '', domain = ''] = settings.address.toLowerCase().split('@');
  return {
    own: { local, domain },
    servers: listTrustedServers(settings),
    sign: records?.secrets.sign ?? ((): string => ''),
  };
}

/** A configuration that cannot be read is a fault of the command line. */
async function loadConfiguration(
  values: Parameters<typeof storePlace>[0],
): Promise<{ readonly place: StorePlace; readonly settings: TrustSettings }> {
  try {
    const settings = await readGivenSettings(values.config);
    return { place: await storePlace(values), settings: settings ?? EMBEDDED };
  } catch (error) {
    throw new Misuse(reasonOf(error));
  }
}

const verb = createVerb({
  name: 'read',
  options: {
    data: {
      kind: 'text',
      value: 'DIR',
      sentence: `a service's data: tokens, passwords and repeats are checked
(default: none; proof is then none or authentication-results, a
token or a Subject of the service tells the game, and without
either moves are recognised by their shape over all games)`,
    },
    store: PLACE.store,
    config: {
      kind: 'text',
      value: 'FILE',
      sentence: `its configuration: own address and trusted authserv-ids
(default: games@example.test, which trusts example.test).
With verifyDkim it looks up the keys of signatures in the DNS`,
    },
  },
  help: `
Reads one mail from stdin, acts on nothing and changes nothing, also beside a
running service. Prints one JSON line:

  verdict   read, silent (never answered) or refused (answered with the reason)
  reason    null, auto-submitted, bounce, list, loop, duplicate, spam, dmarc,
            too-large, unreadable or from
  from      the sender's address, null when there is not exactly one
  proof     none, token, authentication-results, dkim or password
  text      what the sender newly wrote, without quotes and signature
  commands  in the order they would run, passwords as ***
  comment   what was written besides commands
  asks      what would be asked about instead of being done, canonical
  done      of a duplicate alone: the day on which it was dealt with (UTC), and
            what happened on the sender's boards on that day

Exit status 0 for read and silent, 1 for refused.`,
  run: async ({ values }, io) => {
    const { place, settings } = await loadConfiguration(values);
    const isBare = values.data === '' && place.kind === 'folder';
    const report = await reportAt(isBare ? null : place, settings, await readMailBytes(io.stdin));
    io.stdout.write(`${formatJson(report)}\n`);
    return report.verdict === 'refused' ? 1 : 0;
  },
});

export const read: Verb = { ...verb, usage: `${verb.usage} < mail.eml` };
