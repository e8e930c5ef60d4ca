// format=flowed: paragraphs are joined, quotes of other depth are not, and a move with a blank behind it stays a line.
import { describe, expect, it } from 'vitest';
import { unflow } from '#adapters/mime/body.ts';

const LONG = 'This line is so long that a mail program had to wrap it right here ';

describe('unflow', () => {
  it.each([
    ['a paragraph', `${LONG}\nand on.\nNew.`, false, `${LONG}and on.\nNew.`],
    ['a paragraph with DelSp', `${LONG}\nand on.`, true, `${LONG.trimEnd()}and on.`],
    ['a quote', `> ${LONG}\n> and on.\nb3,a3`, false, `> ${LONG}and on.\nb3,a3`],
    ['two depths', `>> ${LONG}\n> other\nb3,a3`, false, `>> ${LONG}\n> other\nb3,a3`],
    ['a blank quoted line above a move', '> \nb3,a3', false, '> \nb3,a3'],
    ['a signature', `${LONG}\n-- \nAlice`, false, `${LONG}\n-- \nAlice`],
    ['a stuffed blank', ' From here\n > not a quote', false, 'From here\n> not a quote'],
    ['a move with a blank behind it', 'b3,a3 \nWell met!', false, 'b3,a3 \nWell met!'],
    ['two commands with blanks', 'help nex \nhelp hex ', false, 'help nex \nhelp hex '],
    ['a long word behind a short line', `b3,a3 \n${'x'.repeat(70)}`, false, `b3,a3 ${'x'.repeat(70)}`],
  ])('%s', (_, text, deletesSpace, expected) => expect(unflow(text, deletesSpace)).toBe(expected));
});
