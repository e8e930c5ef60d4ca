// The open challenges that the reader can take, and their own.
import type { SeekRow } from '#core/features/seeks/seek.ts';
import { accountToken } from '#core/wording/account-token.ts';
import { gameTitle } from '#core/wording/board-names.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { ownTold, formatSeekRow } from './seek-rows.ts';
import { wrapParagraph } from '#core/wording/text.ts';

interface Seeks extends Addressed {
  /** null: all games. */
  readonly game: string | null;
  /** The number the reader asked for in vain; null: none. */
  readonly gone: number | null;
  readonly rows: readonly SeekRow[];
  /** How many more there are. */
  readonly more: number;
  readonly own: readonly SeekRow[];
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly seeks: Seeks;
  }
}

const firstOf = ([first]: readonly SeekRow[]): number => first?.seek.number ?? 0;

const usualGame = ({ state }: ComposeContext): string => state.games[0]?.name ?? '';

export const seeks: MessageKind<Seeks> = {
  write: (context, { to, game, gone, rows, more, own }) => ({
    subject: tell(
      context,
      gone === null ? { code: 'subject-seeks', parts: {} } : { code: 'subject-seek-gone', parts: { number: gone } },
    ),
    token: accountToken(context, context.sender?.userid ?? null, to),
    text: context.templates.render('seeks.txt', {
      rows: rows.map(row => wrapParagraph(formatSeekRow(context, row))),
      own: own.map(({ seek }) => wrapParagraph(ownTold(context, seek))),
      title: game === null ? '' : gameTitle(context, game),
      name: game ?? usualGame(context),
      ...{ gone, more, first: firstOf(rows), ownFirst: firstOf(own) },
    }),
  }),
};
