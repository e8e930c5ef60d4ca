// Decides an act on the page of a board.
// Its token gives it the rights of a reply to the board mail that holds the token.
import { openMatch } from '#core/board/match.ts';
import { proveClaims } from '#core/board/sender.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { type State, apply } from '#core/kernel/state.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { type OwnAddress, type TokenClaims, formatDetailAddress, parseToken } from '#core/mail/token.ts';
import { hasRoom } from '#core/players/quota.ts';
import { pagePostCharge } from '#core/players/quota-rules.ts';
import type { RequestContext } from '#core/writing/feature.ts';
import { type Result, no, ok } from '#games/kit/result.ts';
import { decideBoardLines } from './decide-mail.ts';
import type { MailOutcome } from './mail-state.ts';
import type { PagePost } from './request.ts';
import { takeCharges } from '#core/players/decision.ts';

/** `refused`: why nothing was done. Then nothing is changed, and no mail is sent. */
export function decidePagePost(
  post: PagePost,
  context: RequestContext,
  state: State,
): MailOutcome | { readonly refused: Refused } {
  const claims = findPresentClaims(post.token, context, state);
  if (!claims.ok) return { refused: claims.reason };
  const address = state.account(claims.value.userid)?.addresses[0];
  if (address === undefined) return { refused: refused('page-unknown') };
  const mail = createReply(post, address, context.trust.own);
  const request = { ...context, kind: 'mail', mail, text: post.words, unread: null } as const;
  const outcome = decideBoardLines(request, post.lines, state);
  const [first] = outcome.messages.flatMap(message => ('refusedLines' in message ? message.refusedLines : []));
  // What was played stays played, as in a mail: a refusal of the whole would tell what the opponent has prepared.
  // The page shows the board, so that a look at it needs no mail.
  const isDone = outcome.events.some(({ kind }) => kind !== 'thought-sealed');
  if (!isDone && (first !== undefined || outcome.events.length === 0))
    return { refused: first?.refused ?? refused('page-only-board') };
  const charges = [pagePostCharge(claims.value.userid)];
  if (!hasRoom(state, charges, context.now)) return { refused: refused('page-often') };
  return { ...outcome, state: apply(outcome.state, takeCharges(charges, context.now)) };
}

/** The claims of a genuine token, if the board is still as in its mail. */
function findPresentClaims(
  token: string,
  { trust }: RequestContext,
  state: State,
): Result<TokenClaims & { readonly kind: 'board' }, Refused> {
  const parsed = parseToken(token);
  const claims = parsed?.kind === 'board' ? proveClaims(parsed, state, '', trust.sign) : null;
  const match = claims?.kind === 'board' ? state.match(claims.match) : null;
  if (claims?.kind !== 'board' || match === null || match.state === 'removed') return no(refused('page-unknown'));
  const { plies, takeBacks } = openMatch(state, match).matchState;
  const isPresent = claims.ply === plies.length && claims.takeBacks === takeBacks.length;
  return isPresent ? ok(claims) : no(refused('page-stale'));
}

/** The mail that the visitor would have written. */
const createReply = ({ token, words }: PagePost, address: string, own: OwnAddress): Incoming => ({
  ...{ headers: [], from: [{ address, name: '' }], fromHeaders: 1, recipients: [formatDetailAddress(own, token)] },
  ...{ subject: '', messageId: null, inReplyTo: [], references: [], text: words, size: words.length, digest: '' },
});
