// A mail being read for a command: its bytes, and its parts, taken apart when first asked for.
import { limits } from '../limits.ts';
import { endOfHeader, parseFields, type Field } from '../../mime/header.ts';
import { bodyText, headerText } from './text.ts';
import { parseTree, type Part } from '../../mime/tree.ts';

export class Content {
  readonly bytes: Buffer;
  #tree: Part | undefined;
  #fields: readonly Field[] | undefined;
  #headerText: string | undefined;
  #bodyText: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get tree(): Part {
    return (this.#tree ??= parseTree(this.bytes, limits));
  }

  /** Decoded and in lower case, for searching. */
  get headerText(): string {
    return (this.#headerText ??= headerText(this.tree.fields).toLowerCase());
  }
  get bodyText(): string {
    return (this.#bodyText ??= bodyText(this.bytes, this.tree).toLowerCase());
  }

  /** Of the mail itself; cheaper than the tree when no more is wanted. */
  get fields(): readonly Field[] {
    if (this.#tree) return this.#tree.fields;
    const end = Math.min(endOfHeader(this.bytes, 0, this.bytes.length), limits.headerBytes);
    return (this.#fields ??= parseFields(this.bytes, 0, end));
  }
}
