// LIST and LSUB: matches patterns, and adds parents that exist only through their children.
import { canonicaliseName, delimiter, listSuperiors } from '#trial/mailserver/store/index.ts';
import { encodeName } from '../utf7.ts';
import { formatMailboxName } from '../wire.ts';

/** One untagged line for each name the pattern meets. */
export function listLines(command: 'LIST' | 'LSUB', names: readonly string[], pattern: string): string[] {
  // The empty pattern asks for the delimiter alone.
  if (pattern === '') return [`* ${command} (\\Noselect) "${delimiter}" ""`];
  const levels = splitPattern(pattern);
  const all = new Set(names.flatMap(name => [...listSuperiors(name), name]));
  return [...all].flatMap(name => {
    const encoded = encodeName(name);
    if (!matchesPattern(encoded, levels)) return [];
    const below = names.some(other => other.startsWith(name + delimiter));
    const attributes = [below ? '\\HasChildren' : '\\HasNoChildren'];
    if (!names.includes(name)) attributes.unshift('\\Noselect');
    return [`* ${command} (${attributes.join(' ')}) "${delimiter}" ${formatMailboxName(encoded)}`];
  });
}

/** Texts, and `*` and `%` between them. */
function splitPattern(pattern: string): readonly string[] {
  const normal = canonicaliseName(pattern).replace(/[*%]+/g, run => (run.includes('*') ? '*' : '%'));
  return normal.match(/\*|%|[^*%]+/g) ?? [];
}

// All places a name can have been read to, piece after piece: no pattern takes more than its length times the name's.
function matchesPattern(name: string, pieces: readonly string[]): boolean {
  let reached = [true, ...Array<boolean>(name.length).fill(false)];
  for (const piece of pieces)
    reached = piece === '*' || piece === '%' ? readAny(name, reached, piece) : readText(name, reached, piece);
  return reached[name.length] === true;
}

function readText(name: string, reached: readonly boolean[], text: string): boolean[] {
  return reached.map(
    (_, end) => end >= text.length && reached[end - text.length] === true && name.startsWith(text, end - text.length),
  );
}

/** `*` reads on to the end, `%` to the next delimiter. */
function readAny(name: string, reached: readonly boolean[], kind: '*' | '%'): boolean[] {
  let reading = false;
  return reached.map((here, at) => {
    if (kind === '%' && name[at - 1] === delimiter) reading = false;
    reading ||= here;
    return reading;
  });
}
