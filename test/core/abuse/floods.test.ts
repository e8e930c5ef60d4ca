// Floods of forged mails that use up what all senders share: others are served all the same.
import { describe, expect, it } from 'vitest';
import { domainOf } from '#core/mail/canonical-address.ts';
import { limits } from '#core/kernel/limits.ts';
import { lab } from '#test/service/lab.ts';
import { account, ALICE, signedUp, subjects } from './attack.ts';

describe('a flood of forged mails', () => {
  it('of sign-ups leaves place for a newcomer, and players ask for addresses as ever', async () => {
    const service = lab();
    await signedUp(service, 'alice');
    let asked = 0;
    for (let n = 0; n < limits.signupsPerHour + 20; n++) {
      const mails = await service.deliver({ from: `f${n}@forged.test`, subject: `signup forged${n}`, unproved: true });
      asked += mails.filter(({ subject }) => subject.startsWith('Please confirm')).length;
    }
    expect(asked).toBe(limits.signupsPerHour);
    const [newcomer] = await service.deliver({ from: 'eve@home.test', subject: 'signup eve', unproved: true });
    expect(newcomer?.subject).toBe('Please confirm: eve at nexpost');
    const own = await service.deliver({ from: ALICE, subject: 'change address alice@home.test' });
    expect(own.map(({ to }) => to[0])).toContain('alice@home.test');
    const [proved] = await service.deliver({ from: 'ben@home.test', subject: 'signup ben' });
    expect(proved?.subject).toBe('Welcome to nexpost, ben');
  });

  it('of wrong passwords and questions keeps no player from an answer at their own address', async () => {
    const service = lab();
    await service.deliver({ from: ALICE, subject: 'signup alice kettle9drum' });
    for (let n = 0; n < 30; n++) await service.deliver({ from: `p${n}@home.test`, subject: `signup p${n} secret${n}` });
    for (let n = 0; n < limits.unprovedGuessesPerHour; n++)
      await service.deliver({ from: `x@g${n}.test`, subject: `set p${n >> 2} wrong${n} view=own`, unproved: true });
    for (let n = 0; n < limits.strangerAnswersPerHour; n++)
      await service.deliver({ from: `x@s${n}.test`, subject: 'help', unproved: true });
    expect(await service.deliver({ from: 'eve@home.test', subject: 'help', unproved: true })).toEqual([]);
    const [help] = await service.deliver({ from: ALICE, subject: 'help', unproved: true });
    expect(help?.to).toEqual([ALICE]);
    await service.deliver({ from: ALICE, subject: 'set alice kettle9drum view=own', unproved: true });
    expect(await account(service, 'alice')).toMatchObject({ settings: { view: 'own' } });
  });

  it('of forged subdomains is one domain', async () => {
    const service = lab();
    for (let n = 0; n < limits.signupsPerHour; n++)
      await service.deliver({ from: `x@d${n}.forged.test`, subject: `signup forged${n}`, unproved: true });
    const [newcomer] = await service.deliver({ from: 'eve@home.test', subject: 'signup eve', unproved: true });
    expect(newcomer?.subject).toBe('Please confirm: eve at nexpost');
  });

  it('of wrong passwords keeps nobody else from using theirs', async () => {
    const service = lab();
    const many = limits.unprovedGuessesPerHour / limits.wrongPasswordsPerHour + 1;
    for (let n = 0; n < many; n++)
      await service.deliver({ from: `p${n}@home.test`, subject: `signup p${n} secret${n}` });
    for (let n = 0; n < many; n++)
      for (let guess = 0; guess < limits.wrongPasswordsPerHour; guess++)
        await service.deliver({
          from: `g${n}@forged.test`,
          subject: `set p${n} wrong${guess} view=own`,
          unproved: true,
        });
    await service.deliver({ from: ALICE, subject: 'signup alice kettle9drum' });
    await service.deliver({ from: 'inn@else.test', subject: 'set alice kettle9drum view=own', unproved: true });
    expect(await account(service, 'alice')).toMatchObject({ settings: { view: 'own' } });
  });
});

describe('a mail that asks the same in many lines', () => {
  it.each(['help commands', 'privacy', 'nex show 101', 'nex show alice all', 'games', 'nex standings'])(
    'is answered once: %s',
    async line => {
      const service = lab();
      await signedUp(service, 'alice', 'bob');
      for (let n = 0; n < 2; n++) await service.deliver({ from: ALICE, subject: 'nex challenge -size=4 alice bob' });
      const once = await service.deliver({ from: ALICE, subject: 'x', body: line });
      const often = await service.deliver({ from: ALICE, subject: 'x', body: `${line}\n`.repeat(9) });
      expect(subjects(often)).toEqual(subjects(once));
    },
  );
});

it.each([
  ['x@d1.forged.test', 'forged.test'],
  ['x@Forged.test.', 'forged.test'],
  ['x@a.evil.co.uk', 'evil.co.uk'],
  ['x@good.com.br', 'good.com.br'],
  ['x@[192.0.2.1]', '[192.0.2.1]'],
  ['x@localhost', 'localhost'],
])('%s is counted for %s', (address, holder) => expect(domainOf(address)).toBe(holder));
