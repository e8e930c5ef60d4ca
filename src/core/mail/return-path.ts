// Return paths: the sender of the envelope names the reader of a mail (VERP).
// So a mail that comes back tells whose it was.
import type { Instant } from '../kernel/time.ts';
import type { Incoming } from './incoming.ts';
import { detailOf, formatDetailAddress, type OwnAddress, type Sign } from './token.ts';

/** The player a mail was for, and when it was written. `probed`: the address that the mail probes. null: it is no probe. */
export interface ReturnPath {
  readonly userid: string;
  readonly at: Instant;
  readonly probed: string | null;
}

const signPath = ({ userid, at, probed }: ReturnPath, sign: Sign): string =>
  sign(probed === null ? `return path|${userid}|${at}` : `return path of a probe|${userid}|${at}|${probed}`);

/** RFC 5321 4.5.3.1.1. */
const MAX_LOCAL_LENGTH = 64;

/** `games+v.alice.mguyz4ow.k3x9…@example.test`. null: it would be too long. */
export function formatReturnPath(own: OwnAddress, path: ReturnPath, sign: Sign): string | null {
  const detail = `v.${path.userid}.${path.at.toString(36)}.${signPath(path, sign)}`;
  return own.local.length + 1 + detail.length > MAX_LOCAL_LENGTH ? null : formatDetailAddress(own, detail);
}

const DETAIL = /^v\.(?<userid>[a-z][a-z0-9_-]{0,40})\.(?<at>[1-9a-z][0-9a-z]{0,9})\.(?<mac>[a-z0-9]{1,40})$/;

/** A return path whose MAC is not checked. */
export type UnverifiedReturnPath = Omit<ReturnPath, 'probed'> & { readonly mac: string };

/** The return paths among the recipients of a mail. */
export const listReturnPaths = (mail: Incoming, own: OwnAddress): readonly UnverifiedReturnPath[] =>
  mail.recipients.flatMap(address => {
    const { userid = '', at = '', mac } = DETAIL.exec(detailOf(own, address) ?? '')?.groups ?? {};
    return mac === undefined ? [] : [{ userid, at: Number.parseInt(at, 36), mac }];
  });

/** `probed`: as of a probe of this address. null: as of another mail. */
export const isGenuinePath = ({ mac, ...path }: UnverifiedReturnPath, probed: string | null, sign: Sign): boolean =>
  signPath({ ...path, probed }, sign) === mac;
