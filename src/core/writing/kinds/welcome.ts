// The first mail to a new account: tells how to begin.
import { namesOf } from '#games/game.ts';
import type { Addressed } from '../../decision/message.ts';
import type { MessageKind } from '../../wording/message-kind.ts';
import { otherLanguages, tell } from '../../wording/compose-context.ts';
import { accountToken } from '../../wording/account-token.ts';
import { wrap } from '../../wording/text.ts';

interface Welcome extends Addressed {
  readonly userid: string;
  /** `dropped`: the sign-up was not proved, and so nothing secret in it counts. */
  readonly password: 'set' | 'none' | 'dropped';
}

declare module '../../decision/message.ts' {
  interface MessageFields {
    readonly welcome: Welcome;
  }
}

export const welcome: MessageKind<Welcome> = {
  write: (context, { userid, password, to }) => ({
    subject: tell(context, { code: 'subject-welcome', parts: { userid } }),
    token: accountToken(context, userid, to),
    text: context.templates.render('welcome.txt', {
      otherLanguages: otherLanguages(context, 'language-welcome'),
      userid,
      password,
      hasRobots: context.state.robots.length > 0,
      games: wrap(context.state.games.flatMap(namesOf).join(', '), 68),
      address: `${context.own.local}@${context.own.domain}`,
    }),
  }),
};
