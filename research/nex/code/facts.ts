// The numbers of the page as text: tables and figures by name, and the template they are put into.
import { assert } from '#games/kit/assert.ts';

/** What the template names, as it stands on the page. */
export type Facts = Readonly<Record<string, string>>;

/** Puts the facts into a template, in which {{name}} stands for one; asserts that there is one for each, and none too many. */
export function filledIn(template: string, facts: Facts): string {
  const used = new Set<string>();
  const page = template.replace(/\{\{([a-z0-9-]+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    assert(fact !== undefined, `there is a fact '${name}'`);
    used.add(name);
    return fact;
  });
  const idle = Object.keys(facts).filter(name => !used.has(name));
  assert(idle.length === 0, `the template uses every fact, also ${idle.join(', ')}`);
  return page;
}

/** A table of Markdown; all columns but the first to the right. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n');

/** 1234567 → '1,234,567'. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** 0.123 → '12.3%'. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** log10 → '4.9 x 10^24', whatever its size. */
export function power(log10: number): string {
  const whole = Math.floor(log10);
  return `${(10 ** (log10 - whole)).toFixed(1)} x 10^${whole}`;
}

/** '0.91 ± 0.02': half the width of the interval. */
export const plusMinus = ({ value, low, high }: { value: number; low: number; high: number }): string =>
  `${value.toFixed(2)} ± ${((high - low) / 2).toFixed(2)}`;
