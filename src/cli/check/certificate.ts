// Warns before a mail server's certificate expires: mail stops on that day.
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { DAY_MS, type Instant } from '#core/kernel/time.ts';
import type { Finding } from '#service/ports.ts';

const SOON_MS = 14 * DAY_MS;

export interface CertificateWatch {
  /** To be among the options of the connection, also of one that begins in plain text. */
  readonly tls: Pick<ConnectionOptions, 'checkServerIdentity'>;
  /** When the certificate ends that was shown; null: none was. */
  readonly endsAt: () => Instant | null;
}

export function createCertificateWatch(): CertificateWatch {
  let endsAt: Instant | null = null;
  return {
    tls: {
      checkServerIdentity: (host, certificate) => {
        endsAt = Date.parse(certificate.valid_to);
        return checkServerIdentity(host, certificate);
      },
    },
    endsAt: () => endsAt,
  };
}

export function findEndingCertificate(where: string, endsAt: Instant | null, now: Instant): readonly Finding[] {
  if (endsAt === null || endsAt - now > SOON_MS) return [];
  const days = Math.max(0, Math.floor((endsAt - now) / DAY_MS));
  const left = days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
  const date = new Date(endsAt).toISOString().slice(0, 10);
  return [
    { level: 'warn', where, what: `The server's certificate ends ${left}, on ${date}: renew it, or no mail goes.` },
  ];
}
