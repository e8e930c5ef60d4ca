// Renders the rules of a game as HTML. A list of options or moves wraps as the window is wide.
import MarkdownIt from 'markdown-it';

/** `-size=13        the size of the board`; a long term is a line of its own. */
const TERM = /^(\S+)(?: {2,}(\S.*))?$/;
/** A line of the explanation. */
const REST = /^ {6,}(\S.*)$/;
/** Drawings have columns. */
const COLUMNS = / {3}/;

interface Definition {
  readonly term: string;
  readonly text: string;
}

/** The terms of an indented block, each with its explanation. null: the block is something else. */
export function parseDefinitions(block: string): readonly Definition[] | null {
  const found: Definition[] = [];
  for (const line of block.trimEnd().split('\n')) {
    const rest = REST.exec(line)?.[1];
    const last = found.at(-1);
    const [, term, text = ''] = TERM.exec(line) ?? [];
    if (rest !== undefined && last !== undefined)
      found[found.length - 1] = { term: last.term, text: `${last.text} ${rest}`.trim() };
    else if (term !== undefined) found.push({ term, text });
    else return null;
  }
  return found.every(({ text }) => text !== '' && !COLUMNS.test(text)) ? found : null;
}

export function createRulesRenderer(): (rules: string) => string {
  // HTML in a rules text stays text.
  const markdown = new MarkdownIt({ html: false });
  const { escapeHtml } = markdown.utils;
  markdown.core.ruler.push('code-blocks', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'code_block' || type === 'fence')) {
      const definitions = parseDefinitions(token.content);
      token.type = definitions === null ? 'code_block' : 'html_block';
      // The keyboard can scroll a block that is too wide. An indented block has its attributes at the element that scrolls.
      if (definitions === null) token.attrSet('tabindex', '0');
      else {
        const rows = definitions.map(
          ({ term, text }) => `<dt><code>${escapeHtml(term)}</code></dt><dd>${escapeHtml(text)}</dd>`,
        );
        token.content = `<dl class="terms">${rows.join('')}</dl>\n`;
      }
    }
  });
  return rules => markdown.render(rules);
}
