// Round robins: pools of players of similar strength, in which each pair meets once.

/** How many go into each pool: as few pools as there can be, of sizes as equal as can be. */
export function poolSizes(players: number, most: number): readonly number[] {
  const pools = Math.ceil(players / most);
  return Array.from({ length: pools }, (_, pool) => Math.floor((players + pools - 1 - pool) / pools));
}

/**
 * All pairs of players by the Berger tables, the one who moves first in front. Each player moves first at most once more than second.
 * Numbers from 0.
 */
export function pairRoundRobin(players: number): readonly (readonly [first: number, second: number])[] {
  const games: (readonly [number, number])[] = [];
  const isEven = players % 2 === 0;
  for (let a = 0; a < players; a++)
    for (let b = a + 1; b < players; b++) {
      // If the number is even, the last player is an exception to the rule: they move first against the second half of the others.
      const isFirst = isEven && b === players - 1 ? a < players / 2 : (a + b) % 2 === 1;
      games.push(isFirst ? [a, b] : [b, a]);
    }
  return games;
}
