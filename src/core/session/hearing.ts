// What the parts of a session hand to each other: the mail that is heard, and the verdict on it.
import type { Robot } from '../accounts/robots.ts';
import type { Event } from '../event.ts';
import type { Command, Denied, Moment, Notice, Proof } from '../language/command.ts';
import type { Statement } from '../language/statement.ts';
import type { Letter, UnreadReason } from '../letter.ts';
import type { Incoming } from '../mail/incoming.ts';
import type { Instant, Offer, World } from '../world.ts';
import type { Identity, Trust } from './sender.ts';

/** What a mail brings to the decision. */
export interface Occasion extends Offer {
  readonly mail: Incoming;
  /** What the sender newly wrote: quotes and signature removed. */
  readonly text: string;
  readonly now: Instant;
  readonly cause: string;
  readonly commands: readonly Command[];
  readonly trust: Trust;
  /** Whom we know to be the sender, without asking the mail: a robot of ours. null: the mail must prove it. */
  readonly robot: Robot | null;
  /** Why the mail is only answered, and nothing of it done. */
  readonly unread: UnreadReason | null;
}

export interface Verdict {
  readonly events: readonly Event[];
  readonly letters: readonly Letter[];
  /** The world after the events: its changes are what is to be stored. */
  readonly world: World;
  readonly identity: Identity;
  /** How the mail as a whole was proved: `password` when one of its lines was. */
  readonly proof: Proof;
  /** Did it hold a command we know? */
  readonly hasCommand: boolean;
}

/** One line of the mail and what became of it. */
export interface Done {
  readonly statement: Statement;
  readonly denied: Denied | null;
  readonly notices: readonly Notice[];
}

/** A mail, who sent it, and the world it is heard in. */
export interface Hearing {
  readonly occasion: Occasion;
  readonly world: World;
  readonly identity: Identity;
}

export const momentOf = ({ occasion, world, identity }: Hearing, comment: string): Moment => ({
  now: occasion.now,
  world,
  sender: identity.sender,
  actor: identity.sender.userid,
  comment,
  board: identity.board,
  token: identity.token,
  cause: occasion.cause,
  sign: occasion.trust.sign,
});
