// Decodes format=flowed (RFC 3676).
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
  const lines = text.split('\n').map(unquoted);
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

function unquoted(line: string): Line {
  const depth = /^>*/.exec(line)?.[0].length ?? 0;
  return { depth, body: line.slice(depth).replace(/^ /, '') };
}

const firstWord = (line: Line | undefined): number => /^\S*/.exec(line?.body ?? '')?.[0].length ?? 0;
