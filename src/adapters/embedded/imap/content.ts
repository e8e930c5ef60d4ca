// A mail being read for a command: its bytes, and its parts, taken apart when first asked for.
import { endOfHeader, parseFields, type Field } from '../mime/header.ts';
import { parseTree, type Part } from '../mime/tree.ts';

export class Content {
  readonly bytes: Buffer;
  #tree: Part | undefined;
  #fields: readonly Field[] | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get tree(): Part {
    return (this.#tree ??= parseTree(this.bytes));
  }

  /** Of the mail itself; cheaper than the tree when no more is wanted. */
  get fields(): readonly Field[] {
    if (this.#tree) return this.#tree.fields;
    return (this.#fields ??= parseFields(this.bytes, 0, endOfHeader(this.bytes, 0, this.bytes.length)));
  }
}
