// Tells a player that their open challenges have ended, and why.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Seek } from '#core/features/seeks/seek.ts';
import { tell } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { ownTold } from './seek-rows.ts';
import { wrapParagraph } from '#core/wording/text.ts';

interface SeekEnded extends Addressed {
  readonly seeks: readonly Seek[];
  readonly why: Phrase;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly 'seek-ended': SeekEnded;
  }
}

export const seekEnded: MessageKind<SeekEnded> = {
  write: (context, { seeks, why }) => ({
    subject: tell(context, {
      code: 'subject-seek-ended',
      parts: { numbers: seeks.map(({ number }) => number).join(', ') },
    }),
    text: context.templates.render('seek-ended.txt', {
      rows: seeks.map(seek => wrapParagraph(ownTold(context, seek))),
      why: wrapParagraph(tell(context, why)),
      game: seeks[0]?.game ?? '',
    }),
  }),
};
