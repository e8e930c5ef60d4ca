// Userids that look official are taken, however they are spelt; names of people are free.
import { describe, expect, it } from 'vitest';
import { isOfficialName } from '#core/players/userid.ts';
import { lab } from '../service/lab.ts';

describe('a userid', () => {
  it.each([
    ...['nexpost', 'nexp0st', 'nex-post', 'my_nexpost', 'nexpost-team', 'operator', '0perat0r', 'operator2', 'admin'],
    ...['adm1n', 'admln', 'adrnin', 'ad_min', 'admin-1', 'support', '5upport', 'noreply', 'no-reply', 'no_reply2'],
    ...['mailer-daemon', 'mai1er-daemon', 'system', '5y5tem', 'referee', 'white', 'vvhite', 'b1ack', 'you', 'y0u'],
    ...['official', '0fficial', 'helpdesk', 'help-desk', 'nexpost-admin', 'supportteam', 'gamemaster', 'board101'],
    ...[
      'official-bot',
      'mailadmin',
      'sysadmin2',
      'hostmaster',
      'service_team',
      'server-help',
      'everybody',
      'every-body',
      'opponent',
      'neutral',
      'anonymous',
      'postmaster',
      'webmaster7',
    ],
  ])('%s looks official', name => {
    expect(isOfficialName(name)).toBe(true);
  });

  it.each([
    ...['anna', 'ben', 'whitney', 'blackwell', 'adam', 'minna', 'yoyo', 'supper', 'systine', 'maria', 'hostovsky'],
    ...[
      'helper',
      'webber',
      'desk',
      'mailman',
      'gamer',
      'nexus',
      'alice2',
      'p1',
      'rn',
      'modesty',
      'youri',
      'redmond',
      'root66x',
      'bluebell',
      'dr_noon',
      'player5',
      'player1',
      'player5',
      'player1',
    ],
  ])('%s is a name', name => {
    expect(isOfficialName(name)).toBe(false);
  });

  it.each(['nex101', 'hex-12', 'boku_3', 'nexadmin', 'hex-team', 'y-support'])(
    '%s is refused as that of a game',
    async name => {
      const service = lab();
      const [answer] = await service.write('eve', `signup ${name}`);
      expect(answer?.text.replace(/\s+/g, ' ')).toContain(`'${name}' could be mistaken for this server`);
    },
  );

  it.each(['nexus', 'hexagon', 'gomokufan', 'yara', 'hexi2'])(
    '%s is a name, though it begins like a game',
    async name => {
      const [answer] = await lab().write('eve', `signup ${name}`);
      expect(answer?.subject).toBe(`Welcome to nexpost, ${name}`);
    },
  );

  it('that looks official is refused with the reason', async () => {
    const service = lab();
    const [answer] = await service.write('eve', 'signup adm1n');
    expect(answer?.text.replace(/\s+/g, ' ')).toContain("'adm1n' could be mistaken for this server");
    expect((await service.store.read(['account/adm1n'])).documents.get('account/adm1n') ?? null).toBeNull();
  });

  it('of somebody who accepts from such an address is made up', async () => {
    const service = lab();
    await service.write('alice', 'signup alice');
    const mails = await service.write('alice', 'nex challenge -size=4 alice admin@else.test');
    const invitation = mails.find(({ to }) => to[0] === 'admin@else.test')!;
    const [board] = await service.deliver({
      from: 'admin@else.test',
      subject: 'Re: x',
      body: 'accept',
      replyTo: invitation,
    });
    expect(board?.subject).toBe('New Nex Board 101 alice: your turn');
    expect(board?.text).toContain('guest101');
  });
});
