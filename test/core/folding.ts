// The short form of a golden session: a mail that is nearly the one above it, or the welcome, is written as what differs, so that
// a changed word in one letter changes few goldens. Nothing is lost: `unfold` gives the whole text back.

/** A mail of a session that others resemble: its lines below the line with its reader. */
type Lines = readonly string[];

interface Edit {
  /** Lines as they stand before the change, where the removed ones alone would not tell the place. */
  readonly context: Lines;
  readonly removed: Lines;
  readonly added: Lines;
}

const ABOVE = 'as above';
/** The welcome of the first session, with another name. */
const WELCOME = /^as the first welcome, (\S+) for alice$/;

/** Each step and mail of a session; every part but the first begins with what followed `=== `. */
const partsOf = (session: string): readonly string[] => session.split(/^=== /m);
const isMail = (part: string): boolean => part.startsWith('→ ');
const linesOf = (part: string): Lines => part.trimEnd().split('\n').slice(1);

/** The first welcome of a session that shows it whole, its reader's name to be replaced. */
export const welcomeOf = (session: string): string =>
  partsOf(session).find(part => /\nSubject: Welcome to \S+, alice\n/.test(part)) ?? '';

/** What a mail may be told by, best first. */
function basesOf(subject: string, above: string | undefined, welcome: string): readonly (readonly [string, Lines])[] {
  const name = /^Subject: Welcome to \S+, (\S+)$/.exec(subject)?.[1];
  const bases: (readonly [string, Lines])[] = [];
  if (name !== undefined)
    bases.push([`as the first welcome, ${name} for alice`, linesOf(welcome.replaceAll('alice', name))]);
  if (above !== undefined && isMail(above)) bases.push([ABOVE, linesOf(above)]);
  return bases;
}

export function fold(session: string, welcome: string): string {
  const parts = partsOf(session);
  const folded = parts.map((part, i) => {
    // The welcome itself stays whole.
    if (!isMail(part) || part === welcome) return part;
    const lines = linesOf(part);
    const texts = basesOf(lines[0] ?? '', parts[i - 1], welcome).map(([as, base]) => {
      const edits = editsBetween(base, lines);
      const changes = edits.flatMap(({ context, removed, added }) => [
        ...context.map(line => (line === '' ? '' : `  ${line}`)),
        ...removed.map(line => `- ${line}`.trimEnd()),
        ...added.map(line => `+ ${line}`.trimEnd()),
      ]);
      const text = [`${part.split('\n')[0] ?? ''}: ${as}${changes.length > 0 ? ', but' : ''}`, ...changes];
      return applied(base, editsIn(changes))?.join('\n') === lines.join('\n') ? text : lines;
    });
    const best = texts.find(text => text.length < lines.length * 0.6);
    return best === undefined ? part : `${best.join('\n')}${/\n*$/.exec(part)?.[0] ?? ''}`;
  });
  return folded.join('=== ');
}

export function unfold(session: string, welcome: string): string {
  const whole: string[] = [];
  for (const part of partsOf(session)) {
    const [, head = '', as = ''] = /^(→ [^\n]*?): (as [^\n]*?)(?:, but)?\n/.exec(part) ?? [];
    const name = WELCOME.exec(as)?.[1];
    const base = as === ABOVE ? whole.at(-1) : name === undefined ? undefined : welcome.replaceAll('alice', name);
    const lines = base === undefined ? null : applied(linesOf(base), editsIn(linesOf(part)));
    whole.push(lines === null ? part : `${[head, ...lines].join('\n')}${/\n*$/.exec(part)?.[0] ?? ''}`);
  }
  return whole.join('=== ');
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
