// The parts of a board mail for its followers: why they get it, and how to end it.
import { writeToken } from '#core/mail/token.ts';
import { endingLine, subscriptionPhrase } from '#core/board/subscribers.ts';
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';
import type { BoardMessage } from '#core/decision/message.ts';
import { wrapParagraph } from '#core/wording/text.ts';

/** By which a reply is the reader's own; null: they do not follow the board. */
export const followerToken = ({ sign }: ComposeContext, { following, reader }: BoardMessage): string | null =>
  following === undefined || reader === null ? null : writeToken({ kind: 'digest', userid: reader }, sign);

/** The Subject that ends such mails; null: their reader does not follow the board. */
export const followerUnsubscribes = ({ following }: BoardMessage): string | null =>
  following === undefined ? null : endingLine(following);

/** A sentence; '' where the reader does not follow the board. */
export function followingTold(context: ComposeContext, { following }: BoardMessage): string {
  // Mails about a finished board end without the reader's doing.
  const isEnded = following?.kind === 'board' && context.state.match(following.match)?.state === 'over';
  if (following === undefined || isEnded) return '';
  const parts = { what: subscriptionPhrase(context.state, following), line: endingLine(following) };
  return wrapParagraph(tell(context, { code: 'following', parts }));
}
