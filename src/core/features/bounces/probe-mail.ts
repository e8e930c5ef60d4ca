// Asks whether mail reaches a player's address.
// Only when this very mail comes back do we know that mail does not.
import type { Addressed, Recipient } from '#core/decision/message.ts';
import type { MessageKind } from '#core/wording/message-kind.ts';
import { writeToken } from '#core/mail/token.ts';
import { limits } from '#core/kernel/limits.ts';
import type { MatchRef } from '#core/kernel/documents.ts';
import { tell } from '#core/wording/compose-context.ts';
import { gameTitle } from '#core/wording/board-names.ts';

interface Probe extends Addressed {
  readonly to: Recipient & { readonly kind: 'address' };
  readonly userid: string;
  readonly address: string;
  /** The player that claims a board of the reader's, and the board. null: a mail came back. */
  readonly claim: { readonly player: string; readonly match: MatchRef } | null;
}

declare module '#core/decision/message.ts' {
  interface MessageFields {
    readonly probe: Probe;
  }
}

export const probe: MessageKind<Probe> = {
  charge: 'free',
  write: (context, { userid, address, claim }) => ({
    subject: tell(context, { code: 'subject-probe', parts: {} }),
    token: writeToken({ kind: 'digest', userid }, context.sign),
    idToken: writeToken({ kind: 'probe', userid, address, at: context.now }, context.sign),
    text: context.templates.render('probe.txt', {
      ...{ userid, address, days: limits.claimDays },
      claim: claim === null ? null : { player: claim.player, board: boardNamed(context, claim.match) },
    }),
  }),
};

const boardNamed = (context: Parameters<typeof tell>[0] & Parameters<typeof gameTitle>[0], match: MatchRef): string =>
  tell(context, { code: 'board-named', parts: { game: gameTitle(context, match.game), number: match.number } });
