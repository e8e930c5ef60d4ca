// Setting an account's password.
import { type CommandContext, decided, type Decision } from '../decision.ts';
import { changed } from './addresses.ts';

export function setPassword(at: CommandContext, password: string): Decision {
  const userid = at.actor ?? '';
  return decided(
    [{ kind: 'password-changed', userid, passwordHash: at.state.hashed(password) }],
    [changed(userid, { code: 'password-changed', parts: { userid } })],
  );
}
