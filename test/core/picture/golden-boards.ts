// Golden boards: each picture by each renderer. Run with `-u` to draw them anew, and look at them before committing.
import { describe, expect, it } from 'vitest';
import type { Picture } from '#games/kit/picture.ts';
import { readSentences } from '#adapters/templates/templates.ts';
import { describePicture, renderAnsi, renderAscii, renderTrays } from '#core/writing/picture/text.ts';
import { drawPicture, renderSvg } from '#core/writing/picture/drawing.ts';
import { layOut, scaleOf, textPath } from '#core/writing/picture/strokes.ts';
import { renderHtml } from '#core/writing/picture/html.ts';
import { THEMES } from '#core/writing/picture/paint.ts';
import { hashTexts } from '#test/both-versions.ts';

/** One board of each shape, whose markup is a golden as a whole. */
const SAMPLES = ['nex-5x5', 'y-4-won', 'hexafive-4-capture', 'gonnect-5-capture', 'nexos-turned'];

/** Drawings are goldens as hashes, in the file of this name. */
export function testBoards(list: string, boards: Readonly<Record<string, Picture>>): void {
  it('draws all boards as HTML and SVG', async () => {
    const drawings = Object.fromEntries(
      Object.entries(boards).flatMap(([name, picture]) => [
        [`${name}.html`, renderHtml(picture)],
        [`${name}.svg`, renderSvg(drawPicture(picture), THEMES.light)],
      ]),
    );
    const { hashes, message } = hashTexts(`test/golden/boards/${list}.sha256`, drawings);
    await expect(hashes, message).toMatchFileSnapshot(`../../golden/boards/${list}.sha256`);
  });

  describe.each(Object.entries(boards))('%s', (name, picture) => {
    const golden = (ending: string): string => `../../golden/boards/${name}.${ending}`;
    it('as text', async () => {
      const trays = renderTrays(picture.trays, 76, readSentences());
      for (const line of trays) expect(line.length, line).toBeLessThanOrEqual(76);
      await expect(`${[...renderAscii(picture), ...trays].join('\n')}\n`).toMatchFileSnapshot(golden('txt'));
    });
    if (SAMPLES.includes(name)) {
      it('as HTML', async () => {
        await expect(renderHtml(picture)).toMatchFileSnapshot(golden('html'));
      });
      it('as a drawing', async () => {
        await expect(renderSvg(drawPicture(picture), THEMES.light)).toMatchFileSnapshot(golden('svg'));
      });
    }
    it('in colour at the terminal: the same text', () => {
      const plain = renderAnsi(picture).map(line => line.replace(/\u001b\[[\d;]*m/g, ''));
      expect(plain).toEqual(renderAscii(picture));
    });
    it('shows the letter of every coloured piece, and no sign of a text drawing on the others', () => {
      const { marks } = drawPicture(picture);
      const { x, y } = scaleOf(layOut(picture));
      for (const spot of layOut(picture).spots) {
        if (spot.piece === null) continue;
        const here = marks.filter(mark => mark.x === Math.round(x(spot.x)) && mark.y === Math.round(y(spot.y)));
        const isPlain = ['black', 'white', 'neutral'].includes(spot.piece.tone);
        const drawn = here.map(({ mark }) => mark.markup).join('');
        expect(drawn.includes(textPath(spot.piece.letter)), spot.name).toBe(!isPlain);
      }
    });
    it('in words', async () => {
      const told = describePicture(picture, readSentences()).join('\n');
      await expect(`${told}\n`).toMatchFileSnapshot(golden('words.txt'));
    });
  });
}
