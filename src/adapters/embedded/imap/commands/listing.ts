// LIST and LSUB: patterns, and names that exist only because others lie below them.
import { delimiter } from '../../store/index.ts';
import { encodeName } from '../utf7.ts';
import { mailboxName } from '../wire.ts';

/** One untagged line for each name the pattern meets. */
export function listLines(verb: 'LIST' | 'LSUB', names: readonly string[], pattern: string): string[] {
  // The empty pattern asks for the delimiter alone.
  if (pattern === '') return [`* ${verb} (\\Noselect) "${delimiter}" ""`];
  const levels = splitPattern(pattern);
  return withSuperiors(names).flatMap(name => {
    const encoded = encodeName(name);
    if (!matches(encoded, levels)) return [];
    const below = names.some(other => other.startsWith(name + delimiter));
    const attributes = [below ? '\\HasChildren' : '\\HasNoChildren'];
    if (!names.includes(name)) attributes.unshift('\\Noselect');
    return [`* ${verb} (${attributes.join(' ')}) "${delimiter}" ${mailboxName(encoded)}`];
  });
}

function withSuperiors(names: readonly string[]): string[] {
  const all = new Set<string>();
  for (const name of names) {
    for (let at = name.indexOf(delimiter); at >= 0; at = name.indexOf(delimiter, at + 1)) all.add(name.slice(0, at));
    all.add(name);
  }
  return [...all];
}

type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: '*' | '%' };

function splitPattern(pattern: string): Piece[] {
  const normal = pattern
    .replace(/^inbox(?=\/|$)/i, 'INBOX')
    .replace(/\*[*%]+|%+\*[*%]*/g, '*')
    .replace(/%+/g, '%');
  return (normal.match(/\*|%|[^*%]+/g) ?? []).map(text =>
    text === '*' || text === '%' ? { kind: text } : { kind: 'text', text },
  );
}

// All places a name can have been read to, piece after piece: no pattern takes more than its length times the name's.
function matches(name: string, pieces: readonly Piece[]): boolean {
  let reached = new Set([0]);
  for (const piece of pieces) {
    const next = new Set<number>();
    for (const at of reached) for (const end of ends(name, at, piece)) next.add(end);
    reached = next;
  }
  return reached.has(name.length);
}

function ends(name: string, at: number, piece: Piece): number[] {
  if (piece.kind === 'text') return name.startsWith(piece.text, at) ? [at + piece.text.length] : [];
  const stop = piece.kind === '%' ? name.indexOf(delimiter, at) : -1;
  const last = stop < 0 ? name.length : stop;
  return Array.from({ length: last - at + 1 }, (_, step) => at + step);
}
