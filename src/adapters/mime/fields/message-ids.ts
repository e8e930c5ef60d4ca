// Message-IDs as headers list them.

const MAX_IDS = 50;
/** Characters of one Message-ID with its brackets. */
const MAX_ID_LENGTH = 252;

/** Parses Message-IDs, and adds missing angle brackets. */
export function parseMessageIds(value: string): readonly string[] {
  const found = value.includes('<')
    ? (value.match(/<[^<>\s]+>/g) ?? [])
    : value.split(/\s+/).map(id => `<${id.replaceAll('>', '')}>`);
  return found.filter(id => id.length > 2 && id.length <= MAX_ID_LENGTH).slice(0, MAX_IDS);
}
