// The kinds of mail of no feature: answers, tables of boards, words of a player to others.
import type { GameRow, PastGame } from '#core/board/acts/list.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { isAnswer } from '#core/kernel/refusal.ts';
import type { RefusedLine, UnreadReason } from '#core/players/message.ts';
import {
  boardNames,
  boardTitle,
  createGameColumn,
  formatGameTable,
  gameTitle,
  playerThread,
  playerToken,
} from '#core/writing/board-names.ts';
import {
  type ComposeContext,
  type MailsOf,
  type MessageKind,
  accountToken,
  sayPhrase,
  sayRefused,
} from '#core/writing/compose-context.ts';
import { quoteText, wrapParagraph } from '#core/writing/text.ts';
import { type Phrase, formatAndList } from '#games/kit/refusal.ts';
import {
  alert,
  asked,
  confirmAccount,
  confirmAddress,
  confirmMail,
  confirmPassword,
  invitation,
  invited,
  removed,
  welcome,
} from './accounts.ts';

/** The tables of boards: those that are played, and those that are over. */
interface GameList {
  /** null: all games. */
  readonly game: string | null;
  /** The players of the boards. Empty: the reader, or all players of the game. */
  readonly users: readonly string[];
  readonly rows: readonly GameRow[];
  readonly more: number;
}

/** A table of the boards that were asked for. */
export const games: MessageKind<GameList> = {
  write: (context, { game, users, rows, more }) => {
    // An example line that shows a board, if possible the first of the list.
    const first = rows[0]?.match ?? { game: game ?? 'nex', number: 101 };
    return {
      subject: chooseSubject(context, users, game),
      text: context.templates.render('games.txt', {
        table: formatGameTable(context, rows, game === null ? createGameColumn(context) : null),
        more,
        isOwn: game === null && users.length === 0,
        example: `${first.game} show ${first.number}`,
      }),
    };
  },
};

function chooseSubject(context: ComposeContext, users: readonly string[], game: string | null): Phrase {
  const userids = formatAndList(users);
  if (game === null)
    return users.length === 0
      ? { code: 'subject-games-own', parts: {} }
      : { code: 'subject-games-of', parts: { userids } };
  const title = gameTitle(context, game);
  return users.length === 0
    ? { code: 'subject-games-in', parts: { game: title } }
    : { code: 'subject-games-of-in', parts: { userids, game: title } };
}

interface History {
  readonly game: string;
  /** The players of the games. Empty: all players. */
  readonly users: readonly string[];
  readonly rows: readonly PastGame[];
  readonly more: number;
}

/** A table of the finished games that were asked for. */
export const history: MessageKind<History> = {
  write: (context, { game, users, rows, more }) => {
    const title = gameTitle(context, game);
    return {
      subject:
        users.length === 0
          ? { code: 'subject-history', parts: { game: title } }
          : { code: 'subject-history-of', parts: { userids: formatAndList(users), game: title } },
      text: context.templates.render('history.txt', {
        table: formatGameTable(context, rows, {
          title: sayPhrase(context, { code: 'table-ended', parts: {} }),
          textOf: ({ ended }) => ended,
        }),
        more,
        example: `${game} show ${rows[0]?.match.number ?? ''}`,
      }),
    };
  },
};

/** Reports the result of a mail, if no board mail answers it. */
interface Report {
  /** `challenge`: «Invalid challenge»; a game's name: «Nex error». */
  readonly about: 'challenge' | 'mail' | { readonly game: string };
  readonly done: readonly Phrase[];
  readonly refusedLines: readonly RefusedLine[];
  readonly unread: number;
  /** Whether no line of the mail was a command. The report then tells how to begin. */
  readonly isLost: boolean;
  readonly waiting: readonly GameRow[];
  readonly undelivered: string;
  /** The lines that the mail asks about. null: it asks nothing. */
  readonly asked: { readonly lines: readonly string[]; readonly sentence: Phrase } | null;
  /** Whether the mail answered neither yes nor no to a question. A reply to the report may still answer it. */
  readonly asksAgain: boolean;
}

export const report: MessageKind<Report> = {
  write: (context, message) => {
    const { refusedLines, isLost, undelivered, asked, to } = message;
    const userid = context.sender?.userid ?? null;
    return {
      subject: chooseReportSubject(context, message),
      token: message.asksAgain ? context.detail : accountToken(context, userid, to),
      idToken:
        asked === null || to.kind !== 'address'
          ? null
          : { kind: 'question', askedLines: asked.lines, address: to.address },
      text: context.templates.render('report.txt', {
        question: asked === null ? '' : wrapParagraph(sayPhrase(context, asked.sentence)),
        done: message.done.map(phrase => wrapParagraph(sayPhrase(context, phrase))),
        refused: refusedLines.slice(0, limits.refusedLinesShown).map(line => wrapParagraph(sayRefused(context, line))),
        more: Math.max(0, refusedLines.length - limits.refusedLinesShown),
        unread: message.unread,
        waiting: formatGameTable(context, message.waiting, createGameColumn(context)),
        undelivered: undelivered === '' ? '' : quoteText(undelivered),
        isEmpty: isLost && refusedLines.length === 0,
        isLost,
        isKnown: userid !== null,
      }),
    };
  },
};

function chooseReportSubject(context: ComposeContext, { about, asked, isLost, refusedLines, done }: Report): Phrase {
  if (asked !== null) return { code: 'subject-answer', parts: {} };
  if (isLost) return { code: 'subject-lost', parts: {} };
  if (refusedLines.length === 0) return { code: 'subject-done', parts: {} };
  if (refusedLines.every(({ refused: { code } }) => isAnswer(code))) return { code: 'subject-answer', parts: {} };
  if (done.length > 0) return { code: 'subject-refused-some', parts: {} };
  if (about === 'challenge') return { code: 'subject-challenge', parts: {} };
  return about === 'mail'
    ? { code: 'subject-refused', parts: {} }
    : { code: 'subject-game-error', parts: { game: gameTitle(context, about.game) } };
}

interface Unreadable {
  readonly reason: UnreadReason;
  /** Bytes. */
  readonly limit: number;
}

/** Tells why a mail was not read at all. */
export const unreadable: MessageKind<Unreadable> = {
  write: (context, { reason, limit }) => ({
    subject: { code: 'subject-unreadable', parts: {} },
    text: context.templates.render('unreadable.txt', { reason, limit: Math.floor(limit / 1000) }),
  }),
};

/** The mail with a player's words to the others at a board. */
export const chat: MessageKind<{ readonly match: MatchRef; readonly from: string; readonly text: string }> = {
  write: (context, { match, from, text, to }) => ({
    subject: `${boardTitle(context, match)} chat ${match.number} ${from}`,
    token: playerToken(context, match, to),
    text: context.templates.render('chat.txt', {
      ...boardNames(context, match),
      ...{ from, isWriter: to.kind === 'account' && to.userid === from, text: quoteText(text) },
    }),
    thread: playerThread(context, match, to),
  }),
};

/** The mail with words from one player to another, apart from boards. */
export const message: MessageKind<{ readonly from: string; readonly text: string }> = {
  write: (context, { from, text }) => ({
    subject: { code: 'subject-message', parts: { from } },
    text: context.templates.render('message.txt', { from, text: quoteText(text) }),
  }),
};

/** A mail of sentences: those of a line one behind the other. A line without sentences is blank. */
export const sentences: MessageKind<{ readonly subject: Phrase; readonly lines: readonly (readonly Phrase[])[] }> = {
  write: (context, { subject, lines }) => ({
    subject: subject,
    text: context.templates.render('sentences.txt', {
      lines: lines.map(line => wrapParagraph(line.map(phrase => sayPhrase(context, phrase)).join(' '))),
    }),
  }),
};

/** The kinds of mail that belong to no feature. */
export const KINDS = {
  alert,
  asked,
  chat,
  'confirm-account': confirmAccount,
  'confirm-address': confirmAddress,
  'confirm-mail': confirmMail,
  'confirm-password': confirmPassword,
  games,
  history,
  invitation,
  invited,
  message,
  removed,
  report,
  sentences,
  unreadable,
  welcome,
};

declare module '#core/players/message.ts' {
  interface MessageFields extends MailsOf<typeof KINDS> {}
}
