// format=flowed (RFC 3676), done here because mailparser joins lines across quote depths and so loses moves typed below a quote.

/** Renames the parameter in the header blocks of a mail, byte for byte as long as before, so that the parser leaves the lines alone. */
export function hideFlowed(raw: Buffer): { readonly raw: Buffer; readonly wasFlowed: boolean; readonly deletesSpace: boolean } {
  const text = raw.toString('latin1');
  let wasFlowed = false;
  let deletesSpace = false;
  const hidden = text.replace(/(^|\n)(content-type:[^\n]*(?:\n[ \t][^\n]*){0,20})/gi, (_, before: string, header: string) => {
    if (/delsp\s*=\s*"?yes/i.test(header)) deletesSpace = true;
    return (
      before +
      header.replace(/format(\s*=\s*"?)flowed/gi, (_found, equals: string) => {
        wasFlowed = true;
        return `forma_${equals}flowed`;
      })
    );
  });
  return { raw: wasFlowed ? Buffer.from(hidden, 'latin1') : raw, wasFlowed, deletesSpace };
}

interface Paragraph {
  readonly depth: number;
  text: string;
}

/** RFC 3676 4.2: a line that ends in a blank goes on in the next one of the same quote depth; `-- ` never does. */
export function unflow(text: string, deletesSpace: boolean): string {
  const paragraphs: Paragraph[] = [];
  let open = null as Paragraph | null;
  for (const line of text.split('\n')) {
    const [, quotes = '', body = ''] = /^(>*) ?(.*)$/s.exec(line) ?? [];
    const isSignature = body === '-- ';
    const isSoft = body.endsWith(' ') && !isSignature;
    const content = isSoft && deletesSpace ? body.slice(0, -1) : body;
    if (open?.depth === quotes.length && !isSignature) open.text += content;
    else {
      open = { depth: quotes.length, text: content };
      paragraphs.push(open);
    }
    if (!isSoft) open = null;
  }
  return paragraphs.map(({ depth, text: body }) => (depth > 0 ? `${'>'.repeat(depth)} ${body}` : body)).join('\n');
}
