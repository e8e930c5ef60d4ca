// Reports the result of a mail, if no board mail answers it.
import type { Addressed, RefusedLine, UnreadReason } from '#core/players/message.ts';
import { limits } from '#core/kernel/limits.ts';
import { isAnswer } from '#core/kernel/refusal.ts';
import type { GameRow } from '#core/board/acts/list.ts';
import {
  type ComposeContext,
  type MessageKind,
  accountToken,
  sayPhrase,
  sayRefused,
} from '#core/writing/compose-context.ts';
import { createGameColumn, formatGameTable, gameTitle } from '#core/writing/board-names.ts';
import { quoteText, wrapParagraph } from '#core/writing/text.ts';
import type { Phrase } from '#games/kit/refusal.ts';

interface Report extends Addressed {
  /** `challenge`: «Invalid challenge»; a game's name: «Nex error». */
  readonly about: 'challenge' | 'mail' | { readonly game: string };
  readonly done: readonly Phrase[];
  readonly refusedLines: readonly RefusedLine[];
  readonly unread: number;
  /** Whether no line of the mail was a command. The report then tells how to begin. */
  readonly isLost: boolean;
  readonly waiting: readonly GameRow[];
  readonly undelivered: string;
  /** Whether the mail answered neither yes nor no to a question. A reply to the report may still answer it. */
  readonly asksAgain: boolean;
}

export const report: MessageKind<Report> = {
  write: (context, message) => {
    const { refusedLines, isLost, undelivered } = message;
    const userid = context.sender?.userid ?? null;
    return {
      subject: sayPhrase(context, chooseSubject(context, message)),
      token: message.asksAgain ? context.detail : accountToken(context, userid, message.to),
      text: context.templates.render('report.txt', {
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

function chooseSubject(context: ComposeContext, { about, isLost, refusedLines, done }: Report): Phrase {
  if (isLost) return { code: 'subject-lost', parts: {} };
  if (refusedLines.length === 0) return { code: 'subject-done', parts: {} };
  if (refusedLines.every(({ refused: { code } }) => isAnswer(code))) return { code: 'subject-answer', parts: {} };
  if (done.length > 0) return { code: 'subject-refused-some', parts: {} };
  if (about === 'challenge') return { code: 'subject-challenge', parts: {} };
  return about === 'mail'
    ? { code: 'subject-refused', parts: {} }
    : { code: 'subject-game-error', parts: { game: gameTitle(context, about.game) } };
}

interface Unreadable extends Addressed {
  readonly reason: UnreadReason;
  /** Bytes. */
  readonly limit: number;
}

/** Tells why a mail was not read at all. */
export const unreadable: MessageKind<Unreadable> = {
  write: (context, { reason, limit }) => ({
    subject: sayPhrase(context, { code: 'subject-unreadable', parts: {} }),
    text: context.templates.render('unreadable.txt', { reason, limit: Math.floor(limit / 1000) }),
  }),
};
