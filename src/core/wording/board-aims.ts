// Tells in a board mail what each colour must achieve, and what the other letters mean.
import { lookUp } from '#games/kit/look-up.ts';
import type { Phrase } from '#games/kit/refusal.ts';
import type { Picture } from '#games/kit/picture.ts';
import type { ShownBoard } from './board-status.ts';
import { type SpeakContext, sayPhrase } from './compose-context.ts';
import { wrapParagraph } from './text.ts';

/** How the reader sees the board: told in words, drawn with letters, or as a picture above the letters. */
export type Sight = 'words' | 'letters' | 'picture';

/** Words tell no letters of pieces. A picture draws neutral stones without their letter, so it tells how they look. */
export function formatAims(
  context: SpeakContext,
  { game, match }: Pick<ShownBoard, 'game'> & { readonly match: Pick<ShownBoard['match'], 'setup'> },
  { aims, legend, spots }: Picture,
  sight: Sight,
): string {
  const merged = mergeEqualAims(aims);
  const tell = (isOfAll: boolean): string =>
    merged
      .filter(aim => (aim.code === AIM_OF_ALL) === isOfAll)
      .map(aim => sayPhrase(context, sight === 'words' ? aim : addLetter(aim)))
      .join(', ');
  const colours = game.colours(match.setup);
  const isShown = (letter: string): boolean => spots.some(({ piece }) => piece?.letter === letter);
  const otherPieces = legend.filter(
    ({ piece: { letter } }) => isShown(letter) && !colours.some(colour => colour.letter === letter),
  );
  const isMarked = sight === 'letters' && spots.some(({ last }) => last);
  const letters = [
    ...otherPieces.map(({ piece, title }) =>
      sayPhrase(context, {
        code: sight === 'picture' && piece.tone === 'neutral' ? 'legend-picture' : 'legend',
        parts: { letter: piece.letter, title: title.toLowerCase() },
      }),
    ),
    ...(isMarked ? [sayPhrase(context, { code: 'legend-last', parts: {} })] : []),
  ];
  return [
    wrapParagraph(
      [tell(false), tell(true)]
        .filter(told => told !== '')
        .map(formatSentence)
        .join(' '),
    ),
    ...(sight === 'words' || letters.length === 0 ? [] : [letters.join(' ')]),
  ].join('\n');
}

/** The aim that belongs to no single colour. It is a sentence of its own. */
const AIM_OF_ALL = 'aim-most';

const formatSentence = (told: string): string => `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;

/** What is said where every colour is after the same. */
const AIMS_OF_ALL: Readonly<Record<string, string>> = {
  'aim-three-sides': 'aim-three-sides-each',
  'aim-opposite-sides': 'aim-opposite-sides-each',
  'aim-five': 'aim-five-each',
};

function mergeEqualAims(aims: readonly Phrase[]): readonly Phrase[] {
  const [first] = aims;
  const code =
    aims.length > 1 && aims.every(aim => aim.code === first?.code) ? lookUp(AIMS_OF_ALL, first?.code ?? '') : undefined;
  return code === undefined ? aims : [{ code, parts: {} }];
}

/** 'Black (B) joins top and bottom', where the phrase has a letter for its colour. */
const addLetter = ({ code, parts }: Phrase): Phrase =>
  parts['letter'] === undefined
    ? { code, parts }
    : { code, parts: { ...parts, title: { code: 'colour-letter', parts } } };
