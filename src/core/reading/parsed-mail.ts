// The result of parsing a mail: commands, comment, and doubtful lines to ask about.
import type { Statement } from './statement.ts';

export interface ParsedMail {
  readonly statements: readonly Statement[];
  /** What was written besides commands. */
  readonly comment: string;
  /** Command lines beyond the limit, not read. */
  readonly unread: number;
  /** What its sender may have meant, where nothing in it is a command for sure: never done, but asked about. */
  readonly doubts: readonly Statement[];
}
