// HTML → text: lines as they were seen, quotes with their marks.
import { describe, expect, it } from 'vitest';
import { textOfHtml } from '#adapters/mime/body.ts';
import { extractNewText } from '#core/mail/reply.ts';

describe('lines', () => {
  it.each([
    ['<div>b3,a3</div><div>hi</div>', 'b3,a3\nhi'],
    ['b3,a3<br>hi<br/><br>you', 'b3,a3\nhi\n\nyou'],
    ['<p>b3,a3</p><p>hi</p>', 'b3,a3\n\nhi'],
    ['<p class=MsoNormal>b3,a3</p><p class=MsoNormal>hi</p>', 'b3,a3\nhi'],
    ['b3,&nbsp;a3 &amp; &lt;x&gt; &eacute;&#233;&#x2013;', 'b3, a3 & <x> éé–'],
    ['<table><tr><td>b3,a3</td><td>x</td></tr><tr><td>hi</td></tr></table>', 'b3,a3 x\nhi'],
    ['<style>b3 { }</style><script>x</script><title>y</title>b3,a3', 'b3,a3'],
    ['<pre>  1  2\n a .  .</pre>', '  1  2\n a .  .'],
    ['<a href="https://x.test/">b3,a3</a><img alt="y" src="cid:1">', 'b3,a3'],
    ['b3,a3<!-- resign -->', 'b3,a3'],
    ['b3,a3\n  and   more', 'b3,a3 and more'],
    ['', ''],
    ['<div', ''],
  ])('%s', (html, text) => expect(textOfHtml(html).replace(/^\n+|\n+$/g, '')).toBe(text));
});

describe('quotes are gone from what was newly written', () => {
  it.each([
    ['<div>b3,a3</div><blockquote type="cite">x<br>y</blockquote>'],
    [
      '<div>b3,a3</div><div class="moz-cite-prefix">Am 21.11. schrieb x:</div><blockquote type="cite"><p>x</p></blockquote>',
    ],
    ['<div>b3,a3</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>x</div></div>'],
    [
      '<div>b3,a3</div><div class="gmail_quote"><div class="gmail_attr">Whoever said</div><blockquote>x</blockquote></div>',
    ],
    ['<div>b3,a3</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Who:</b> x</div><div>x</div>'],
    ['<div>b3,a3</div><div class="gmail_signature">Alice</div>'],
    ['<div>b3,a3</div><div id="ms-outlook-mobile-signature">Skaffa något</div>'],
    ['<div>b3,a3</div><pre class="moz-signature">-- \nAlice</pre>'],
  ])('%s', html => expect(extractNewText(textOfHtml(html))).toBe('b3,a3'));

  it.each(['del', 's', 'strike', 'template', 'noscript', 'textarea'])('and what is struck out or hidden: %s', tag =>
    expect(extractNewText(textOfHtml(`<p><${tag}>resign</${tag}></p><p>b3,a3</p>`))).toBe('b3,a3'),
  );

  it('a quote within quotes is marked once, so that it does not grow', () =>
    expect(textOfHtml(`b3${'<blockquote>'.repeat(100)}x<br>y${'</blockquote>'.repeat(100)}`)).toBe('b3\n> x\n> y'));

  it('and what was typed between them stays', () => {
    const html =
      '<blockquote>x</blockquote><div>b3,a3</div><blockquote>y<blockquote>z</blockquote></blockquote><p>hi</p>';
    expect(extractNewText(textOfHtml(html))).toBe('b3,a3\n\nhi');
  });
});
