// The file of a game, as other programs open it, on its own.
import { must } from '#games/kit/assert.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import type { MatchRef } from '#core/state/documents.ts';
import { matchAt } from '../board-mail.ts';
import { recordFile } from '../record-file.ts';

interface GameFile extends Addressed {
  readonly match: MatchRef;
}

export const record: MessageKind<GameFile> = {
  write: (context, message) => {
    const { game, match } = matchAt(context, message.match);
    const file = must(recordFile(game, match), 'only games with records are asked for one');
    const { name, text } = file;
    return {
      subject: `${game.title} file ${match.number}`,
      text: context.templates.render('record.txt', { title: game.title, number: match.number, file: name, text }),
      files: [file],
    };
  },
};
