// The page of the Nex problems: what the stages found, put into its template.
import type { Facts } from './facts.ts';
import type { Found } from './stages.ts';
import { filledIn, table } from './facts.ts';
import { openingFacts } from './facts-openings.ts';
import { treeFacts } from './facts-tree.ts';
import { valueAndExampleFacts } from './facts-values.ts';

/** What one stage found, and how long that took. */
export interface Kept<Value> {
  readonly seconds: number;
  readonly node: string;
  readonly found: Value;
}

/** results.json. */
export type Results = { readonly [Name in keyof Found]: Kept<Found[Name]> };

export const foundIn = (results: Results): Found =>
  Object.fromEntries(Object.entries(results).map(([name, { found }]) => [name, found])) as unknown as Found;

const stageFacts = (results: Results): Facts => ({
  stages: table(
    ['stage', 'seconds', 'node'],
    Object.entries(results).map(([name, { seconds, node }]) => [`\`${name}\``, seconds.toFixed(1), node]),
  ),
});

export function page(template: string, results: Results): string {
  const found = foundIn(results);
  return filledIn(template, {
    ...stageFacts(results),
    ...treeFacts(found.tree),
    ...openingFacts(found),
    ...valueAndExampleFacts(found),
  });
}
