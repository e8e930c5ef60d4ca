// Replies that say yes or no to something we asked: a sign-up, a mail that nothing proved, a change of an account.
import type { Phrase } from '../../../games/kit/refusal.ts';
import type { Event } from '../event.ts';
import type { Decision, Notice } from '../language/command.ts';
import { decided, denied } from '../language/command.ts';
import { yesOrNo } from '../language/yes-or-no.ts';
import { limits } from '../limits.ts';
import type { Incoming } from '../mail/incoming.ts';
import { DAY_MS } from '../quota/rules.ts';
import { refused } from '../refusal.ts';
import type { Account, Alert, ParkedMail } from '../world.ts';
import type { Hearing } from './hearing.ts';
import { identify } from './sender.ts';
import type { Identity, Trust } from './sender.ts';

/** What the answer means: a decision of its own, or the mail that waited for it, heard as its owner's. */
export type Confirmed =
  | { readonly kind: 'decision'; readonly decision: Decision }
  | { readonly kind: 'released'; readonly asOwner: Hearing; readonly mail: ParkedMail; readonly event: Event };

const only = (decision: Decision): Confirmed => ({ kind: 'decision', decision });

const said = (events: readonly Event[], done: Phrase): Decision => decided(events, [{ kind: 'done', done }]);

/** null: the mail answers no question of ours. */
export function confirmed(hearing: Hearing): Confirmed | null {
  const { token } = hearing.identity;
  switch (token?.kind) {
    case 'address':
      return only(confirmAddress(hearing, token.userid));
    case 'parked':
      return answerParked(hearing, token.id);
    case 'alert':
      return answerAlert(hearing, token.id);
    case 'account':
    case 'board':
    case 'seat':
    case undefined:
      return null;
  }
}

const answerOf = ({ occasion }: Hearing): ReturnType<typeof yesOrNo> => yesOrNo(occasion.text);

/** An address says yes or no to the account that asked for it. */
function confirmAddress(hearing: Hearing, userid: string): Decision {
  const { address } = hearing.identity.sender;
  const answer = answerOf(hearing);
  if (answer === null) return denied(refused('confirm-yes'));
  if (answer === 'no')
    return said([{ kind: 'address-refused', userid, address }], {
      code: 'address-refused',
      parts: { address, userid },
    });
  const { world } = hearing;
  const owner = world.document('address', address)?.userid ?? userid;
  if (owner !== userid) return denied(refused('address-taken', { address }));
  const account = world.document('account', userid);
  const joined: Event = { kind: 'address-confirmed', userid, address };
  if (account === null || account.addresses.length === 0) return decided([joined], [welcome(userid, address)]);
  const done: Phrase = { code: 'address-confirmed', parts: { address, userid } };
  const alert: Notice = {
    ...{ kind: 'alert', alert: 'change', userid, isSaid: false },
    news: replaced(account, address) ?? done,
  };
  return decided([joined], [{ kind: 'done', done }, alert]);
}

/** The last address of a new list has said yes, and others go; null: none goes. */
function replaced({ userid, addresses, wanted }: Account, address: string): Phrase | null {
  const held = [...addresses, address];
  const asked = wanted ?? held;
  const isComplete = asked.every(each => held.includes(each)) && addresses.some(each => !asked.includes(each));
  return isComplete ? { code: 'addresses-changed', parts: { userid, addresses: asked.join(', ') } } : null;
}

const welcome = (userid: string, address: string): Notice => ({
  kind: 'letter',
  letter: { kind: 'welcome', to: { kind: 'address', address }, userid, password: 'dropped' },
});

function answerParked(hearing: Hearing, id: string): Confirmed {
  const { occasion, world, identity } = hearing;
  const parked = world.document('parked', id);
  if (parked === null || parked.spent) return only(said([], { code: 'already-confirmed', parts: {} }));
  if (identity.sender.userid !== parked.account) return only(denied(refused('confirm-elsewhere')));
  const answer = answerOf(hearing);
  if (answer === null) return only(denied(refused('confirm-yes')));
  if (answer === 'no') return only(said([{ kind: 'mail-disowned', id }], { code: 'mail-disowned', parts: {} }));
  const event: Event = { kind: 'mail-released', id, at: occasion.now };
  return { kind: 'released', asOwner: asOwner(hearing, parked), mail: parked, event };
}

/** The parked mail is heard as if its owner had sent it just now. */
function asOwner({ occasion, world, identity }: Hearing, parked: ParkedMail): Hearing {
  const mail: Incoming = {
    ...occasion.mail,
    subject: parked.subject,
    recipients: recipientsOf(parked, occasion.trust),
    inReplyTo: [],
    references: [],
  };
  const sender = { ...identity.sender, userid: parked.account };
  const owner: Identity = { ...identify(mail, world, occasion.trust), sender, ownerToAsk: null };
  return { occasion, world, identity: owner };
}

const recipientsOf = (parked: ParkedMail, { own }: Trust): readonly string[] =>
  parked.detail === null ? [] : [`${own.local}+${parked.detail}@${own.domain}`];

function answerAlert(hearing: Hearing, id: string): Confirmed | null {
  const { occasion, world } = hearing;
  const alert = world.document('alert', id);
  if (alert === null || world.document('account', alert.account) === null) return null;
  const answer = answerOf(hearing);
  // Neither word: it is a mail like any other, from an address that is proved.
  if (answer === null) return null;
  if (alert.spent) return only(said([], { code: 'already-confirmed', parts: {} }));
  if (occasion.now > alert.at + limits.undoDays * DAY_MS && alert.kind === 'change')
    return only(denied(refused('undo-late', { days: limits.undoDays })));
  return only(alert.kind === 'change' ? undo(alert, id, answer) : unlock(alert, id, answer));
}

function undo({ account, told }: Alert, id: string, answer: 'yes' | 'no'): Decision {
  if (answer === 'yes') return said([], { code: 'nothing-changed', parts: {} });
  return said(
    [
      { kind: 'account-restored', userid: account, addresses: told },
      { kind: 'alert-answered', id },
    ],
    { code: 'account-restored', parts: { userid: account, addresses: told.join(', ') } },
  );
}

function unlock({ account }: Alert, id: string, answer: 'yes' | 'no'): Decision {
  const answered: Event = { kind: 'alert-answered', id };
  const unlocked: Event = { kind: 'account-locked', userid: account, locked: false };
  if (answer === 'yes') return said([unlocked, answered], { code: 'passwords-unlocked', parts: { userid: account } });
  const removed: Event = { kind: 'password-changed', userid: account, passwordHash: null };
  return said([removed, unlocked, answered], { code: 'password-removed', parts: { userid: account } });
}
