// Formats ratings as a table: pbmserv's columns, and the uncertainty of each rating.
import { type ComposeContext, tell } from '#core/wording/compose-context.ts';

export type Standing = 'established' | 'provisional' | 'inactive' | 'robot';

/** A line of a table. */
export interface StandingRow {
  /** Within the established, the provisional, the inactive; null: robots have none. */
  readonly rank: number | null;
  readonly userid: string;
  readonly game: string;
  readonly value: number;
  readonly deviation: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly late: number;
  /** Boards that became void since no mail reached them. */
  readonly absent: number;
  readonly standing: Standing;
  /** How many games they seek with anybody. */
  readonly seeking: number;
}

/** `first`: what stands before the rating; its title is a code. */
export function formatStandings(
  context: ComposeContext,
  rows: readonly StandingRow[],
  first: { readonly title: string; readonly of: (row: StandingRow) => string },
): string {
  const titled = (code: string): string => tell(context, { code, parts: {} });
  const width = Math.max(16, ...rows.map(row => first.of(row).length));
  // As pbmserv does, and only where it says something.
  const isSought = rows.some(({ seeking }) => seeking > 0);
  const counts = ['table-won', 'table-lost', 'table-drawn'].map(code => titled(code).padStart(4));
  const head = [titled('table-rank').padEnd(4), titled(first.title).padEnd(width), titled('table-rating').padEnd(6), '   +-', ...counts, ...(isSought ? [titled('table-seeking').padStart(7)] : [])].join(' '); // prettier-ignore
  const rule = `---- ${'-'.repeat(width)} ------ ----- ---- ---- ----${isSought ? ' -------' : ''}`;
  const lines = rows.map(row => {
    const { rank, value, deviation, won, lost, drawn, standing, seeking } = row;
    const known = standing === 'robot' ? '' : String(Math.round(2 * deviation));
    const numbers = [won, lost, drawn].map(count => String(count).padStart(4));
    const sought = seeking > 0 ? [String(seeking).padStart(7)] : [];
    const cells = [String(Math.round(value)).padStart(6), known.padStart(5), ...numbers, ...sought].join(' ');
    return `${(rank === null ? '' : String(rank)).padStart(4)} ${first.of(row).padEnd(width)} ${cells}`.trimEnd();
  });
  return [head, rule, ...lines].join('\n');
}
