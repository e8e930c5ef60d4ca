// The look of an invitation: the board as a picture, and links that answer it for a guest.
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { lab, type Lab, type Received } from '#test/service/lab.ts';

const FRIEND = 'frida@friends.test';

async function invited(
  challenge = 'nex challenge -size=5',
): Promise<{ readonly club: Lab; readonly invitation: Received }> {
  const club = lab();
  await club.write('alice', 'signup alice');
  const mails = await club.write('alice', `${challenge} alice ${FRIEND}`);
  return { club, invitation: mails.find(({ to }) => to.includes(FRIEND))! };
}

/** The mails that a link of the invitation would begin, by their first line. */
const linksOf = ({ html }: Received): ReadonlyMap<string, URL> =>
  new Map(
    [...html.matchAll(/href="(mailto:[^"]+)"/g)].map(([, href = '']) => {
      const url = new URL(href.replaceAll('&amp;', '&'));
      return [url.searchParams.get('body') ?? '', url];
    }),
  );

const answerBy = (club: Lab, link: URL): Promise<readonly Received[]> =>
  club.deliver({
    ...{ from: FRIEND, to: decodeURIComponent(link.pathname), unproved: true },
    subject: link.searchParams.get('subject') ?? '',
    body: link.searchParams.get('body') ?? '',
  });

describe('an invitation', () => {
  it('shows the board, as a picture and in letters', async () => {
    const { invitation } = await invited();
    const { attachments } = await simpleParser(invitation.raw);
    expect(attachments.map(({ contentType, contentDisposition }) => [contentType, contentDisposition])).toEqual([
      ['image/png', 'inline'],
    ]);
    expect(invitation.html).toContain('alice would like to play a game of Nex with you');
    expect(invitation.html).toContain('The game: Nex on 5x5, no swap.');
    expect(invitation.html).not.toMatch(/src="http|<script/);
    expect(invitation.text).toContain('a\\   .  .  .  .  .  \\a');
    expect(invitation.text.indexOf('just reply `yes`')).toBeLessThan(invitation.text.indexOf('a\\   .'));
  });

  it('is accepted by its button, without an account', async () => {
    const { club, invitation } = await invited();
    const mails = await answerBy(club, linksOf(invitation).get('yes')!);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'New Nex Board 101 alice: your turn',
      'New Nex Board 101 alice: to move',
    ]);
  });

  it('is declined by a link, and sends the rules by another', async () => {
    const { club, invitation } = await invited();
    const links = linksOf(invitation);
    const [rules] = await answerBy(club, links.get('help nex')!);
    expect(rules!.to).toEqual([FRIEND]);
    expect(rules!.text).toContain('Nex');
    const mails = await answerBy(club, links.get('reject')!);
    expect(mails.some(({ to, text }) => to.includes('alice@example.test') && /declined|rejected/.test(text))).toBe(
      true,
    );
  });

  it('shows the position from which a game goes on', async () => {
    const { club } = await invited();
    for (const subject of ['signup bob', 'hex challenge -size=4 alice bob'])
      await club.write(subject.startsWith('signup') ? 'bob@example.test' : 'alice@example.test', subject);
    await club.write('alice', 'hex move 101 b2');
    const mails = await club.write('alice', 'hex challenge -from=101 alice grace@friends.test');
    const invitation = mails.find(({ to }) => to.includes('grace@friends.test'))!;
    expect(invitation.text).toMatch(/b\\ {3}\. {1,2}>?B/);
  });

  it.each([
    'Thanks! Great to hear from you.',
    'Great to hear from you. I will get back to you soon.',
    'Nice to meet you! Thanks for your message.',
  ])('is not accepted by an answer that a program gives: %s', async words => {
    const { club, invitation } = await invited();
    await club.reply(FRIEND, invitation, words);
    expect((await club.document('match/nex/101')).state).toBe('invited');
  });

  it.each([
    ['Hi Alice,\n\nyes, gladly.\n\nFrida', 'active'],
    ['Hello!\n\nYes.', 'active'],
    ['Olá Alice,\n\nsim, com gosto!', 'active'],
    ['Dear Alice,\n\naccept frida', 'active'],
    ["Ok, let's play", 'active'],
    ['Hi!\n\nno thanks', 'removed'],
    ['Hello,\n\nThanks! Great to hear from you.', 'invited'],
    ['Hi Alice,\nnot now.\nYes', 'invited'],
  ])('is answered below a greeting: %j is %s', async (words, state) => {
    const { club, invitation } = await invited();
    await club.reply(FRIEND, invitation, words);
    expect((await club.document('match/nex/101')).state).toBe(state);
  });

  it.each([
    ['yes', 'active'],
    ['accept', 'active'],
    ['Sounds great, with pleasure!', 'invited'],
  ])('in a mail with a field of programs is answered by `%s`: %s', async (body, state) => {
    const { club, invitation } = await invited();
    const headers = ['X-Auto-Response-Suppress: All'];
    await club.deliver({ from: FRIEND, subject: `Re: ${invitation.subject}`, body, replyTo: invitation, headers });
    expect((await club.document('match/nex/101')).state).toBe(state);
  });

  it.each(['X-Loop: desk@friend.example', 'X-Vacation: true', 'Precedence: list'])(
    'is not accepted by friendly words below %s',
    async header => {
      const { club, invitation } = await invited();
      const mail = { from: FRIEND, subject: `Re: ${invitation.subject}`, replyTo: invitation, headers: [header] };
      await club.deliver({ ...mail, body: 'Sounds great, with pleasure!' });
      expect((await club.document('match/nex/101')).state).toBe('invited');
    },
  );

  it('is accepted by friendly words', async () => {
    const { club, invitation } = await invited();
    await club.reply(FRIEND, invitation, 'Sounds great, with pleasure!');
    expect((await club.document('match/nex/101')).state).toBe('active');
  });
});
