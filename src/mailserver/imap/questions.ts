// Questions that SEARCH puts to each mail, and how they are combined.
import type { Message } from '../store/index.ts';
import type { Content } from './content.ts';

export interface Candidate {
  readonly message: Message;
  /** Only of a question with `reads`. */
  readonly content: Content;
}

export interface Question {
  /** Whether the mail itself must be read for it. */
  readonly reads: boolean;
  readonly asks: (candidate: Candidate) => boolean;
}

export function all(questions: readonly Question[]): Question {
  return {
    reads: questions.some(({ reads }) => reads),
    asks: candidate => questions.every(({ asks }) => asks(candidate)),
  };
}

export const not = ({ reads, asks }: Question): Question => ({ reads, asks: candidate => !asks(candidate) });

export const either = (left: Question, right: Question): Question => ({
  reads: left.reads || right.reads,
  asks: candidate => left.asks(candidate) || right.asks(candidate),
});

export const ofMessage = (asks: (message: Message) => boolean): Question => ({
  reads: false,
  asks: ({ message }) => asks(message),
});

export const ofContent = (asks: (content: Content) => boolean): Question => ({
  reads: true,
  asks: ({ content }) => asks(content),
});
