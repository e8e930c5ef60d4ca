// Message-IDs as headers list them.

const MOST_IDS = 50;
/** Characters of one Message-ID with its brackets. */
const LONGEST_ID = 252;

/** Parses Message-IDs, and adds missing angle brackets. */
export function ids(value: string): readonly string[] {
  const found = value.includes('<') ? (value.match(/<[^<>\s]+>/g) ?? []) : value.split(/\s+/).map(bracketed);
  return found.filter(id => id.length > 2 && id.length <= LONGEST_ID).slice(0, MOST_IDS);
}

const bracketed = (id: string): string => `<${id.replaceAll('>', '')}>`;
