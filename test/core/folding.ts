// The short form of a golden session: a mail that resembles an earlier one is written as what differs, so that a change touches
// few lines. Nothing is lost: `unfold` gives the whole text back.

/** A mail of a session: its lines below the line with its readers, the Subject first. */
type Lines = readonly string[];

interface Edit {
  /** Lines as they stand before the change, where the removed ones alone would not tell the place. */
  readonly context: Lines;
  readonly removed: Lines;
  readonly added: Lines;
}

/** The mails that others can refer to, by the words that name them, the nearest last. */
type Known = Map<string, Lines>;

/** A folded mail costs the reader a look at another one: it must be clearly shorter. */
const SHORTER = 0.6;

/** Each step and mail of a session. Every part but the first begins with what followed `=== `. */
const partsOf = (session: string): readonly string[] => session.split(/^=== /m);
const isMail = (part: string): boolean => part.startsWith('→ ');
const linesOf = (part: string): Lines => part.trimEnd().split('\n').slice(1);
const endOf = (part: string): string => /\n*$/.exec(part)?.[0] ?? '';

/** The first welcome of a session that shows it whole, its reader's name to be replaced. */
export const welcomeOf = (session: string): string =>
  partsOf(session).find(part => /\nSubject: Welcome to \S+, alice\n/.test(part)) ?? '';

/** Writes mails as what differs. `welcome` is the one of another session, or empty in the session that shows it. */
export const fold = (session: string, welcome: string): string => eachPart(session, welcome, foldedPart, part => part);

export const unfold = (session: string, welcome: string): string =>
  eachPart(session, welcome, unfoldedPart, (_, made) => made);

/** Makes something of each part, which sees the whole mails before it. */
function eachPart(
  session: string,
  welcome: string,
  make: (part: string, known: Known) => string,
  wholeOf: (part: string, made: string) => string,
): string {
  const known: Known = new Map();
  return partsOf(session)
    .map(part => {
      const [, name] = /^→ .*\nSubject: Welcome to \S+, (\S+)\n/.exec(part) ?? [];
      const first = name === 'alice' ? 'the first welcome' : `the first welcome, ${name} for alice`;
      if (name !== undefined && welcome !== '') known.set(first, linesOf(welcome.replaceAll('alice', name)));
      const made = make(part, known);
      known.delete(first);
      remember(wholeOf(part, made), known);
      return made;
    })
    .join('=== ');
}

/** Two mails of one name: the later one is meant. What is directly above has a second, short name. */
function remember(whole: string, known: Known): void {
  known.delete('above');
  if (!isMail(whole)) return;
  const lines = linesOf(whole);
  const name = `"${lines[0]?.replace('Subject: ', '')}" to ${whole.slice(2, whole.indexOf('\n'))}`;
  known.delete(name);
  known.set(name, lines).set('above', lines);
}

function foldedPart(part: string, known: Known): string {
  if (!isMail(part)) return part;
  const [subject = '', ...lines] = linesOf(part);
  const [as, [, ...base]] = mostAlike(lines, known) ?? ['', []];
  if (as === '') return part;
  const changes = editsBetween(base, lines).flatMap(({ context, removed, added }) => [
    ...context.map(line => (line === '' ? '' : `  ${line}`)),
    ...removed.map(line => `- ${line}`.trimEnd()),
    ...added.map(line => `+ ${line}`.trimEnd()),
  ]);
  const isShort = changes.length + 2 < (lines.length + 1) * SHORTER;
  if (!isShort || applied(base, editsIn(changes))?.join('\n') !== lines.join('\n')) return part;
  const head = `${part.split('\n')[0] ?? ''}: as ${as}${changes.length > 0 ? ', but' : ''}`;
  return `${[head, subject, ...changes].join('\n')}${endOf(part)}`;
}

function unfoldedPart(part: string, known: Known): string {
  const [, readers = '', as = ''] = /^(→ [^\n]*?): as ([^\n]*?)(?:, but)?\n/.exec(part) ?? [];
  const base = known.get(as)?.slice(1);
  const [subject = '', ...changes] = linesOf(part);
  const lines = base === undefined ? null : applied(base, editsIn(changes));
  return lines === null ? part : `${[readers, subject, ...lines].join('\n')}${endOf(part)}`;
}

/** The known mail with the fewest lines that only one of the two has, and of equals the nearest. null: all have too many. */
function mostAlike(lines: Lines, known: Known): readonly [string, Lines] | null {
  const sought = new Set(lines);
  let best: readonly [string, Lines] | null = null;
  let fewest = lines.length * SHORTER;
  for (const [name, base] of known) {
    const common = base.filter(line => sought.has(line)).length;
    const differences = base.length + lines.length - 2 * common;
    if (differences <= fewest) [best, fewest] = [[name, base], differences];
  }
  return best;
}

/** The edits of a folded mail. */
function editsIn(changes: Lines): readonly Edit[] {
  const edits: { context: string[]; removed: string[]; added: string[] }[] = [];
  let last = '';
  for (const line of changes) {
    const kind =
      line.startsWith('- ') || line === '-' ? 'removed' : line.startsWith('+ ') || line === '+' ? 'added' : 'context';
    const isNew = kind === 'context' ? last !== 'context' : kind === 'removed' ? last === 'added' : false;
    if (last === '' || isNew) edits.push({ context: [], removed: [], added: [] });
    edits.at(-1)?.[kind].push(line.slice(2));
    last = kind;
  }
  return edits;
}

/** The base with the edits made, each at the first place that fits; null where one fits nowhere. */
function applied(base: Lines, edits: readonly Edit[]): Lines | null {
  const made: string[] = [];
  let at = 0;
  for (const { context, removed, added } of edits) {
    const sought = [...context, ...removed];
    const found = base.findIndex((_, i) => i >= at && sought.every((line, k) => base[i + k] === line));
    if (found < 0) return null;
    made.push(...base.slice(at, found + context.length), ...added);
    at = found + sought.length;
  }
  return [...made, ...base.slice(at)];
}

/** What makes `lines` of `base`. */
function editsBetween(base: Lines, lines: Lines): readonly Edit[] {
  const edits: Edit[] = [];
  let [i, j, done] = [0, 0, 0];
  for (const [nextI, nextJ] of [...commonLines(base, lines), [base.length, lines.length] as const]) {
    if (nextI > i || nextJ > j) {
      const removed = base.slice(i, nextI);
      // Lines removed behind removed ones would be read as one edit.
      const isApart = edits.at(-1)?.added.length !== 0;
      edits.push({ context: contextOf(base, done, i, isApart ? removed : []), removed, added: lines.slice(j, nextJ) });
      done = nextI;
    }
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return edits;
}

/** Down from the last line with text before the change, unless the removed lines themselves tell the place. */
function contextOf(base: Lines, done: number, start: number, removed: Lines): Lines {
  const isPlaced = removed.some(line => line !== '') && base.indexOf(removed[0]!, done) === start;
  if (isPlaced) return [];
  const text = base.slice(done, start).findLastIndex(line => line !== '');
  return base.slice(done + Math.max(0, text), start);
}

/** The places of a longest common subsequence: where a line stands in the one and in the other. */
function commonLines(one: Lines, other: Lines): readonly (readonly [number, number])[] {
  const width = other.length + 1;
  // How many lines the rest of the one from i on and of the other from j on have in common.
  const lengths = new Array<number>((one.length + 1) * width).fill(0);
  const length = (i: number, j: number): number => lengths[i * width + j]!;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        one[i] === other[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
  }
  const places: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < one.length && j < other.length;) {
    if (one[i] === other[j]) places.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
    else j += 1;
  }
  return places;
}
