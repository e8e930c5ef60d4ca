// The interface of a command: its grammar, its help, its permission, and its decision.
import type { AnyGame, GivenOptions } from '#games/game.ts';
import type { Result } from '#games/kit/result.ts';
import type { Refused } from '../kernel/refusal.ts';
import type { CommandContext, Decision } from '../decision/decision.ts';
import type { BoardContext } from '../mail/mail-sender.ts';

/** A command line, without the game and the name of the command. */
export interface CommandLine {
  readonly game: AnyGame | null;
  readonly words: readonly string[];
  readonly options: GivenOptions;
  /** The whole line as typed, with one blank between its words. */
  readonly text: string;
  readonly games: readonly AnyGame[];
  /** Is this the name of an account? */
  readonly isUser: (userid: string) => boolean;
  readonly board: BoardContext | null;
  /** The account proved to have sent the mail. */
  readonly userid: string | null;
  readonly usage: string;
}

/** A parsed line: the credentials in it, the words that must never be repeated, and the function that decides it. */
export interface ParsedCommand {
  readonly credentials?: { readonly userid: string; readonly secret: string } | null;
  /** Words of the line, as typed, that are secret, besides the password of the credentials. */
  readonly secrets?: readonly string[];
  /** Absent: the permission of the command. */
  readonly permission?: Command['permission'];
  /** Words of the line for other people. They reach `run` as the beginning of the comment. */
  readonly words?: string;
  readonly run: (context: CommandContext) => Decision;
}

export const secretsOf = ({ credentials, secrets = [] }: ParsedCommand): readonly string[] =>
  credentials === undefined || credentials === null ? secrets : [credentials.secret, ...secrets];

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** The fewest letters of the name that are recognised. Absent: all. */
  readonly minLetters?: number;
  /** `game`: the name of a game precedes the command. `server`: no game does. */
  readonly scope: 'server' | 'game';
  /** In a reply to a board mail, the line may leave out game and board. */
  readonly inReply?: true;
  /** The arguments may be any words. A line that begins with the name is then always the command, and never prose. */
  readonly takesAnyWords?: true;
  /** Tells a command from a sentence that begins with its name, by the words after it. Absent: only names and numbers make it a command. */
  readonly isMeant?: (words: readonly string[], game: AnyGame) => boolean;
  /** The words of the mail stay with their writer. */
  readonly isPrivate?: true;
  /** The line may refer to a move in a line above it. Prepared answers to that move are played only after such lines. */
  readonly followsMove?: true;
  /** The command cannot be undone. Within a sentence, or below other words of a reply, we ask for a confirmation first. */
  readonly isFinal?: true;
  /** The line must be the only one of its mail, since the sender has another userid after it. */
  readonly isAlone?: true;
  /** A typing error must not lead to this command, so no hint suggests it. */
  readonly isHarmful?: true;
  /** The grammar as help shows it: `<game> challenge [-options] a b`. */
  readonly usage: string;
  /** A line that works on board 101, where bob plays as well. */
  readonly example: string;
  /**
   * `account`: a player, proved by the mail or by userid and password in the line. `owner`: the same, except that a reply to a board mail
   * is no proof, since players pass such mails on.
   */
  readonly permission: 'anyone' | 'account' | 'owner';
  readonly parse: (commandLine: CommandLine) => Result<ParsedCommand, Refused>;
}
