// Creates the verifier of senders, if the settings ask for one.
import { systemClock } from '#adapters/clock.ts';
import { createPatience, createQuery, createResolver, resolverLimits } from '#adapters/dns/resolver.ts';
import { organisationOf } from '#adapters/mime/verification/signature.ts';
import type { Verifier } from '#adapters/mime/verified-reading.ts';
import { type ServiceSettings, listTrustedServers } from '#adapters/settings/schema.ts';

type VerifierSettings = Pick<
  ServiceSettings,
  'address' | 'trustedAuthservIds' | 'trustUnnamed' | 'trustedSealers' | 'verifyDkim'
>;

/** Uses the name servers of the system. null: the service does not verify senders itself. */
export function createVerifier(settings: VerifierSettings): Verifier | null {
  if (!settings.verifyDkim) return null;
  const patience = createPatience(organisationOf, systemClock);
  const [local = '', domain = ''] = settings.address.toLowerCase().split('@');
  return {
    context: {
      own: { local, domain },
      servers: listTrustedServers(settings),
      sealers: settings.trustedSealers.map(name => name.toLowerCase()),
    },
    resolver: createResolver(createQuery(), systemClock, resolverLimits, patience, organisationOf),
    clock: systemClock,
  };
}
