// A player's prepared moves as a tree: the answer to each move, and to any other move.
// A tree is written as lines of text, and read from them.

/** The prepared answers from one position on. A move is a text or `swap`. An answer may also be `resign`. */
export interface AnswerTree {
  readonly answers: readonly Answer[];
  /** The answer to any other move. null: there is none. */
  readonly otherwise: string | null;
}

export interface Answer {
  /** The move of the other side. */
  readonly to: string;
  readonly play: string;
  readonly next: AnswerTree;
}

/** One line of a tree: `if c2 then b4 if a1 then c4 else resign`. `else` answers any move other than the one of the last `if`. */
export interface Path {
  readonly steps: readonly Omit<Answer, 'next'>[];
  readonly otherwise: string | null;
}

export const NOTHING_PREPARED: AnswerTree = { answers: [], otherwise: null };

const KEYWORD = /^(if|then|else)[,:;]?$/i;

/** Parses the words of a line as a path. null: they are not a path. The moves are not checked. */
export function parsePath(words: readonly string[]): Path | null {
  // Splits words into clauses: a keyword and the words after it. Words before the first keyword get the keyword ''.
  const keywords = words.map(word => KEYWORD.exec(word)?.[1]?.toLowerCase() ?? null);
  const starts = keywords.flatMap((keyword, index) => (keyword === null && index > 0 ? [] : [index]));
  const clauses = starts.map((start, index) => {
    const keyword = keywords[start] ?? '';
    return { keyword, text: words.slice(start + (keyword === '' ? 0 : 1), starts[index + 1]).join(' ') };
  });
  const form = clauses.map(({ keyword }) => keyword).join(' ');
  if (!/^(?:if then ?)*(?:else)?$/.test(form) || clauses.some(({ keyword, text }) => keyword === '' || text === ''))
    return null;
  const texts = clauses.map(({ text }) => text);
  const otherwise = clauses.at(-1)?.keyword === 'else' ? (texts.pop() ?? null) : null;
  const steps = texts.flatMap((to, index) => (index % 2 === 0 ? [{ to, play: texts[index + 1] ?? '' }] : []));
  return clauses.length === 0 ? null : { steps, otherwise };
}

/** Adds a path to the tree. A second answer to the same move replaces the first. */
export function addPath(tree: AnswerTree, { steps: [first, ...rest], otherwise }: Path): AnswerTree {
  if (first === undefined) return { ...tree, otherwise };
  const previous = tree.answers.find(({ to }) => to === first.to);
  const next = previous?.play === first.play ? previous.next : NOTHING_PREPARED;
  const isLastStep = rest.length === 0;
  const answer = { ...first, next: isLastStep ? next : addPath(next, { steps: rest, otherwise }) };
  return {
    answers:
      previous === undefined
        ? [...tree.answers, answer]
        : tree.answers.map(each => (each === previous ? answer : each)),
    otherwise: isLastStep ? (otherwise ?? tree.otherwise) : tree.otherwise,
  };
}

/** Parses lines that `formatTree` has written. */
export const parseTree = (lines: readonly string[]): AnswerTree =>
  lines.reduce((tree, line) => {
    const path = parsePath(line.split(' '));
    return path === null ? tree : addPath(tree, path);
  }, NOTHING_PREPARED);

/** Formats the tree as the fewest lines, in a canonical form. */
export const formatTree = ({ answers, otherwise }: AnswerTree): readonly string[] => [
  ...answers.flatMap(answer => listLines('', answer)),
  ...(otherwise === null ? [] : [`else ${otherwise}`]),
];

function listLines(prefix: string, { to, play, next }: Answer): readonly string[] {
  const path = `${prefix}if ${to} then ${play}`;
  const last = next.answers.at(-1);
  if (last === undefined) return [path];
  const lines = next.answers.flatMap(answer => listLines(`${path} `, answer));
  if (next.otherwise === null) return lines;
  const elseLine = `${path} if ${last.to} then ${last.play} else ${next.otherwise}`;
  return [...(last.next.answers.length === 0 ? lines.slice(0, -1) : lines), elseLine];
}

/** The number of answers in the tree. */
export const countAnswers = ({ answers, otherwise }: AnswerTree): number =>
  answers.reduce((sum, { next }) => sum + 1 + countAnswers(next), otherwise === null ? 0 : 1);
