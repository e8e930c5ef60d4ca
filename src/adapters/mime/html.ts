// A mail that is HTML alone → its text; what the mail program marked as quoted gets `>` or an attribution line, as in plain text.
import { convert } from 'html-to-text';

/** Elements deeper than this are cut: a thousand nested tables are no letter. */
const DEPTH = 60;

export const textOfHtml = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 200_000, maxDepth: DEPTH, maxChildNodes: 2_000 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'blockquote', format: 'blockquote', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ],
  }).replace(/\u00a0/g, ' ');
