// Round robins: pools of players of like strength, in which everybody meets everybody once.

/** How many go into each pool: as few pools as there can be, of sizes as equal as can be. */
export function poolSizes(players: number, most: number): readonly number[] {
  const pools = Math.ceil(players / most);
  return Array.from({ length: pools }, (_, pool) => Math.floor((players + pools - 1 - pool) / pools));
}

/**
 * Everybody against everybody, by the Berger tables: who moves first. Nobody does so more than once more often than they do not.
 * Numbers from 0.
 */
export function everybodyMeets(players: number): readonly (readonly [first: number, second: number])[] {
  const games: (readonly [number, number])[] = [];
  const isEven = players % 2 === 0;
  for (let a = 0; a < players; a++)
    for (let b = a + 1; b < players; b++) {
      // Of an even number the last one stands aside of the rule: they begin against the second half of the others.
      const isFirst = isEven && b === players - 1 ? a < players / 2 : (a + b) % 2 === 1;
      games.push(isFirst ? [a, b] : [b, a]);
    }
  return games;
}
