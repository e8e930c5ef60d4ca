// Golden boards: each picture by each renderer, one file each; run with `-u` to draw them anew, and look at them before committing.
import { describe, expect, it } from 'vitest';
import type { Picture } from '#games/kit/picture.ts';
import { readSentences } from '#adapters/templates/sentences.ts';
import { ansi, ascii } from '#core/picture/ascii.ts';
import { textPath } from '#core/picture/glyphs.ts';
import { html } from '#core/picture/html.ts';
import { svg } from '#core/picture/svg.ts';
import { trayLines } from '#core/picture/trays.ts';
import { words } from '#core/picture/words.ts';

export function testBoards(boards: Readonly<Record<string, Picture>>): void {
  describe.each(Object.entries(boards))('%s', (name, picture) => {
    const golden = (ending: string): string => `../../golden/boards/${name}.${ending}`;
    it('as text', async () => {
      const trays = trayLines(picture.trays, 76);
      for (const line of trays) expect(line.length, line).toBeLessThanOrEqual(76);
      await expect(`${[...ascii(picture), ...trays].join('\n')}\n`).toMatchFileSnapshot(golden('txt'));
    });
    it('as HTML', async () => {
      await expect(html(picture)).toMatchFileSnapshot(golden('html'));
    });
    it('as a drawing', async () => {
      await expect(svg(picture)).toMatchFileSnapshot(golden('svg'));
    });
    it('in colour at the terminal: the same text', () => {
      const plain = ansi(picture).map(line => line.replace(/\u001b\[[\d;]*m/g, ''));
      expect(plain).toEqual(ascii(picture));
    });
    it('shows the letter of every piece that is neither black nor white', () => {
      const drawn = svg(picture);
      for (const { name, shape, piece, x, y } of picture.spots) {
        if (piece === null || piece.tone === 'black' || piece.tone === 'white') continue;
        const size = ['across', 'upright'].includes(shape) ? 0.19 : 0.36;
        expect(drawn, name).toContain(textPath(piece.letter, x, y, size));
      }
    });
    it('in words', async () => {
      await expect(`${words(picture, readSentences())}\n`).toMatchFileSnapshot(golden('words.txt'));
    });
  });
}
