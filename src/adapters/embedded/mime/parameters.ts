// Header values with parameters: `text/plain; charset="utf-8"`. Extended parameters (RFC 2231) stay as they are written.

export interface Parametrized {
  /** In lower case. */
  readonly value: string;
  /** Names in lower case. */
  readonly parameters: readonly (readonly [string, string])[];
}

const most = 50;

export function parseParametrized(text: string): Parametrized {
  const scanner = /;[ \t\r\n]*([^\s=;"()]{1,100})[ \t\r\n]*=[ \t\r\n]*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"()]*))/gs;
  const clean = withoutComments(text.slice(0, 8000));
  const value = /^[^;]*/.exec(clean)?.[0] ?? '';
  const parameters: (readonly [string, string])[] = [];
  for (const match of clean.matchAll(scanner)) {
    const content = match[2]?.replace(/\\(.)/gs, '$1') ?? match[3] ?? '';
    if (parameters.length < most) parameters.push([(match[1] ?? '').toLowerCase(), content]);
  }
  return { value: value.trim().toLowerCase(), parameters };
}

// Outside of quotes only; nested ones lose their innermost level a round.
function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  return text.replace(/("(?:[^"\\]|\\.)*")|\((?:[^()\\]|\\.)*\)/gs, (_, quoted: string | undefined) => quoted ?? '');
}
