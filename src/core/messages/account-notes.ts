// The mails about an account: welcome, requests to confirm, what its owner must know.
import { namesOf } from '#games/game.ts';
import type { Message } from './message.ts';
import { limits } from '../limits.ts';
import { tokenOf } from '../identity/token.ts';
import { type ComposeContext, type Draft, tell } from './compose-context.ts';
import { paragraph, quoted, wrap } from './text.ts';

export type Note = Exclude<Message, { readonly kind: 'board' }>;
export type Of<Kind extends Note['kind']> = Extract<Note, { readonly kind: Kind }>;

/** What a note is, besides whom it is for. */
export type Written = Omit<Draft, 'to' | 'html' | 'picture' | 'files' | 'charge' | 'unsubscribe'> &
  Partial<Pick<Draft, 'files' | 'unsubscribe'>>;

export const accountNotes: {
  readonly [Kind in 'welcome' | 'confirm-address' | 'confirm-mail' | 'alert' | 'quiet' | 'operator']: (
    context: ComposeContext,
    message: Of<Kind>,
  ) => Written;
} = {
  welcome: (context, message) => ({
    subject: `Welcome to nexpost, ${message.userid}`,
    token: accountToken(context, message.userid, message.to),
    text: context.templates.render('welcome.txt', {
      userid: message.userid,
      password: message.password,
      hasRobots: context.state.robots.length > 0,
      games: wrap(context.state.games.flatMap(namesOf).join(', '), 68),
      address: `${context.own.local}@${context.own.domain}`,
    }),
    thread: [],
  }),
  'confirm-address': (context, message) => ({
    subject: `Please confirm: ${message.userid} at nexpost`,
    token: tokenOf({ kind: 'address', userid: message.userid, address: message.address }, context.sign),
    text: context.templates.render('confirm-address.txt', {
      userid: message.userid,
      address: message.address,
      fresh: message.fresh,
    }),
    thread: [],
  }),
  'confirm-mail': (context, message) => ({
    subject: `Please confirm your mail to nexpost`,
    token: tokenOf({ kind: 'parked', id: message.id, userid: message.userid }, context.sign),
    text: context.templates.render('confirm-mail.txt', {
      ...{ lines: message.lines, more: message.more },
      words: message.words === '' ? '' : quoted(message.words),
    }),
    thread: [],
  }),
  operator: (context, { lines, unlisted }) => ({
    subject: 'nexpost: an error on your server',
    token: null,
    kindLetter: 'o',
    text: context.templates.render('operator.txt', { lines, unlisted }),
    thread: [],
  }),
  alert: (context, message) => ({
    subject: `Your account at nexpost, ${message.userid}`,
    token: tokenOf({ kind: 'alert', id: message.id, address: message.to.address }, context.sign),
    text: context.templates.render('alert.txt', {
      news: message.news.map(phrase => paragraph(tell(context, phrase))),
      alert: message.alert,
      userid: message.userid,
      days: limits.undoDays,
    }),
    thread: [],
  }),
  quiet: (context, message) => ({
    subject: 'nexpost: are you a program?',
    token: null,
    text: context.templates.render('quiet.txt', { mails: message.mails }),
    thread: [],
  }),
};

/** A reply to a mail about an account comes from whoever reads mail at its address. */
export function accountToken(context: ComposeContext, userid: string | null, to: Message['to']): string | null {
  if (userid === null || to.kind !== 'address') return null;
  const isTheirs = context.state.account(userid)?.addresses.includes(to.address) ?? false;
  return isTheirs ? tokenOf({ kind: 'account', userid, address: to.address }, context.sign) : null;
}
