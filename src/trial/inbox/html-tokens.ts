// Tokenises HTML into tags and text.
// Builds no tree: nesting would make a hostile mail cost quadratic time.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type Attributes = ReadonlyMap<string, string>;

export interface HtmlReader {
  /** Names in lower case. The first value of a repeated attribute counts, as in browsers. */
  readonly open: (tag: string, attributes: Attributes) => void;
  readonly close: (tag: string) => void;
  /** Entities decoded. */
  readonly text: (text: string) => void;
}

const doNothing = (): void => undefined;

export function readHtml(html: string, { open, close, text }: HtmlReader): void {
  const sliceHtml = (start: number, end: number): string => html.slice(start, end);
  let tag = '';
  let attributes = new Map<string, string>();
  let name = '';
  let value = '';
  const callbacks: TokenizerCallbacks = {
    onopentagname: (start, end) => {
      tag = sliceHtml(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname: (start, end) => {
      name = sliceHtml(start, end).toLowerCase();
      value = '';
    },
    onattribdata: (start, end) => void (value += sliceHtml(start, end)),
    onattribentity: point => void (value += String.fromCodePoint(point)),
    onattribend: () => {
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: () => open(tag, attributes),
    onselfclosingtag: () => {
      open(tag, attributes);
      close(tag);
    },
    onclosetag: (start, end) => close(sliceHtml(start, end).toLowerCase()),
    ontext: (start, end) => text(sliceHtml(start, end)),
    ontextentity: point => text(String.fromCodePoint(point)),
    ...{
      oncdata: doNothing,
      oncomment: doNothing,
      ondeclaration: doNothing,
      onprocessinginstruction: doNothing,
      onend: doNothing,
    },
  };
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
}
