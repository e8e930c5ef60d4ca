// The files of a game, in a mail without the board.
import { tell } from '#core/wording/compose-context.ts';
import { titleOf } from '#games/game.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { matchAt } from '#core/wording/board-names.ts';
import { recordFiles } from '#core/wording/record-file.ts';

interface GameFile extends Addressed {
  readonly match: MatchRef;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly record: GameFile;
  }
}

export const record: MessageKind<GameFile> = {
  write: (context, message) => {
    const { game, match } = matchAt(context, message.match);
    const files = recordFiles(game, match);
    return {
      subject: tell(context, {
        code: 'subject-record',
        parts: { game: titleOf(game, match.setup), number: match.number },
      }),
      text: context.templates.render('record.txt', { title: titleOf(game, match.setup), number: match.number, files }),
      files,
    };
  },
};
