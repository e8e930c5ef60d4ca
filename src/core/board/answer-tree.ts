// A player's prepared moves as a tree: the answer to each move, and to any other move.
// A tree is written as lines of text, and read from them.

/** What is prepared from one position on. Moves are texts without blanks at their ends, or `swap`; an answer may be `resign`. */
export interface AnswerTree {
  readonly answers: readonly Answer[];
  /** What is played whatever else comes; null: nothing is. */
  readonly otherwise: string | null;
}

export interface Answer {
  /** The move of the other side. */
  readonly to: string;
  readonly play: string;
  readonly next: AnswerTree;
}

/** One line: `if c2 then b4 if a1 then c4 else resign`. What stands behind `else` answers any other move than that behind the last `if`. */
export interface Path {
  readonly steps: readonly Omit<Answer, 'next'>[];
  readonly otherwise: string | null;
}

export const NOTHING_PREPARED: AnswerTree = { answers: [], otherwise: null };

const KEYWORD = /^(if|then|else)[,:;]?$/i;

/** Parses the words of a line as a path. null: they are not a path. The moves are not checked. */
export function pathOf(words: readonly string[]): Path | null {
  const clauses = clausesOf(words);
  const form = clauses.map(({ keyword }) => keyword).join(' ');
  if (!/^(?:if then ?)*(?:else)?$/.test(form) || clauses.some(({ keyword, text }) => keyword === '' || text === ''))
    return null;
  const texts = clauses.map(({ text }) => text);
  const otherwise = clauses.at(-1)?.keyword === 'else' ? (texts.pop() ?? null) : null;
  const steps = texts.flatMap((to, at) => (at % 2 === 0 ? [{ to, play: texts[at + 1] ?? '' }] : []));
  return clauses.length === 0 ? null : { steps, otherwise };
}

interface Clause {
  readonly keyword: string;
  readonly text: string;
}

/** Each keyword with the words behind it; words before the first have the keyword ''. */
function clausesOf(words: readonly string[]): readonly Clause[] {
  const keywords = words.map(word => KEYWORD.exec(word)?.[1]?.toLowerCase() ?? null);
  const starts = keywords.flatMap((keyword, at) => (keyword === null && at > 0 ? [] : [at]));
  return starts.map((start, at) => {
    const keyword = keywords[start] ?? '';
    return { keyword, text: words.slice(start + (keyword === '' ? 0 : 1), starts[at + 1]).join(' ') };
  });
}

/** The tree with one more path: what it shares with others stands once, and another answer to the same move takes the place of the first. */
export function addPath(tree: AnswerTree, { steps: [first, ...rest], otherwise }: Path): AnswerTree {
  if (first === undefined) return { ...tree, otherwise };
  const known = tree.answers.find(({ to }) => to === first.to);
  const next = known?.play === first.play ? known.next : NOTHING_PREPARED;
  const isLast = rest.length === 0;
  const answer = { ...first, next: isLast ? next : addPath(next, { steps: rest, otherwise }) };
  return {
    answers:
      known === undefined ? [...tree.answers, answer] : tree.answers.map(each => (each === known ? answer : each)),
    otherwise: isLast ? (otherwise ?? tree.otherwise) : tree.otherwise,
  };
}

/** Lines that linesOf has written. */
export const treeOf = (lines: readonly string[]): AnswerTree =>
  lines.reduce((tree, line) => {
    const path = pathOf(line.split(' '));
    return path === null ? tree : addPath(tree, path);
  }, NOTHING_PREPARED);

/** The tree as the fewest lines that make it, in a fixed form. */
export const linesOf = ({ answers, otherwise }: AnswerTree): readonly string[] => [
  ...answers.flatMap(answer => linesFrom('', answer)),
  ...(otherwise === null ? [] : [`else ${otherwise}`]),
];

function linesFrom(prefix: string, { to, play, next }: Answer): readonly string[] {
  const path = `${prefix}if ${to} then ${play}`;
  const last = next.answers.at(-1);
  if (last === undefined) return [path];
  const lines = next.answers.flatMap(answer => linesFrom(`${path} `, answer));
  if (next.otherwise === null) return lines;
  const withElse = `${path} if ${last.to} then ${last.play} else ${next.otherwise}`;
  return [...(last.next.answers.length === 0 ? lines.slice(0, -1) : lines), withElse];
}

/** How many answers it holds. */
export const sizeOf = ({ answers, otherwise }: AnswerTree): number =>
  answers.reduce((sum, { next }) => sum + 1 + sizeOf(next), otherwise === null ? 0 : 1);
