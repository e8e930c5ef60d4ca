// What a player of each game is told, by mail, about a move that cannot be played: the part of it that is wrong, the rule, and the board.
import { expect, it } from 'vitest';
import type { AnyGame } from '#games/game.ts';
import { findGame, games } from '#games/registry/index.ts';
import { renderAscii } from '#core/writing/picture/text.ts';
import { setupOf } from '../conformance/game.ts';
import { lab, type Received } from '../service/lab.ts';

interface Bad {
  readonly typed: string;
  readonly told: string;
}

/** By game: alice's first move, and what bob tries then. */
const BAD: Readonly<Record<string, { readonly first: string; readonly then: Readonly<Record<string, Bad>> }>> = {
  nex: {
    first: 'g7,d4',
    then: {
      "another game's": { typed: 'e21-e19-g19-g17', told: "I can't read this as a move. A move looks like a1,a2." }, // prettier-ignore
      'off the board': { typed: 'b3,n1', told: 'there is no n1 on this board (a1 to m13).' },
      'on a stone': { typed: 'b3,g7', told: 'g7 is taken by a black stone.' },
      'on a neutral': { typed: 'd4,b3', told: 'd4 is taken by a neutral stone.' },
    },
  },
  hex: {
    first: 'f6',
    then: {
      "another game's": { typed: 'b3,a3', told: "I can't read this as a move. A move looks like a1." },
      'off the board': { typed: 'a12', told: 'there is no a12 on this board (a1 to k11).' },
      'on a stone': { typed: 'f6', told: 'f6 is taken by a black stone.' },
    },
  },
  y: {
    first: 'p12',
    then: {
      "another game's": { typed: 'b3,a3', told: "I can't read this as a move. A move looks like q1." },
      'off the board': { typed: 'f3', told: 'there is no f3 on this board: row 3 runs from o3 to q3.' },
      'far off the board': { typed: 'a18', told: 'there is no a18 on this board (row 1 to row 17).' },
      'on a stone': { typed: 'p12', told: 'p12 is taken by a black stone.' },
    },
  },
  neuy: {
    first: 'j11,j8',
    then: {
      "another game's": { typed: 'c2-c4-e4-e6', told: "I can't read this as a move. A move looks like o1,n2." },
      'off the board': { typed: 'o2,a1', told: 'there is no a1 on this board: row 1 runs from o1 to o1.' },
      'on a neutral': { typed: 'j8,o2', told: 'j8 is taken by a neutral stone.' },
    },
  },
  gomoku: {
    first: 'h8',
    then: {
      "another game's": { typed: 'b3,a3', told: "I can't read this as a move. A move looks like a15." },
      'off the board': { typed: 'a16', told: 'there is no a16 on this board (a15 to p1).' },
      'on no column': { typed: 'i8', told: 'there is no i8 on this board. It has no column i' },
      'on a stone': { typed: 'h8', told: 'h8 is taken by a black stone.' },
    },
  },
  neugomoku: {
    first: 'h8,m12',
    then: {
      "another game's": { typed: 'c2-c4-e4-e6', told: "I can't read this as a move. A move looks like a15,b15." },
      'off the board': { typed: 'a1,q1', told: 'there is no q1 on this board (a15 to p1).' },
      'on a neutral': { typed: 'a1,m12', told: 'm12 is taken by a neutral stone.' },
    },
  },
  gonnect: {
    first: 'g7',
    then: {
      "another game's": { typed: 'b3,a3', told: "I can't read this as a move. A move looks like a13." },
      'off the board': { typed: 'o1', told: 'there is no o1 on this board (a13 to n1).' },
      'on a stone': { typed: 'g7', told: 'g7 is taken by a black stone.' },
    },
  },
  neugonnect: {
    first: 'g7,h7',
    then: {
      "another game's": { typed: 'c2-c4-e4-e6', told: "I can't read this as a move. A move looks like a13,b13." },
      'off the board': { typed: 'a1,a14', told: 'there is no a14 on this board (a13 to n1).' },
      'on a stone': { typed: 'g7,a1', told: 'g7 is taken by a black stone.' },
    },
  },
  hexafive: {
    first: 'F6',
    then: {
      "another game's": { typed: 'e21-e19-g19', told: "these are too many cells. A move is one cell, or two if it captures a stone, as in" }, // prettier-ignore
      'off its row': { typed: 'K1', told: 'there is no K1 on this board: row K runs from K6 to K11.' },
      'off the board': { typed: 'L3', told: 'there is no L3 on this board (A1 to K11).' },
      'on a stone': { typed: 'f6', told: 'F6 is taken by a white stone.' },
      'with nothing to capture': { typed: 'F7,F6', told: "F7 encloses no pair, so it can't capture F6. F7 alone works." }, // prettier-ignore
    },
  },
  nexos: {
    first: 'e20',
    then: {
      "another game's": { typed: 'b3,a3', told: 'a3 is an intersection, but a move names segments. Those at a3 are a2, b3 and a4.' }, // prettier-ignore
      'between the lines': { typed: 'h8', told: 'h8 is between the lines, where there is no segment.' },
      'off the board': { typed: 'u20,z21', told: 'there is no z21 on this board (a1 to y25).' },
      'on a piece': { typed: 'e20', told: 'e20 is taken by a blue piece.' },
    },
  },
};

it('is tried in every game of the shelf', () => {
  expect(Object.keys(BAD).sort()).toEqual(games.map(({ name }) => name).sort());
});

const addressOf = (player: string): string => `${player}@example.test`;

const sentTo = (player: string, mails: readonly Received[]): Received =>
  mails.find(({ to }) => to.includes(addressOf(player)))!;

/** The board after this move, as mails draw it. */
function boardAfter(game: AnyGame, text: string): string {
  const start = game.start(setupOf(game, []));
  const move = game.parse(start, text);
  if (!move.ok) throw new Error(move.reason.code);
  return renderAscii(game.picture(game.play(start, move.value), { seat: null })).join('\n');
}

it.each(
  Object.entries(BAD).flatMap(([name, { first, then }]) =>
    Object.entries(then).map(([what, bad]) => [name, what, first, bad] as const),
  ),
)('%s: a move %s is told of', async (name, _, first, { typed, told }) => {
  const game = findGame(name)!;
  const service = lab();
  for (const player of ['alice', 'bob']) {
    await service.write(addressOf(player), `signup ${player}`);
  }
  const subject = `${name} challenge alice bob`;
  const replyTo = sentTo('alice', await service.write(addressOf('alice'), subject));
  const body = first;
  const shown = sentTo('bob', await service.deliver({ from: addressOf('alice'), subject: `Re: ${replyTo.subject}`, body, replyTo })); // prettier-ignore
  const answers = await service.deliver({ from: addressOf('bob'), subject: `Re: ${shown.subject}`, body: typed, replyTo: shown }); // prettier-ignore
  expect(answers.map(({ to }) => to)).toEqual([[addressOf('bob')]]);
  const [answer] = answers;
  expect(answer!.subject).toBe(`${game.title} Board 101 Error`);
  expect(answer!.text).toMatch(new RegExp(`^I read '${typed}':`));
  expect(answer!.text.replace(/\s+/g, ' ')).toContain(told);
  expect(answer!.text).toContain(boardAfter(game, first));
});
