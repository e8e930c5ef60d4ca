// Parses lists of tags, as in `v=1; a=rsa-sha256; d=example.org` (RFC 6376 3.2).

export type Tags = ReadonlyMap<string, string>;

/** Values are without the blanks around them. null: the list is malformed, or has a tag twice. */
export function parseTags(text: string): Tags | null {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (!/^[a-z]\w*$/.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

export const tagOf = (tags: Tags, name: string): string => tags.get(name) ?? '';

/** The value of a tag with a list, in lower case, as in `h=From : To`. */
export const listOf = (tags: Tags, name: string): readonly string[] =>
  tagOf(tags, name)
    .toLowerCase()
    .split(':')
    .flatMap(each => each.trim() || []);
