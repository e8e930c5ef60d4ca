// Moves as people write them: what every game reads as the move it is.

/** By what is done to the canonical text of a move. */
export const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  capitals: text => text.toUpperCase(),
  'full width': text => text.replace(/[!-~]/g, char => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  'invisible characters': text => text.replace(/(?!$)/g, '\u200b'),
  quotes: text => `\u201c${text}\u201d`,
  'bold and italic': text => `**_${text}_**`,
  brackets: text => `[(${text})]`,
  'an exclamation mark': text => `${text} !!`,
  'a full stop': text => `${text}. `,
  'its number': text => `16... ${text}`,
  'its number in bold': text => `**2)** ${text}`,
  'words before it': text => `My move is: ${text}`,
  'I play': text => `I play ${text}.`,
  "I'll take": text => `I\u2019ll take ${text}`,
  'words in German': text => `Mein Zug: ${text}!`,
  blanks: text => text.replace(/,/g, ' '),
  dashes: text => text.replace(/,/g, ' \u2013 '),
  slashes: text => text.replace(/,/g, '/'),
  semicolons: text => text.replace(/,/g, '; '),
  'plus signs': text => text.replace(/,/g, '+'),
  and: text => text.replace(/,/g, ' and '),
  lines: text => text.replace(/,/g, '\n'),
  'nothing between cells': text => text.replace(/,/g, ''),
  'digits first': text => text.replace(/([a-z])(\d+)/gi, '$2$1'),
  'a blank inside cells': text => text.replace(/([a-z])(\d+)/gi, '$1 $2'),
};
