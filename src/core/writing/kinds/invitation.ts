// The invitation to a board. Its reader may not know this service.
import { titleOf } from '#games/game.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { matchStateOf } from '#core/board/match.ts';
import { formatMailto } from '#core/mail/mailto.ts';
import { formatDetailAddress, writeToken } from '#core/mail/token.ts';
import { drawPosition } from '#core/picture/drawn.ts';
import { renderAsciiHtml } from '#core/picture/html.ts';
import { defaultSettings } from '#core/players/settings.ts';
import { matchKey, type MatchRef } from '#core/kernel/documents.ts';
import { type ComposeContext, listOtherLanguages, sayPhrase } from '#core/wording/compose-context.ts';
import { formatOptions } from '#core/wording/options-line.ts';
import { wrapParagraph } from '#core/wording/text.ts';
import { boardNames, requireMatch } from '#core/wording/board-names.ts';
import { renderBoard } from '../board/board-view.ts';

interface Invitation extends Addressed {
  readonly match: MatchRef;
  readonly player: number;
  readonly address: string;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly invitation: Invitation;
  }
}

export const invitation: MessageKind<Invitation> = {
  charge: 'unasked',
  write: (context, { match: ref, player, address }) => {
    const { game, match } = requireMatch(context, ref);
    const token = writeToken({ kind: 'seat', match: ref, player, address }, context.sign);
    const subject = sayPhrase(context, {
      code: 'subject-invitation',
      parts: { player: match.challenger, game: titleOf(game, match.setup) },
    });
    const link = (word: string): string =>
      formatMailto(formatDetailAddress(context.own, token), `Re: ${subject}`, word);
    const { parts, pictures } = renderBoard(
      context,
      drawPosition(game, matchStateOf(game, match).position, null),
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
