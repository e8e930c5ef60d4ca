// The file of a game, as other programs open it.
import { must } from '#games/kit/assert.ts';
import type { Addressed, MessageKind } from '../message-kind.ts';
import { matchStateOf, playerName } from '#core/matches/match.ts';
import type { MatchRef } from '#core/state/documents.ts';
import { matchAt } from '../board-mail.ts';

interface GameFile extends Addressed {
  readonly match: MatchRef;
}

export const record: MessageKind<GameFile> = {
  write: (context, message) => {
    const { game, match } = matchAt(context, message.match);
    const { extension, write } = must(game.record, 'only games with records are asked for one');
    const { position, holders } = matchStateOf(game, match);
    const text = write(
      position,
      holders.map(holder => playerName(match.players[holder])),
    );
    const name = `${game.name}-${match.number}.${extension}`;
    return {
      subject: `${game.title} file ${match.number}`,
      text: context.templates.render('record.txt', { title: game.title, number: match.number, file: name, text }),
      files: [{ name, text }],
    };
  },
};
