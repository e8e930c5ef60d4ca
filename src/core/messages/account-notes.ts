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
    desk: ComposeContext,
    letter: Of<Kind>,
  ) => Written;
} = {
  welcome: (desk, letter) => ({
    subject: `Welcome to nexpost, ${letter.userid}`,
    token: accountToken(desk, letter.userid, letter.to),
    text: desk.stationery.render('welcome.txt', {
      userid: letter.userid,
      password: letter.password,
      hasRobots: desk.world.robots.length > 0,
      games: wrap(desk.world.games.flatMap(namesOf).join(', '), 68),
      address: `${desk.own.local}@${desk.own.domain}`,
    }),
    thread: [],
  }),
  'confirm-address': (desk, letter) => ({
    subject: `Please confirm: ${letter.userid} at nexpost`,
    token: tokenOf({ kind: 'address', userid: letter.userid, address: letter.address }, desk.sign),
    text: desk.stationery.render('confirm-address.txt', {
      userid: letter.userid,
      address: letter.address,
      fresh: letter.fresh,
    }),
    thread: [],
  }),
  'confirm-mail': (desk, letter) => ({
    subject: `Please confirm your mail to nexpost`,
    token: tokenOf({ kind: 'parked', id: letter.id, userid: letter.userid }, desk.sign),
    text: desk.stationery.render('confirm-mail.txt', {
      ...{ lines: letter.lines, more: letter.more },
      words: letter.words === '' ? '' : quoted(letter.words),
    }),
    thread: [],
  }),
  operator: (desk, { lines, unlisted }) => ({
    subject: 'nexpost: an error on your server',
    token: null,
    kindLetter: 'o',
    text: desk.stationery.render('operator.txt', { lines, unlisted }),
    thread: [],
  }),
  alert: (desk, letter) => ({
    subject: `Your account at nexpost, ${letter.userid}`,
    token: tokenOf({ kind: 'alert', id: letter.id, address: letter.to.address }, desk.sign),
    text: desk.stationery.render('alert.txt', {
      news: letter.news.map(phrase => paragraph(tell(desk, phrase))),
      alert: letter.alert,
      userid: letter.userid,
      days: limits.undoDays,
    }),
    thread: [],
  }),
  quiet: (desk, letter) => ({
    subject: 'nexpost: are you a program?',
    token: null,
    text: desk.stationery.render('quiet.txt', { mails: letter.mails }),
    thread: [],
  }),
};

/** A reply to a mail about an account comes from whoever reads mail at its address. */
export function accountToken(desk: ComposeContext, userid: string | null, to: Message['to']): string | null {
  if (userid === null || to.kind !== 'address') return null;
  const isTheirs = desk.world.document('account', userid)?.addresses.includes(to.address) ?? false;
  return isTheirs ? tokenOf({ kind: 'account', userid, address: to.address }, desk.sign) : null;
}
