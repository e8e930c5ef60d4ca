// Parses header values with parameters: `text/plain; charset="utf-8"`.
// Extended parameters (RFC 2231) stay as they are written.

export interface Parametrized {
  /** In lower case. */
  readonly value: string;
  /** Names in lower case. */
  readonly parameters: readonly (readonly [string, string])[];
}

const mostParameters = 50;
const mostCharacters = 8000;

/** `bare`: converts a value without quotes. RFC 2045 allows no blanks in it, but programs write them. */
export function parseParametrized(text: string, bare: (value: string) => string = value => value): Parametrized {
  const [value = '', ...rest] = splitPieces(text.slice(0, mostCharacters));
  const parameters = rest.slice(0, mostParameters).flatMap(piece => parseParameter(piece, bare));
  return { value: value.trim().toLowerCase(), parameters };
}

function parseParameter(piece: string, bare: (value: string) => string): (readonly [string, string])[] {
  const equals = piece.indexOf('=');
  const name = piece.slice(0, Math.max(0, equals)).trim().toLowerCase();
  const value = piece.slice(equals + 1).trim();
  if (name === '' || name.length > 100 || /[\s"]/.test(name)) return [];
  // The text up to the closing quote, or to the end if there is none.
  return [
    [
      name,
      value.startsWith('"') ? (/^"((?:[^"\\]|\\.)*)/s.exec(value)?.[1] ?? '').replace(/\\(.)/gs, '$1') : bare(value),
    ],
  ];
}

/** Tokens: quoted strings (the last one may be open), single marks, and the text between them. Read once from left to right. */
const token = /"(?:[^"\\]|\\.)*"?|[();\\]|[^"();\\]+/gs;

/** Splits at semicolons outside of quotes, without comments. */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let comment = 0;
  for (const [found] of text.matchAll(token)) {
    if (found === '(') comment += 1;
    else if (found === ')') comment = Math.max(0, comment - 1);
    else if (comment > 0) continue;
    else if (found === ';') {
      pieces.push(piece);
      piece = '';
    } else piece += found;
  }
  return [...pieces, piece];
}
