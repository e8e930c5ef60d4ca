// The interface of a command: its grammar, its help, its permission, and its decision.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import type { Result } from '#games/kit/result.ts';
import type { Refused } from '../kernel/refusal.ts';
import type { CommandContext, Decision } from '../decision/decision.ts';
import type { BoardContext } from '../mail/mail-sender.ts';

/** A line of the mail as the grammar sees it: the words behind the verb. */
export interface CommandLine {
  readonly game: AnyGame | null;
  readonly words: readonly string[];
  readonly options: GivenOptions;
  /** The whole line, with one blank between its words. */
  readonly typed: string;
  readonly games: readonly AnyGame[];
  /** Is this the name of an account? */
  readonly isUser: (userid: string) => boolean;
  readonly board: BoardContext | null;
  /** The account proved to have sent the mail. */
  readonly userid: string | null;
  readonly usage: string;
}

/** A line understood: who claims to give it, which words must never be repeated, and what to do. */
export interface ParsedCommand {
  readonly claim?: { readonly userid: string; readonly secret: string } | null;
  /** Words of the line (as typed) that are secret, besides that of the claim. */
  readonly secrets?: readonly string[];
  /** The permission this needs, if it is not the one of the command. */
  readonly by?: Command['by'];
  readonly run: (context: CommandContext) => Decision;
}

export const secretsOf = ({ claim, secrets = [] }: ParsedCommand): readonly string[] =>
  claim === undefined || claim === null ? secrets : [claim.secret, ...secrets];

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The fewest letters that stand for the name; all of them unless it says so. */
  readonly shortest?: number;
  /** `server`: typed alone; `game`: behind the name of a game. */
  readonly scope: 'server' | 'game';
  /** In a reply to a board mail, game and board may be left out. */
  readonly inReply?: true;
  /** Its words may be anything: a line that begins with its name is the command, never prose that happens to. */
  readonly takesAnyWords?: true;
  /** In a reply, where its name may begin a sentence: do these words behind it make it a command? Absent: names and numbers do. */
  readonly isMeant?: (words: readonly string[], game: AnyGame) => boolean;
  /** It refers to what comes after a move above it: before such lines are read, no prepared answer to that move is played. */
  readonly followsMove?: true;
  /** It does, or asks others for, something irrevocable: within a sentence, and below other words in a reply, we ask for a confirmation. */
  readonly isFinal?: true;
  /** It ends something that a slip of the finger must not end: no hint suggests it. */
  readonly isHarmful?: true;
  /** `<game> challenge [-options] a b`, as help shows it. */
  readonly usage: string;
  /** A line that works as it stands, at board 101, where bob plays too. */
  readonly example: string;
  /**
   * `anyone`; `account`: a proved player, by mail or by userid and password in the line; `owner`: the same, except that a reply to a board
   * mail is no proof, since such mails are passed on.
   */
  readonly by: 'anyone' | 'account' | 'owner';
  readonly parse: (call: CommandLine) => Result<ParsedCommand, Refused>;
}
