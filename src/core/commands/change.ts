// `change address`, `change password`, `signoff`: an account's own affairs.
import type { Phrase } from '../../../games/kit/refusal.ts';
import { no, ok } from '../../../games/kit/result.ts';
import { isUseridShaped, passwordOf } from '../accounts/userid.ts';
import { claimed } from '../language/claims.ts';
import type { Call, Command, Decision, Moment, Notice } from '../language/command.ts';
import { counted, decided, denied } from '../language/command.ts';
import type { Event } from '../state/events.ts';
import { apply } from '../state/events.ts';
import { askingCharges } from '../quota/rules.ts';
import type { Refused } from '../refusal.ts';
import { refused } from '../refusal.ts';
import { running } from './challenge-allowance.ts';
import { resignBoard } from './resign.ts';
import { addressList, confirmations, unaskable } from './signup.ts';

export const changeAddress: Command = {
  name: 'change address',
  aliases: [],
  shortest: null,
  scope: 'server',
  inReply: false,
  takesAnyWords: false,
  usage: 'change address [userid password] [address …]',
  summary: 'where your boards are mailed; each new address is asked first',
  by: 'owner',
  parse: call => {
    const { claim, rest } = claimed(call, 0);
    const addresses = addressList(rest);
    if (!addresses.ok) return addresses;
    const secrets = claim === null ? [] : [claim.secret];
    return ok({ claim, secrets, run: at => wantAddresses(at, addresses.value) });
  },
};

function wantAddresses(at: Moment, given: readonly string[]): Decision {
  const userid = at.actor ?? '';
  const asked = given.length === 0 ? [at.sender.address] : given;
  const fresh = asked.filter(address => !(at.world.document('account', userid)?.addresses.includes(address) ?? false));
  const taken = fresh.find(address => address === at.sender.address && ownerOf(at, address) !== null);
  if (taken !== undefined) return denied(refused('address-taken', { address: taken }));
  // The address this mail is proved to come from has said yes already.
  const proved = at.sender.proof === 'none' ? [] : fresh.filter(address => address === at.sender.address);
  const open = fresh.filter(address => !proved.includes(address));
  const charges = askingCharges(counted(at));
  const shut = unaskable(at, open, charges);
  if (shut !== null) return denied(shut);
  const confirmed = proved.map((address): Event => ({ kind: 'address-confirmed', userid, address }));
  const news: Notice =
    open.length === 0
      ? changed(userid, { code: 'addresses-changed', parts: { userid, addresses: asked.join(', ') } })
      : { kind: 'done', done: { code: 'addresses-asked', parts: { addresses: open.join(', ') } } };
  return decided(
    [
      { kind: 'addresses-wanted', userid, addresses: asked },
      ...confirmed,
      { kind: 'charged', charges: open.flatMap(() => charges), at: at.now },
    ],
    [news, ...confirmations(userid, open, false)],
  );
}

/** The owner of an account is told of what changes in it: it may be their only sign that somebody else did this. */
const changed = (userid: string, news: Phrase): Notice => ({
  kind: 'alert',
  alert: 'change',
  userid,
  isSaid: true,
  news,
});

const ownerOf = (at: Moment, address: string): string | null => at.world.document('address', address)?.userid ?? null;

export const changePassword: Command = {
  name: 'change password',
  aliases: [],
  shortest: null,
  scope: 'server',
  inReply: false,
  takesAnyWords: false,
  usage: 'change password [userid current] new',
  summary: 'sets a password; a proved sender needs no current one',
  by: 'owner',
  parse: call => {
    const { claim, rest } = claimed(call, 1);
    const [secret = '', ...more] = rest;
    const secrets = [...(claim === null ? [] : [claim.secret]), ...rest];
    const password = passwordOf(secret);
    if (more.length > 0 || secret === '') return no(refused('command-usage', { usage: call.usage }));
    return password.ok ? ok({ claim, secrets, run: at => setPassword(at, password.value) }) : password;
  },
};

function setPassword(at: Moment, password: string): Decision {
  const userid = at.actor ?? '';
  return decided(
    [{ kind: 'password-changed', userid, passwordHash: at.world.hashed(password) }],
    [changed(userid, { code: 'password-changed', parts: { userid } })],
  );
}

export const signoff: Command = {
  name: 'signoff',
  aliases: ['delete'],
  shortest: null,
  scope: 'server',
  inReply: false,
  takesAnyWords: false,
  usage: 'signoff userid [password]',
  summary: 'closes your account; running games are resigned',
  by: 'owner',
  parse: call => {
    const { claim, rest } = claimed(call, 0);
    const wrong = wrongName(call, rest);
    if (wrong !== null) return no(wrong);
    return ok({ claim, secrets: claim === null ? [] : [claim.secret], run: closeAccount });
  },
};

/** Leaving is for ever: the line must name the account, so that no stray word does it. */
function wrongName(call: Call, rest: readonly string[]): Refused | null {
  const isNamed = isUseridShaped(call.words[0] ?? '') && rest.length === 0;
  return isNamed ? null : refused('command-usage', { usage: call.usage });
}

/** Leaves every running board as `resign` does, then closes. Letters to an account without addresses go nowhere. */
function closeAccount(at: Moment): Decision {
  const userid = at.actor ?? '';
  let moment = at;
  const events: Event[] = [];
  const notices: Notice[] = [];
  for (const match of running(at.world, userid)) {
    // Who holds several seats gives them up one by one.
    for (let left = resignBoard(moment, match); left.ok; left = resignBoard(moment, match)) {
      events.push(...left.value.events);
      notices.push(...left.value.notices);
      moment = { ...moment, world: left.value.events.reduce(apply, moment.world) };
    }
  }
  const signedOff: Phrase = { code: 'signed-off', parts: { userid } };
  const isOwn = at.world.document('account', userid)?.addresses.includes(at.sender.address) ?? false;
  const bye: Notice = isOwn ? { kind: 'done', done: signedOff } : changed(userid, signedOff);
  return decided([...events, { kind: 'account-closed', userid }], [...notices, bye]);
}
