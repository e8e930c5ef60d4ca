// Mails of strangers that ask for nothing get no answer, and neither a counter nor a newcomer is touched by them.
import { describe, expect, it } from 'vitest';
import { lab, type Lab, mail } from '#test/service/lab.ts';

type Sent = Parameters<typeof mail>[0];

const answers = async (service: Lab, over: Partial<Sent>): Promise<readonly string[]> =>
  (await service.deliver({ from: 'eve@else.test', subject: '', unproved: true, ...over })).map(
    ({ subject }) => subject,
  );

describe('an unproved stranger', () => {
  it.each<Partial<Sent>>([
    { subject: 'Your invoice 4711', body: 'Dear customer,\nplease find your invoice attached.\n' },
    { subject: 'Re: Your invoice', body: 'Click here: https://evil.test/?x=1\n' },
    { subject: '', body: '' },
    { subject: 'Congratulations!!!', body: 'You have won a price in our great lottery, write to us today\n' },
  ])('gets no answer to %j', async over => {
    expect(await answers(lab(), over)).toEqual([]);
  });

  it.each<[string, Partial<Sent>]>([
    ['a command', { subject: 'help' }],
    ['a slip', { subject: 'hepl' }],
    ['a slip of a sign-up', { subject: 'sginup bob' }],
    ['a move', { subject: 'Re: hello', body: 'd2,d4\n' }],
    ['a game', { subject: 'hex' }],
    ['a wish', { subject: 'play hex' }],
    [
      'a reply to a mail of ours',
      { subject: 'Re: nexpost', body: 'How do I begin?\n', headers: ['In-Reply-To: <h.x@example.test>'] },
    ],
  ])('is answered: %s', async (_, over) => {
    expect(await answers(lab(), over)).toHaveLength(1);
  });

  it('whom the receiving server vouches for is answered', async () => {
    expect(await answers(lab(), { subject: 'Guten Tag', unproved: false })).toHaveLength(1);
  });

  it('is no reason to refuse newcomers, however many write', async () => {
    const service = lab();
    for (let n = 0; n < 1_000; n++)
      expect(await answers(service, { from: `v${n}@evil${n}.test`, subject: `Offer ${n}` })).toEqual([]);
    expect(await answers(service, { from: 'bob@else.test', subject: 'help' })).toHaveLength(1);
  });
});
