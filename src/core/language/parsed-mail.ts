// The result of parsing a mail: commands, comment, and doubtful lines to ask about.
import type { Statement } from './statement.ts';

export interface ParsedMail {
  readonly statements: readonly Statement[];
  /** The text besides the commands. */
  readonly comment: string;
  /** The number of command lines beyond the limit. They were not parsed. */
  readonly unreadCount: number;
  /** Commands that the sender may have meant. They are not done: the sender is asked about them. */
  readonly doubts: readonly Statement[];
}
