// Header values with parameters: `text/plain; charset="utf-8"`. Extended parameters (RFC 2231) stay as they are written.

export interface Parametrized {
  /** In lower case. */
  readonly value: string;
  /** Names in lower case. */
  readonly parameters: readonly (readonly [string, string])[];
}

const mostParameters = 50;
const mostCharacters = 8000;

export function parseParametrized(text: string): Parametrized {
  const [value = '', ...rest] = splitPieces(text.slice(0, mostCharacters));
  return { value: value.trim().toLowerCase(), parameters: rest.slice(0, mostParameters).flatMap(parseParameter) };
}

function parseParameter(piece: string): (readonly [string, string])[] {
  const equals = piece.indexOf('=');
  const name = piece.slice(0, Math.max(0, equals)).trim().toLowerCase();
  const value = piece.slice(equals + 1).trim();
  if (name === '' || name.length > 100 || /[\s"]/.test(name)) return [];
  return [[name, value.startsWith('"') ? unquote(value) : value]];
}

function unquote(value: string): string {
  const inside = value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value.slice(1);
  return inside.replace(/\\(.)/gs, '$1');
}

/** Quoted strings (the last one may be open), single marks, and what lies between: read once from left to right. */
const token = /"(?:[^"\\]|\\.)*"?|[();\\]|[^"();\\]+/gs;

/** At the semicolons outside of quotes, comments left out. */
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
