// Says that such mails are not answered for a while.
import type { Addressed, MessageKind } from '../message-kind.ts';

interface Quiet extends Addressed {
  readonly mails: number;
}

export const quiet: MessageKind<Quiet> = {
  write: (context, { mails }) => ({
    subject: 'nexpost: are you a program?',
    text: context.templates.render('quiet.txt', { mails }),
  }),
};
