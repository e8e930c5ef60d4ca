// Tells in a board mail what each colour must achieve, and what the other letters mean.
import { lookUp } from '#games/kit/look-up.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { Picture } from '#games/kit/picture.ts';
import type { ShownBoard } from './board-status.ts';
import { type Speaker, tell } from './compose-context.ts';
import { wrapParagraph } from './text.ts';

/** `isSpoken`: letters of pieces are for boards that are drawn. */
export function formatAims(
  context: Speaker,
  { game, match }: ShownBoard,
  { aims, legend }: Picture,
  isSpoken: boolean,
): string {
  const line = sameForAll(aims)
    .map(aim => tell(context, isSpoken ? aim : withLetter(aim)))
    .join(', ');
  const colours = game.colours(match.setup);
  const others = legend.filter(({ piece }) => !colours.some(colour => colour.letter === piece.letter));
  const letters = others.map(({ piece, title }) =>
    tell(context, { code: 'legend', parts: { letter: piece.letter, title: title.toLowerCase() } }),
  );
  return [wrapParagraph(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`), ...(isSpoken ? [] : letters)].join('\n');
}

/** What is said where every colour is after the same. */
const EACH: Readonly<Record<string, string>> = {
  'aim-three-sides': 'aim-three-sides-each',
  'aim-opposite-sides': 'aim-opposite-sides-each',
  'aim-five': 'aim-five-each',
};

function sameForAll(aims: readonly Phrase[]): readonly Phrase[] {
  const [first] = aims;
  const code =
    aims.length > 1 && aims.every(aim => aim.code === first?.code) ? lookUp(EACH, first?.code ?? '') : undefined;
  return code === undefined ? aims : [{ code, parts: {} }];
}

/** 'Black (B) joins top and bottom', where the phrase has a letter for its colour. */
const withLetter = ({ code, parts }: Phrase): Phrase =>
  parts['letter'] === undefined
    ? { code, parts }
    : { code, parts: { ...parts, title: { code: 'colour-letter', parts } } };
