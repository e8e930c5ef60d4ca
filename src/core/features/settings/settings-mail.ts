// A player's settings, with what each may be.
import { sayPhrase } from '#core/wording/compose-context.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MailsOf, MessageKind } from '#core/wording/message-kind.ts';

interface Settings extends Addressed {
  /** `mail=text`, and how it may be written. */
  readonly settings: readonly { readonly pair: string; readonly shape: string }[];
}

const settings: MessageKind<Settings> = {
  write: (context, message) => {
    const width = Math.max(...message.settings.map(({ pair }) => pair.length));
    return {
      subject: sayPhrase(context, { code: 'subject-settings', parts: {} }),
      text: context.templates.render('your-settings.txt', {
        settings: message.settings.map(({ pair, shape }) => ({
          pair: pair.padEnd(width),
          choices: shape.replaceAll('|', ', '),
        })),
      }),
    };
  },
};

export const messages = { settings };

type Mails = MailsOf<typeof messages>;

declare module '#core/decision/message.ts' {
  interface MessageFields extends Mails {}
}
