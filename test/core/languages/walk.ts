// What the walk through all languages knows of texts: what a letter says, which words are English, and parts to fill sentences with.
import type { Phrase } from '#games/kit/refusal.ts';

/** Words that English text can hardly do without, and that are no words of other languages we have. */
const ENGLISH = new Set(
  (
    'the and of to is are was were be been it its that this these those with from by on at or not your you they them their ' +
    'has have had will would can cannot could may might must which who whom whose what when where there here than then so ' +
    'board boards move moves moved player players game games turn reply mail mails days day black white neutral stone stones ' +
    'wins won lost draw played plays writes sent nothing everything somebody nobody please thank'
  ).split(' '),
);

/** What stands for itself in every language: what is to be typed, headings of our pages, names. */
const AS_IT_IS = [
  /`[^`]*`|'[^']*'|"[^"]*"/g,
  /^ {3,}\S.*$/gm,
  /\S+@\S+|--?[a-z]+(?:=\S+)?|[a-z]+=\S+/g,
  // The letters on a board, and the English words they come from.
  /\((?:[A-Z]|black|white|blue|yellow|red|green)\)/g,
  // The values of a setting, each explained behind a colon.
  /\b(?:on|move):/g,
  /The London Game\s+Company/g,
];

/** English words in a text, but for what is English in every language. */
export const englishIn = (text: string): readonly string[] =>
  (AS_IT_IS.reduce((left, code) => left.replace(code, ' '), text).match(/\p{L}+/gu) ?? []).filter(word =>
    ENGLISH.has(word.toLowerCase()),
  );

const WORDS: Readonly<Record<string, string | number>> = {
  ...{
    player: 'alice',
    userid: 'alice',
    game: 'Nex',
    number: 101,
    count: 2,
    colour: 'Black',
    title: 'Black',
    by: 'white',
    own: 'c3',
  },
  ...{
    side: 'Blue and Red',
    sides: 'X',
    first: 'a1',
    last: 'e5',
    letter: 'B',
    cell: 'b3',
    cells: 'b3, c4',
    move: 'b3,a3',
    days: 3,
  },
  ...{
    day: '3',
    from: 'X',
    to: 'Y',
    usage: '`nex show 101`',
    line: '`show`',
    address: 'alice@example.test',
    value: '17',
    list: '1. X',
  },
};

/** Parts such as these places get, words for colours among them; where the kind of part is unknown, a short word of no language. */
export const typicalParts = (places: readonly string[]): Phrase['parts'] =>
  Object.fromEntries(
    places.map(place => [place, WORDS[place] ?? (/^(?:most|least|left|ply|games|more|level)/.test(place) ? 7 : 'xq')]),
  );
