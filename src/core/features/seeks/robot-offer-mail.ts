// Offers a robot, after a seek found no opponent for a day.
import { writeToken } from '#core/mail/token.ts';
import type { Seek } from '#core/features/seeks/seek.ts';
import { tell } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { ownTold } from './seek-rows.ts';
import { wrapParagraph } from '#core/wording/text.ts';

interface RobotOffer extends Addressed {
  readonly seek: Seek;
  readonly robot: string;
  readonly rating: number;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'robot-offer': RobotOffer;
  }
}

export const robotOffer: MessageKind<RobotOffer> = {
  write: (context, { seek, robot, rating }) => ({
    subject: tell(context, { code: 'subject-robot-offer', parts: { robot, number: seek.number } }),
    token: writeToken({ kind: 'seek', number: seek.number, userid: seek.userid }, context.sign),
    text: context.templates.render('robot-offer.txt', {
      offer: wrapParagraph(tell(context, { code: 'robot-offered', parts: { robot, rating } })),
      told: wrapParagraph(ownTold(context, seek)),
    }),
  }),
};
