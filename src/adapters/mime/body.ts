// Finds the parts of a mail that are its text, and joins the lines of format=flowed.
import type { Part } from './structure.ts';

// Attachments never count.

export interface Body {
  /** In order. Mostly one. */
  readonly plain: readonly Part[];
  readonly html: readonly Part[];
}

const NOTHING: Body = { plain: [], html: [] };

/** Throws where the letter is locked away from us. */
export function findBody(root: Part): Body {
  if (root.type === 'multipart/encrypted' || /^application\/(x-)?pkcs7-mime$/.test(root.type))
    throw new Error('the mail is encrypted');
  const found = search(root, part => !part.isNamed);
  if (found !== NOTHING) return found;
  // The only text of the mail is the letter, even when it has a file name.
  return search(root, () => true);
}

function search(part: Part, isLetter: (part: Part) => boolean): Body {
  if (part.disposition === 'attachment') return NOTHING;
  if (part.children.length === 0) {
    if (part.isBlank || !isLetter(part)) return NOTHING;
    if (part.type === 'text/plain' || part.type === 'text/enriched') return { plain: [part], html: [] };
    return part.type === 'text/html' ? { plain: [], html: [part] } : NOTHING;
  }
  switch (part.type) {
    case 'multipart/alternative':
      return chooseAlternative(part.children.map(child => search(child, isLetter)));
    case 'multipart/mixed':
      return searchMixed(part.children, isLetter);
    default:
      // signed, related, report and what is unknown: what comes first is the letter.
      return searchFirst(part.children, isLetter);
  }
}

function chooseAlternative(found: readonly Body[]): Body {
  const plain = found.find(body => body.plain.length > 0);
  const html = found.findLast(body => body.html.length > 0);
  return plain === undefined && html === undefined ? NOTHING : { plain: plain?.plain ?? [], html: html?.html ?? [] };
}

function searchFirst(children: readonly Part[], isLetter: (part: Part) => boolean): Body {
  for (const child of children) {
    const found = search(child, isLetter);
    if (found !== NOTHING) return found;
  }
  return NOTHING;
}

/**
 * The first text is the letter. A later text is a list's footer or a disclaimer, unless there is a picture between the two:
 * Apple's programs split a letter that way.
 */
function searchMixed(children: readonly Part[], isLetter: (part: Part) => boolean): Body {
  for (const [start, child] of children.entries()) {
    // Once for each child: twice a level would be a million times in a mail of twenty.
    const found = search(child, isLetter);
    if (found === NOTHING) continue;
    const pieces = [found, ...searchFurtherPieces(children.slice(start + 1), isLetter)];
    return { plain: pieces.flatMap(body => body.plain), html: pieces.flatMap(body => body.html) };
  }
  return NOTHING;
}

function searchFurtherPieces(children: readonly Part[], isLetter: (part: Part) => boolean): readonly Body[] {
  const pieces: Body[] = [];
  for (let at = 0; at + 1 < children.length && isPicture(children[at]); at += 2) {
    const next = children[at + 1];
    if (next?.type === 'text/plain' || next?.type === 'text/html') pieces.push(search(next, isLetter));
  }
  return pieces;
}

const isPicture = (part: Part | undefined): boolean =>
  part?.disposition !== 'attachment' && (part?.type.startsWith('image/') ?? false);

// Done here because mailparser joins lines across quote depths, and so loses moves typed below a quote.

interface Paragraph {
  readonly depth: number;
  readonly pieces: string[];
}

/** Programs wrap far beyond this: a shorter line that ends in a blank was ended by its writer. Characters. */
const SHORTEST_WRAPPED = 50;

/**
 * RFC 3676 4.2: a line that ends in a blank goes on in the next one of the same quote depth; `-- ` never does. Against the letter of it,
 * a line on which the next word would have found room ends where it ends: `b3,a3 ` is a move with a slip of the thumb behind it.
 */
export function unflow(text: string, deletesSpace: boolean): string {
  const paragraphs: Paragraph[] = [];
  const lines = text.split('\n').map((line): Line => {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    return { depth, body: line.slice(depth).replace(/^ /, '') };
  });
  let open = null as Paragraph | null;
  for (const [at, { depth, body }] of lines.entries()) {
    const isSignature = body === '-- ';
    const isSoft = body.endsWith(' ') && !isSignature;
    const content = isSoft && deletesSpace ? body.slice(0, -1) : body;
    if (open?.depth === depth && !isSignature) open.pieces.push(content);
    else paragraphs.push((open = { depth, pieces: [content] }));
    if (!isSoft || body.length + firstWord(lines[at + 1]) < SHORTEST_WRAPPED) open = null;
  }
  return paragraphs.map(({ depth, pieces }) => (depth > 0 ? `${'>'.repeat(depth)} ` : '') + pieces.join('')).join('\n');
}

interface Line {
  readonly depth: number;
  readonly body: string;
}

const firstWord = (line: Line | undefined): number => /^\S*/.exec(line?.body ?? '')?.[0].length ?? 0;
