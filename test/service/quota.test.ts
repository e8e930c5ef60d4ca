// The quota: strangers are answered sparingly, nobody is turned into a mail cannon, and what players must know always goes out.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import type { MailPlan } from '../../src/core/mail/plan.ts';
import { quota } from '../../src/service/quota.ts';
import { lab, mail, START } from './lab.ts';

const HOUR_MS = 3_600_000;

const plan = (to: string, kind: 'board' | 'reply' | 'unasked'): MailPlan => ({
  id: 'x',
  from: { address: 'games@example.test', name: '' },
  to: [{ address: to, name: '' }],
  replyTo: { address: 'games@example.test', name: '' },
  subject: '',
  messageId: '<x@example.test>',
  inReplyTo: null,
  references: [],
  autoSubmitted: 'auto-replied',
  isReply: kind === 'reply',
  isUnasked: kind === 'unasked',
  date: START,
  text: '',
  html: null,
  picture: null,
  files: [],
});

describe('quota', () => {
  it('answers a stranger once a mail, and so often a day', () => {
    const { admit } = quota();
    const asker = { address: 'x@x.test', proof: 'none' } as const;
    let answered = 0;
    for (let i = 0; i < 30; i++) {
      const { mails, count } = admit(
        [plan('x@x.test', 'reply'), plan('x@x.test', 'reply'), plan('bob@x.test', 'board')],
        asker,
        START,
      );
      answered += mails.filter(each => each.isReply).length;
      expect(mails.filter(each => !each.isReply)).toHaveLength(1);
      count();
    }
    expect(answered).toBe(limits.strangerAnswersPerDay);
    expect(admit([plan('x@x.test', 'reply')], asker, START + 25 * HOUR_MS).mails).toHaveLength(1);
  });

  it('answers a proved player hundreds of times an hour, every line of a mail', () => {
    const { admit } = quota();
    const asker = { address: 'x@x.test', proof: 'token' } as const;
    const fifty = Array.from({ length: 50 }, () => plan('x@x.test', 'reply'));
    let answered = 0;
    for (let i = 0; i < 20; i++) {
      const { mails, count } = admit(fifty, asker, START);
      answered += mails.length;
      count();
    }
    expect(answered).toBe(limits.answersPerHour);
  });

  it('asks an address that did not write at most so often a day, whoever wants it', () => {
    const { admit } = quota();
    let asked = 0;
    for (let i = 0; i < 20; i++) {
      const asker = { address: `p${i}@x.test`, proof: 'authentication-results' } as const;
      const { mails, count } = admit([plan('v@x.test', 'unasked'), plan('v@x.test', 'unasked')], asker, START);
      asked += mails.length;
      count();
    }
    expect(asked).toBe(limits.unaskedMailsPerDay);
  });

  it('counts nothing that did not go out', () => {
    const { admit } = quota();
    const asker = { address: 'x@x.test', proof: 'none' } as const;
    for (let i = 0; i < 30; i++) expect(admit([plan('x@x.test', 'reply')], asker, START).mails).toHaveLength(1);
  });
});

describe('floods', () => {
  it('of forged mails cost the owner of the address a few mails a day', async () => {
    const service = lab();
    await service.deliver(mail({ from: 'alice@example.test', subject: 'signup alice' }));
    let received = 0;
    for (let i = 0; i < 20; i++) {
      received += (
        await service.deliver(mail({ from: 'alice@example.test', subject: 'nex challenge bob', unproved: true }))
      ).length;
      received += (
        await service.deliver(
          mail({ from: 'alice@example.test', subject: 'multiple', body: 'help\n'.repeat(50), unproved: true }),
        )
      ).length;
    }
    expect(received).toBe(limits.unaskedMailsPerDay + limits.strangerAnswersPerDay);
  });

  it('of passwords cost a few hashes a mail', async () => {
    const service = lab();
    const body = Array.from({ length: 50 }, (_, i) => `signup zz${i} pw${i}`).join('\n');
    const [answer] = await service.deliver(mail({ from: 'x@example.test', subject: 'multiple', body }));
    expect(answer?.subject).toBe('Welcome to nexpost, zz0');
    const again = await service.deliver(
      mail({
        from: 'alice@example.test',
        subject: 'multiple',
        body: Array.from({ length: 50 }, (_, i) => `change password pw${i}`).join('\n'),
      }),
    );
    expect(again.map(each => each.text).join('\n')).toContain('One mail may hold 3 different passwords');
  });
});
