// A player's games as one file.
import { tell } from '#core/wording/compose-context.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { matchAt } from '#core/wording/board-names.ts';
import { recordFiles } from '#core/wording/record-file.ts';

interface Export extends Addressed {
  readonly userid: string;
  readonly boards: readonly MatchRef[];
  /** The newest board of each game that has some which are older than those sent. */
  readonly older: readonly MatchRef[];
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly export: Export;
  }
}

export const exportKind: MessageKind<Export> = {
  write: (context, { userid, boards, older }) => {
    const name = `nexpost-${userid}.zip`;
    const files = boards.flatMap(ref => {
      const { game, match } = matchAt(context, ref);
      return recordFiles(game, match).map(file => ({ ...file, name: `${game.name}/${file.name}` }));
    });
    return {
      subject: tell(context, { code: 'subject-export', parts: {} }),
      text: context.templates.render('export.txt', {
        ...{ name, count: boards.length },
        older: older.map(({ game, number }) => `export ${game} ${number}`),
      }),
      files: [{ name, files }],
    };
  },
};
