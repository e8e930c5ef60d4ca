// The mails about an account, and those before a board begins: invitations, removals.
import type { Player } from '#core/board/match-document.ts';
import { choosePersonal } from '#core/writing/board-status.ts';
import { isAwaited } from '#core/board/match.ts';
import { type MatchRef, matchKey } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { timeOf } from '#core/kernel/time-control.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import { formatDetailAddress, writeToken } from '#core/mail/token.ts';
import type { Recipient } from '#core/players/message.ts';
import { defaultSettings } from '#core/players/settings.ts';
import {
  boardNames,
  boardTitle,
  formatOptions,
  formatTime,
  playerThread,
  playerToken,
  requireMatch,
} from '#core/writing/board-names.ts';
import {
  type ComposeContext,
  type MessageKind,
  accountToken,
  listOtherLanguages,
  sayPhrase,
} from '#core/writing/compose-context.ts';
import type { Templates } from '#core/writing/mail-plan.ts';
import { drawPosition } from '#core/writing/picture/drawing.ts';
import { renderAsciiHtml } from '#core/writing/picture/html.ts';
import { quoteText, wrap, wrapParagraph } from '#core/writing/text.ts';
import { namesOf, titleOf } from '#games/game.ts';
import { type Phrase, formatAndList } from '#games/kit/refusal.ts';
import { renderBoard } from '../board/board-view.ts';

/** The mails about an account: the welcome, questions to its owner, and news of changes. */
interface Welcome {
  readonly userid: string;
  /** `dropped`: the sign-up was not proved, so its password was not set. */
  readonly password: 'set' | 'none' | 'dropped';
}

/** The first mail to a new account: tells how to begin. */
export const welcome: MessageKind<Welcome> = {
  write: (context, { userid, password, to }) => ({
    subject: { code: 'subject-welcome', parts: { userid } },
    token: accountToken(context, userid, to),
    text: context.templates.render('welcome.txt', {
      otherLanguages: listOtherLanguages(context, 'language-welcome'),
      userid,
      password,
      added: context.added ?? [],
      hasRobots: context.state.robots.length > 0,
      games: wrap(context.state.games.flatMap(namesOf).join(', '), 68),
      address: `${context.own.local}@${context.own.domain}`,
    }),
  }),
};

interface ConfirmAddress {
  readonly userid: string;
  readonly address: string;
  readonly fresh: boolean;
}

/** Asks an address whether it belongs to an account. */
export const confirmAddress: MessageKind<ConfirmAddress> = {
  charge: 'unasked',
  write: (context, { userid, address, fresh }) => ({
    subject: { code: 'subject-confirm-address', parts: { userid } },
    token: { kind: 'address', userid, address },
    text: context.templates.render('confirm-address.txt', { userid, address, fresh }),
  }),
};

/** A parked mail that waits for the answer of the account's owner. */
interface AskedMail {
  readonly userid: string;
  readonly id: string;
  readonly lines: readonly string[];
  /** The beginning of the text below the command lines. */
  readonly words: string;
}

/** `text`: renders the template of the question. */
const createOwnerQuestion = (
  charge: 'free' | 'unasked',
  text: (templates: Pick<Templates, 'render'>, asked: object) => string,
): MessageKind<AskedMail> => ({
  charge,
  write: (context, { userid, id, lines, words }) => ({
    subject: { code: 'subject-confirm-mail', parts: {} },
    token: { kind: 'parked', id, userid },
    text: text(context.templates, { lines, words: words === '' ? '' : quoteText(words) }),
  }),
});

/** Asks an owner whether they sent a mail without any proof. */
export const confirmMail = createOwnerQuestion('unasked', ({ render }, asked) => render('confirm-mail.txt', asked));

/** Asks an owner whether they sent a mail about their account: only a token proved it. */
export const confirmAccount = createOwnerQuestion('free', ({ render }, asked) => render('confirm-account.txt', asked));

/** A mail to an address of an account about the open confirmation `id`. */
export interface ConfirmationMail {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly id: string;
}

/** Asks an address of an account whether its owner set a new password. The mail that set it was proved by a token alone. */
export const confirmPassword: MessageKind<ConfirmationMail> = {
  charge: 'free',
  write: (context, { userid, id, to }) => ({
    subject: { code: 'subject-confirm-password', parts: { userid } },
    token: { kind: 'alert', id, address: to.address },
    text: context.templates.render('confirm-password.txt', { userid, days: limits.undoDays }),
  }),
};

interface AlertMail extends ConfirmationMail {
  readonly alert: 'change' | 'lock';
  readonly news: readonly Phrase[];
}

/** Tells the owner of an account about a change or a lock, also if they caused it. */
export const alert: MessageKind<AlertMail> = {
  charge: 'free',
  write: (context, { userid, id, to, news, alert: kind }) => ({
    subject: { code: 'subject-account', parts: { userid } },
    token: { kind: 'alert', id, address: to.address },
    text: context.templates.render('alert.txt', {
      news: news.map(phrase => wrapParagraph(sayPhrase(context, phrase))),
      alert: kind,
      userid,
      days: limits.undoDays,
    }),
  }),
};

/** The mails before a board begins: invitations, questions to players, and removals. */
interface Invitation {
  readonly match: MatchRef;
  readonly player: number;
  readonly address: string;
}

/** The invitation to a board. Its reader may not know this service. */
export const invitation: MessageKind<Invitation> = {
  charge: 'unasked',
  write: (context, { match: ref, player, address }) => {
    const { game, match, matchState } = requireMatch(context, ref);
    const token = writeToken({ kind: 'seat', match: ref, player, address }, context.sign);
    const subject = sayPhrase(context, {
      code: 'subject-invitation',
      parts: { player: match.challenger, game: titleOf(game, match.setup) },
    });
    const link = (word: string): string =>
      formatMailto(formatDetailAddress(context.own, token), `Re: ${subject}`, word);
    const { parts, pictures } = renderBoard(
      context,
      drawPosition(game, matchState.position, null),
      defaultSettings,
      `invitation|${context.cause}|${matchKey(ref)}|${player}`,
    );
    const view = {
      otherLanguages: listOtherLanguages(context, 'language-invitation'),
      ...boardNames(context, ref),
      challenger: match.challenger,
      side: sayPhrase(context, { code: 'colour', parts: { title: game.seats(match.setup)[player]?.title ?? '' } }),
      isFirst: player === 0,
      about: describeGame(context, game.name),
      options: wrapParagraph(formatOptions(context, { game, match })),
      board: parts,
      links: { yes: link('yes'), no: link('reject'), rules: link(`help ${game.name}`) },
    };
    return {
      subject,
      token,
      text: context.templates.render('invitation.txt', view),
      html: renderAsciiHtml(context.templates.render('invitation.html', view)),
      pictures,
      unsubscribe: { list: { kind: 'invitations' }, line: 'stop' },
    };
  },
};

/** What the game is: the first paragraph of its rules, below the title. */
const describeGame = ({ templates }: ComposeContext, game: string): string =>
  templates
    .rules(game)
    .trim()
    .split(/\n\s*\n/)[1] ?? '';

/** Tells a challenger that the board waits for the invited player. */
export const invited: MessageKind<{ readonly match: MatchRef; readonly hasWords: boolean }> = {
  write: (context, { match, hasWords, to }) => ({
    subject: `${boardTitle(context, match)} Board ${match.number}`,
    token: playerToken(context, match, to),
    text: context.templates.render('invited.txt', {
      ...boardNames(context, match),
      ...{ told: tellInvited(context, match), hasWords },
    }),
  }),
};

/** Tells the invited players, since all of them must accept. */
function tellInvited(context: ComposeContext, ref: MatchRef): string {
  const { match } = requireMatch(context, ref);
  const invited = match.players.filter(isAwaited).map(nameOf);
  const parts = { ...boardNames(context, ref), players: formatAndList(invited) };
  return wrapParagraph(sayPhrase(context, { code: invited.length === 1 ? 'invited-one' : 'invited-some', parts }));
}

const nameOf = (player: Player): string => (player.kind === 'account' ? player.userid : player.address);

interface Asked {
  readonly match: MatchRef;
  /** The index of the reader among the players. */
  readonly player: number;
}

/** Asks a player before a board begins: tells its terms, and how to say yes or no. */
export const asked: MessageKind<Asked> = {
  write: (context, { match: ref, player, to }) => {
    const { game, match } = requireMatch(context, ref);
    return {
      subject: {
        code: 'subject-invitation',
        parts: { player: match.challenger, game: titleOf(game, match.setup) },
      },
      token: playerToken(context, ref, to),
      text: context.templates.render('asked.txt', {
        ...boardNames(context, ref),
        challenger: match.challenger,
        side: sayPhrase(context, { code: 'colour', parts: { title: game.seats(match.setup)[player]?.title ?? '' } }),
        isFirst: player === 0,
        options: wrapParagraph(formatOptions(context, { game, match })),
        time: wrapParagraph(formatTime(context, timeOf(match))),
        days: limits.invitationDays,
        comment: match.comment === null ? '' : quoteText(match.comment.text),
      }),
      thread: playerThread(context, ref, to),
    };
  },
};

interface Removed {
  readonly match: MatchRef;
  readonly news: Phrase;
  readonly comment: string;
  readonly by: string;
}

/** Tells that a board was removed before it began. */
export const removed: MessageKind<Removed> = {
  write: (context, { match, news, comment, by, to }) => ({
    subject: `${boardTitle(context, match)} board ${match.number} has been removed`,
    text: context.templates.render('removed.txt', {
      ...boardNames(context, match),
      news: wrapParagraph(
        sayPhrase(context, choosePersonal(news, to.kind === 'account' ? to.userid : null, context.templates.sentences)),
      ),
      by,
      comment: quoteText(comment),
    }),
    thread: playerThread(context, match, to),
  }),
};
