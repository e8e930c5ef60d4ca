// Tells a player that their open challenges have ended, and why.
import type { Phrase } from '#games/kit/refusal.ts';
import type { Seek } from '#core/features/seeks/seek.ts';
import { tell } from '../../wording/compose-context.ts';
import type { Addressed } from '../../decision/message.ts';
import type { MessageKind } from '../../wording/message-kind.ts';
import { ownTold } from './seek-rows.ts';
import { wrapParagraph } from '../../wording/text.ts';

interface SeekEnded extends Addressed {
  readonly seeks: readonly Seek[];
  readonly why: Phrase;
}

declare module '../../decision/message.ts' {
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
