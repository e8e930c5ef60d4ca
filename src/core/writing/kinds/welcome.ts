// The first mail to a new account: tells how to begin.
import { namesOf } from '#games/game.ts';
import type { Addressed } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { listOtherLanguages, sayPhrase } from '#core/wording/compose-context.ts';
import { accountToken } from '#core/wording/account-token.ts';
import { wrap } from '#core/wording/text.ts';

interface Welcome extends Addressed {
  readonly userid: string;
  /** `dropped`: the sign-up was not proved, so its password was not set. */
  readonly password: 'set' | 'none' | 'dropped';
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly welcome: Welcome;
  }
}

export const welcome: MessageKind<Welcome> = {
  write: (context, { userid, password, to }) => ({
    subject: sayPhrase(context, { code: 'subject-welcome', parts: { userid } }),
    token: accountToken(context, userid, to),
    text: context.templates.render('welcome.txt', {
      otherLanguages: listOtherLanguages(context, 'language-welcome'),
      userid,
      password,
      hasRobots: context.state.robots.length > 0,
      games: wrap(context.state.games.flatMap(namesOf).join(', '), 68),
      address: `${context.own.local}@${context.own.domain}`,
    }),
  }),
};
