// Chooses which arriving mail is shown at once: the answer to what was just sent.
import type { MailRow } from '#trial/inbox/shapes.ts';
import type { BoardPane } from './board-pane.ts';

/** Milliseconds in which an answer belongs to what was sent: that it was understood, and then perhaps a robot's move. */
const ANSWER_MS = 15_000;

export interface AnswerWatch {
  /** Something is being sent: its answer may arrive before the server says so. */
  readonly prepare: () => void;
  /** Something was sent. The mail to be shown, if one has arrived meanwhile. */
  readonly begin: () => MailRow | undefined;
  /** Something else is read or written now. */
  readonly end: () => void;
  /** The mail among these, the newest first, that is to be shown. undefined: none. */
  readonly choose: (arrived: readonly MailRow[]) => MailRow | undefined;
}

/** A board goes before the other mails that come with it, and after it only another board is shown. */
export function watchForAnswer(board: Pick<BoardPane, 'hasBoard' | 'isAbout'>): AnswerWatch {
  let until = 0;
  let hasAnswer = false;
  /** The mails that arrived while something was being sent, the newest first. */
  let meanwhile: readonly MailRow[] = [];
  const chooseAnswer = (arrived: readonly MailRow[]): MailRow | undefined => {
    const withBoard = arrived.find(({ replyTo }) => board.hasBoard(replyTo));
    const answer = withBoard ?? (hasAnswer ? undefined : arrived[0]);
    hasAnswer ||= withBoard !== undefined;
    return answer;
  };
  return {
    prepare: () => (meanwhile = []),
    begin: () => {
      until = Date.now() + ANSWER_MS;
      hasAnswer = false;
      return chooseAnswer(meanwhile);
    },
    end: () => (until = 0),
    choose: arrived => {
      meanwhile = [...arrived, ...meanwhile];
      const answer = Date.now() < until ? chooseAnswer(arrived) : undefined;
      return answer ?? arrived.find(({ replyTo }) => board.isAbout(replyTo));
    },
  };
}
