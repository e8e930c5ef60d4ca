// The rules on the web: lists of options and moves wrap, drawings and commands stay as they are.
import { expect, it } from 'vitest';
import { createRulesRenderer, parseDefinitions } from '#adapters/web/page-templates.ts';

const OPTIONS = `-size=13        the size of the board, 2 to 19, or rows x columns
                such as -size=9x11
-pieces=unlimited
                how many stones each player has
`;

it('reads options with their explanations', () => {
  expect(parseDefinitions(OPTIONS)).toEqual([
    { term: '-size=13', text: 'the size of the board, 2 to 19, or rows x columns such as -size=9x11' },
    { term: '-pieces=unlimited', text: 'how many stones each player has' },
  ]);
});

it.each([
  ['a command', 'nex challenge -size=13 alice bob\n'],
  ['pieces', 'I4     L4     Y      N\n+      +        +    +\n'],
  ['a board', '     1  2\na\\   .  .  \\a\n'],
  ['a word', 'signup\n'],
])('leaves %s as it is', (_, block) => {
  expect(parseDefinitions(block)).toBeNull();
});

it('shows them as a list, and HTML in them as text', () => {
  const render = createRulesRenderer();
  expect(render('    a1<b>    a stone & more\n')).toBe(
    '<dl class="terms"><dt><code>a1&lt;b&gt;</code></dt><dd>a stone &amp; more</dd></dl>\n',
  );
  expect(render('    nex challenge alice bob\n')).toContain('<pre tabindex="0">');
});
