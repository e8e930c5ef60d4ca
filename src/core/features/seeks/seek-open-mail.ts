// Tells a player that their seek found no opponent yet, and stays open.
import type { Phrase } from '#games/kit/refusal.ts';
import { limits } from '#core/kernel/limits.ts';
import { mergeTerms } from '#core/features/seeks/agreement.ts';
import { wantedOf, type Seek } from '#core/features/seeks/seek.ts';
import { accountToken } from '#core/wording/account-token.ts';
import { type ComposeContext, gameOf, tell } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { ownTold } from './seek-rows.ts';
import { wrapParagraph } from '#core/wording/text.ts';

interface SeekOpen extends Addressed {
  readonly seek: Seek;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'seek-open': SeekOpen;
  }
}

export const seekOpen: MessageKind<SeekOpen> = {
  write: (context, { to, seek }) => ({
    subject: tell(context, { code: 'subject-seek-open', parts: { number: seek.number } }),
    token: accountToken(context, context.sender?.userid ?? null, to),
    text: context.templates.render('seek-open.txt', {
      told: wrapParagraph(ownTold(context, seek)),
      how: wrapParagraph(tell(context, howOf(context, seek))),
      until: tell(context, untilOf(seek)),
      number: seek.number,
    }),
  }),
};

/** How its game comes about. */
function howOf(context: ComposeContext, seek: Seek): Phrase {
  const { number, code } = seek;
  const seats = seatsOf(context, seek);
  if (wantedOf(seek) <= 0) return { code: 'seek-open-going', parts: {} };
  if (code !== null) return { code: 'seek-open-code', parts: { number, code } };
  return seats > 2
    ? { code: 'seek-open-group', parts: { number, seats } }
    : { code: 'seek-open-now', parts: { number } };
}

const untilOf = ({ boards }: Seek): Phrase =>
  boards === null
    ? { code: 'seek-until', parts: { days: limits.seekDays } }
    : { code: 'seek-until-forfeit', parts: {} };

/** How many players its board wants. */
function seatsOf(context: ComposeContext, seek: Seek): number {
  const game = gameOf(context, seek.game);
  return game === null ? 2 : (mergeTerms(game, [seek])?.seats ?? 2);
}
