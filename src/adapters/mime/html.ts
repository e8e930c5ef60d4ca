// Converts an HTML-only mail to text, with plain-text marks for quotes and signatures.
import { compile, type FormatCallback } from 'html-to-text';

/** Limit of the HTML that is read, all pieces together: a letter is short, and its quotes come after it. Characters. */
export const MAX_HTML_LENGTH = 100_000;
/** Elements deeper than this are cut: a thousand nested tables are no letter. */
const MAX_DEPTH = 150;
const MAX_CHILDREN = 20_000;

/** Every line gets `>`, as mail programs do it. */
const quoted: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 1,
    blockTransform: text =>
      text
        .split('\n')
        .map(line => `> ${line}`)
        .join('\n'),
  });
};

/** The content of the element, below a line of its own. */
const behind =
  (line: string): FormatCallback =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 1 });
    builder.addLiteral(line);
    builder.closeBlock({ trailingLineBreaks: 1 });
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
  };

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const QUOTES = ['blockquote', 'div.yahoo_quoted', 'div.gmail_attr', 'div.moz-cite-prefix'];
/** Outlook's header of the answered mail. Everything below it is that mail. */
const REPLIED = ['#divRplyFwdMsg', 'div[style*="border-top:solid #E1E1E1"]', 'div[style*="border-top:solid #B5C4DF"]'];
const SIGNATURES = [
  'div.gmail_signature',
  '.moz-signature',
  'div.protonmail_signature_block',
  '#ms-outlook-mobile-signature',
];

/** Elements that readers do not see: their text was not typed by the sender. */
const HIDDEN = ['[hidden]', '[style*="display:none"]', '[style*="display: none"]'];

const converted = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML_LENGTH, maxDepth: MAX_DEPTH, maxChildNodes: MAX_CHILDREN, ellipsis: '' },
  formatters: { quoted, cell, replied: behind('-----Original Message-----'), signature: behind('--') },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['img', 'hr', 'head', 'title', ...HIDDEN].map(selector => ({ selector, format: 'skip' })),
    { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    // Outlook writes every line as a paragraph.
    { selector: 'p.MsoNormal', format: 'paragraph', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...QUOTES.map(selector => ({ selector, format: 'quoted' })),
    ...REPLIED.map(selector => ({ selector, format: 'replied' })),
    ...SIGNATURES.map(selector => ({ selector, format: 'signature' })),
  ],
});

export const textOfHtml = (html: string): string =>
  converted(html.slice(0, MAX_HTML_LENGTH))
    .replace(/\u00a0/g, ' ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n');
