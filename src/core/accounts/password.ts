// Setting an account's password.
import type { Moment, Decision } from '../decision.ts';
import { decided } from '../decision.ts';
import { changed } from './addresses.ts';

export function setPassword(at: Moment, password: string): Decision {
  const userid = at.actor ?? '';
  return decided(
    [{ kind: 'password-changed', userid, passwordHash: at.world.hashed(password) }],
    [changed(userid, { code: 'password-changed', parts: { userid } })],
  );
}
