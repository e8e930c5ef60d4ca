// Tells the operator about errors on the server, as its log has them.
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';

interface ServerErrors extends Addressed {
  readonly lines: readonly string[];
  readonly unlisted: number;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly operator: ServerErrors;
  }
}

export const operator: MessageKind<ServerErrors> = {
  charge: 'free',
  write: (context, { lines, unlisted }) => ({
    subject: 'nexpost: an error on your server',
    kindLetter: 'o',
    text: context.templates.render('operator.txt', { lines, unlisted }),
  }),
};
