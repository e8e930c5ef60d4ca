// Problems 2 to 4 as text: which openings win, what the neutral has to do with it, and the position with one stone and two neutrals.
import type { ResistanceMap } from './resistance-map.ts';
import { type Facts, grouped, table } from './facts.ts';
import type { OneStone } from './one-stone.ts';
import { type OpeningMap, tally } from './openings.ts';
import type { Found } from './stages.ts';
import { assert, must } from '#games/kit/assert.ts';
import { ownCells, RELATIONS, shares } from './relations.ts';

export function mapOf(maps: readonly OpeningMap[], size: string, endgame: string): OpeningMap {
  const map = maps.find(each => each.size === size && each.endgame === endgame);
  return must(map ?? null, `the openings of ${size} are known`);
}

function openingRow(map: OpeningMap): string[] {
  const { W, D, L } = tally(map.rows);
  return [map.size, map.endgame, ...[W + D + L, W, D, L].map(grouped), grouped(map.nodes), map.seconds.toFixed(1)];
}

const SHOWN = ['2x2', '3x3', '3x4', '4x3', '4x4'];
const named = (cells: readonly string[]): string => (cells.length === 0 ? 'none' : cells.join(' '));

function cellRow(map: OpeningMap): string[] {
  const { always, never, depends } = ownCells(map);
  return [`${map.size} ${map.endgame}`, named(always), named(never), named(depends)];
}

const share = (wins: number, all: number): string => (all === 0 ? '' : `${wins} of ${all}`);

function relationRows(maps: readonly OpeningMap[]): string[][] {
  const [small, large] = [shares(mapOf(maps, '3x3', 'neto')), shares(mapOf(maps, '4x4', 'neto'))];
  return small.map((each, i) => {
    const beside = must(large[i], 'the same relations on every board');
    return [
      each.relation,
      share(each.wins, each.openings),
      share(each.mixedWins, each.mixedOpenings),
      share(beside.wins, beside.openings),
      share(beside.mixedWins, beside.mixedOpenings),
    ];
  });
}

/** What the page says in words of openings and neutrals has to be so. */
function assertOpenings(maps: readonly OpeningMap[]): void {
  const won = (size: string, endgame: string): number => tally(mapOf(maps, size, endgame).rows).W;
  assert(
    won('2x2', 'neto') === 2 && won('3x3', 'neto') === 44 && won('4x4', 'neto') === 206,
    'winning openings by neto',
  );
  assert(won('3x3', 'nexc') === 42 && won('2x2', 'nexc') === 2, 'winning openings by nexC');
  assert(won('3x4', 'neto') === 132 && won('4x3', 'neto') === 0, 'where the opening does not matter');
  for (const size of ['3x3', '4x4']) {
    const map = mapOf(maps, size, 'neto');
    assert(ownCells(map).depends.length === 4, 'the neutral matters with four own cells');
    for (const { relation, mixedOpenings, mixedWins } of shares(map)) {
      assert(relation !== 'in an obtuse corner' || mixedWins === mixedOpenings, 'an obtuse corner is always right');
      assert(relation !== 'in an acute corner' || mixedWins === 0, 'an acute corner is always wrong');
    }
  }
}

function resistanceFacts(maps: readonly ResistanceMap[]): Facts {
  const best = ({ size, top }: ResistanceMap): string =>
    `${size}: ${top.map(([opening, chance]) => `${opening.replace(',', ', ')} (${(chance / 1000).toFixed(2)})`).join('; ')}`;
  return {
    'currents-best': maps.map(map => `* ${best(map)}`).join('\n'),
    'currents-relations': table(
      ['the neutral lies', ...maps.map(({ size }) => size)],
      Object.keys(RELATIONS).map((relation, i) => [
        relation,
        ...maps.map(({ relations }) => ((relations[i]?.[1] ?? 0) / 1000).toFixed(2).replace(/^-(0\.00)$/, '$1')),
      ]),
    ),
  };
}

const WHO = { B: 'Black', W: 'White' } as const;

function answerRow({ stone, toMove, endgame, value, moves, seconds }: OneStone): string[] {
  const all = Object.values(moves).reduce((sum, { length }) => sum + length, 0);
  const who = stone === toMove ? 'owner' : 'opponent';
  return [WHO[stone], `${WHO[toMove]} (${who})`, endgame, value, `${moves.W.length} of ${all}`, seconds.toFixed(1)];
}

/** What the page says in words has to be so. */
function assertOneStone(answers: readonly OneStone[]): void {
  assert(answers.length === 8, 'eight questions');
  for (const { stone, toMove, moves } of answers) {
    const losing = moves.L.length + moves.D.length + moves.U.length;
    assert(
      stone === toMove ? losing === 0 : moves.W.length + moves.D.length === 0,
      'the owner wins, whatever is played',
    );
  }
}

const hardestRows = (answers: readonly OneStone[]): string[][] =>
  answers.flatMap(({ toMove, hardest }) =>
    hardest.map(([move, winning, replies]) => [WHO[toMove], move.replace(',', ', '), `${winning} of ${replies}`]),
  );

const quickestRows = (answers: readonly OneStone[]): string[][] =>
  answers.flatMap(({ toMove, quickest }) =>
    quickest.length === 0 ? [] : [[WHO[toMove], quickest.map(move => move.replaceAll(',', ', ')).join('; ')]],
  );

export function openingFacts(found: Found): Facts {
  const { openings } = found;
  const [nexc, neto] = [mapOf(openings, '4x4', 'nexc'), mapOf(openings, '4x4', 'neto')];
  assert(nexc.rows.join() === neto.rows.join(), 'on 4x4 both conventions give every opening the same value');
  assertOpenings(openings);
  assertOneStone(found['one-stone']);
  const { maps, agreements } = found.currents;
  return {
    openings: table(
      ['board', 'convention', 'openings', 'win', 'draw', 'loss', 'nodes', 'seconds'],
      SHOWN.flatMap(size => ['nexc', 'neto'].map(endgame => openingRow(mapOf(openings, size, endgame)))),
    ),
    'own-cells': table(
      ['board', 'wins with every neutral', 'with none', 'depends on the neutral'],
      ['3x3 nexc', '3x3 neto', '4x4 neto'].map(name => cellRow(mapOf(openings, ...(name.split(' ') as [string, string])))), // prettier-ignore
    ),
    relations: table(
      ['the neutral lies', '3x3', '3x3, where it matters', '4x4', '4x4, where it matters'],
      relationRows(openings),
    ),
    agreement: table(
      [
        'board',
        'insight',
        'insight, same own cell',
        'currents alone',
        'currents, same own cell',
        'pairs with one own cell',
      ],
      agreements.map(({ size, endgame, area, neutralArea, neutralPairs, plain }) => [
        `${size} ${endgame}`,
        area.toFixed(2),
        neutralArea.toFixed(2),
        plain.area.toFixed(2),
        plain.neutralArea.toFixed(2),
        grouped(neutralPairs),
      ]),
    ),
    ...resistanceFacts(maps),
    'one-stone': table(
      ['the stone is', 'to move', 'convention', 'for the side to move', 'moves that win', 'seconds'],
      found['one-stone'].map(answerRow),
    ),
    quickest: quickestRows(found['one-stone'])
      .map(([who = '', moves = '']) => `* ${who}: ${moves}`)
      .join('\n'),
    hardest: table(['to move', 'move', 'replies that win'], hardestRows(found['one-stone'])),
  };
}
