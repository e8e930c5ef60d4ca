// The mails with the files of games.
import { type MailsOf, type MessageKind, sayPhrase } from '#core/writing/compose-context.ts';
import { titleOf } from '#games/game.ts';
import type { Addressed } from '#core/players/message.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { requireMatch } from '#core/writing/board-names.ts';
import { createRecordFiles } from '#core/writing/attached-files.ts';

interface GameFile extends Addressed {
  readonly match: MatchRef;
}

const record: MessageKind<GameFile> = {
  write: (context, message) => {
    const { game, match } = requireMatch(context, message.match);
    const files = createRecordFiles(game, match);
    return {
      subject: sayPhrase(context, {
        code: 'subject-record',
        parts: { game: titleOf(game, match.setup), number: match.number },
      }),
      text: context.templates.render('record.txt', { title: titleOf(game, match.setup), number: match.number, files }),
      files,
    };
  },
};

interface Export extends Addressed {
  readonly userid: string;
  readonly boards: readonly MatchRef[];
  /** The newest board of each game that has some which are older than those sent. */
  readonly older: readonly MatchRef[];
}

const exportKind: MessageKind<Export> = {
  write: (context, { userid, boards, older }) => {
    const name = `nexpost-${userid}.zip`;
    const files = boards.flatMap(ref => {
      const { game, match } = requireMatch(context, ref);
      return createRecordFiles(game, match).map(file => ({ ...file, name: `${game.name}/${file.name}` }));
    });
    return {
      subject: sayPhrase(context, { code: 'subject-export', parts: {} }),
      text: context.templates.render('export.txt', {
        ...{ name, count: boards.length },
        older: older.map(({ game, number }) => `export ${game} ${number}`),
      }),
      files: [{ name, files }],
    };
  },
};

export const messages = { export: exportKind, record };

type Mails = MailsOf<typeof messages>;

declare module '#core/players/message.ts' {
  interface MessageFields extends Mails {}
}
