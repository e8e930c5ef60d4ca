// Asks questions at the terminal, or takes the answers from a pipe, a line each.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { toPlainText } from '#games/kit/plain-text.ts';
import type { Io } from '../shell/verb.ts';

interface SetupQuestion {
  readonly text: string;
  /** What an empty answer means. null: an answer is needed. */
  readonly usual: string | null;
  /** null: the answer is right. Otherwise one sentence. */
  readonly findFault?: (answer: string) => string | null;
  /** The answer is not shown. */
  readonly isSecret?: boolean;
}

export interface Asker {
  /** Asks again until the answer is right. Rejects when the input has ended. */
  readonly ask: (question: SetupQuestion) => Promise<string>;
  /** `usual`: what an empty answer means. */
  readonly confirm: (text: string, usual: boolean) => Promise<boolean>;
  readonly tell: (text: string) => void;
  readonly close: () => void;
}

/** Longer than any name, address or password. Characters. */
const MAX_ANSWER = 1_000;

export function createAsker({ stdin, stdout }: Io): Asker {
  let isSecret = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!isSecret) stdout.write(chunk);
      done();
    },
  });
  const terminal = (stdin as { isTTY?: boolean }).isTTY === true;
  const reader = createInterface({ input: stdin, output, terminal, historySize: 0 });
  const answers = reader[Symbol.asyncIterator]();
  // The answers of a pipe may all have come before the first question. A closed reader shows no prompt.
  let hasEnded = false;
  reader.on('close', () => {
    hasEnded = true;
  });

  const readAnswer = async (prompt: string, isHidden: boolean): Promise<string> => {
    if (hasEnded) stdout.write(toPlainText(prompt));
    else {
      reader.setPrompt(toPlainText(prompt));
      reader.prompt();
    }
    isSecret = isHidden;
    const answer = await answers.next();
    isSecret = false;
    if (isHidden || !terminal) stdout.write('\n');
    if (answer.done === true) throw new Error('The answers have ended: nothing was written.');
    // A password may begin with a blank.
    return isHidden ? answer.value : answer.value.trim();
  };

  const ask = async (question: SetupQuestion): Promise<string> => {
    const { text, usual, findFault = () => null, isSecret: isHidden = false } = question;
    const shown = usual === null || usual === '' || isHidden ? '' : ` [${usual}]`;
    for (;;) {
      const given = await readAnswer(`${text}${shown}: `, isHidden);
      const answer = given === '' && usual !== null ? usual : given;
      const fault = findAnswerFault(answer, usual) ?? findFault(answer);
      if (fault === null) return answer;
      stdout.write(`${fault}\n`);
    }
  };

  return {
    ask,
    confirm: async (text, usual) => {
      const findFault = (answer: string): string | null => (/^(?:y|yes|n|no)$/i.test(answer) ? null : 'Answer y or n.');
      return /^y/i.test(await ask({ text, usual: usual ? 'y' : 'n', findFault }));
    },
    tell: text => stdout.write(`${toPlainText(text)}\n`),
    close: () => reader.close(),
  };
}

function findAnswerFault(answer: string, usual: string | null): string | null {
  if (answer === '' && usual !== '') return 'An answer is needed.';
  return answer.length > MAX_ANSWER ? `An answer may have ${MAX_ANSWER} characters.` : null;
}
