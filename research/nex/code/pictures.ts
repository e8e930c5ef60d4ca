// The pictures of the page: maps of openings, positions.
import type { ResistanceMap } from './resistance-map.ts';
import type { Look, Panel } from './heatmap.ts';
import type { OpeningMap } from './openings.ts';
import type { Found } from './stages.ts';
import { hexStones } from '../../../games/hex/stones.ts';
import { nex } from '../../../games/nex/index.ts';
import { svg } from '../../../src/core/picture/svg.ts';
import { EXAMPLE } from './example.ts';
import { mapOf } from './facts-openings.ts';
import { heatmap, letterLook, numberLook } from './heatmap.ts';
import { oneStoneText } from './one-stone.ts';
import { positionAt } from './positions.ts';

/** A panel for each own cell, in reading order, as the board has them in a row. */
function openingMap({ size, rows }: OpeningMap): string {
  const { names, rows: lengths } = hexStones.board(size);
  const panels = rows.map((row, own): Panel => ({
    title: names[own] ?? '',
    size,
    looks: row.split('').map(letterLook),
  }));
  return heatmap(panels, lengths[0] ?? 1);
}

/** How many neutral cells win with each own cell; and with how many own cells each neutral cell wins. */
function sums({ size, rows }: OpeningMap): string {
  const wins = (row: string): number => row.split('W').length - 1;
  const own = rows.map(wins);
  const neutral = rows.map((_, cell) => wins(rows.map(row => row.charAt(cell)).join('')));
  const looks = (numbers: readonly number[]): Look[] =>
    numbers.map(each => numberLook(each, Math.min(...own, ...neutral), Math.max(...own, ...neutral)));
  return heatmap(
    [
      { title: 'own stone', size, looks: looks(own) },
      { title: 'neutral', size, looks: looks(neutral) },
    ],
    2,
  );
}

/** What the insight thinks of each own cell with its best neutral. */
function resistancePicture({ size, best }: ResistanceMap): string {
  const looks = best.map(each => numberLook(each, Math.min(...best), Math.max(...best)));
  return heatmap([{ title: 'chance in thousandths', size, looks }], 1);
}

const drawn = (text: string): string => svg(nex.picture(positionAt(text, 'neto'), { seat: null }));

/** File name → drawing. */
export function pictures(found: Found): Readonly<Record<string, string>> {
  const map = (size: string, endgame: string): OpeningMap => mapOf(found.openings, size, endgame);
  return {
    'nex-openings-3x3-nexc.svg': openingMap(map('3x3', 'nexc')),
    'nex-openings-3x3-neto.svg': openingMap(map('3x3', 'neto')),
    'nex-openings-4x4.svg': openingMap(map('4x4', 'neto')),
    'nex-openings-4x4-sums.svg': sums(map('4x4', 'neto')),
    ...Object.fromEntries(found.currents.maps.map(each => [`nex-currents-${each.size}.svg`, resistancePicture(each)])),
    'nex-1s2n-black.svg': drawn(oneStoneText('B', 'B')),
    'nex-1s2n-white.svg': drawn(oneStoneText('W', 'W')),
    'nex-example-11x11.svg': drawn(EXAMPLE),
  };
}
