// Which language a reader gets: of a sign-up by its header, a word or its text, else as it was set; and how the mail says so.
import { describe, expect, it } from 'vitest';
import { guessLanguage, loadLanguages } from '#adapters/language/guess.ts';
import { lab, mail, type Lab } from '../service/lab.ts';

await loadLanguages();

const PORTUGUESE = 'Gostava muito de jogar Nex com um amigo meu que também gosta de jogos de tabuleiro.';
const GERMAN = 'Ich würde gern mit einem Freund Nex spielen, der auch gern am Brett sitzt.';

const real = (): Lab => lab({ guessLanguage });

async function languageAfter(service: Lab, letter: Partial<Parameters<typeof mail>[0]>): Promise<unknown> {
  await service.deliver({ from: 'ana@example.test', subject: 'signup ana', ...letter });
  const key = 'account/ana' as const;
  const account = (await service.store.read([key])).documents.get(key) as {
    readonly settings: { readonly language: string };
  };
  return account.settings.language;
}

describe('a sign-up begins in', () => {
  it.each([
    ['English', {}, 'en'],
    ['the language of its header', { headers: ['Content-Language: pt-BR'] }, 'pt'],
    [
      'the language of its header, whatever its words',
      { headers: ['Content-Language: en-GB'], body: PORTUGUESE },
      'en',
    ],
    ['the one that is named', { subject: 'signup ana -language=pt', headers: ['Content-Language: en'] }, 'pt'],
    ['that of an everyday word', { body: 'Olá!' }, 'pt'],
    ['that of its own text', { body: PORTUGUESE }, 'pt'],
    ['that of an everyday word which stands for a command', { subject: 'Registar ana' }, 'pt'],
    ['English where the text is too short to tell', { body: 'Gostava de saber.' }, 'en'],
    ['English where the text is in no language of ours', { body: GERMAN }, 'en'],
    [
      'its own where the header names a language we do not have',
      { headers: ['Content-Language: gl'], body: PORTUGUESE },
      'pt',
    ],
    ['English where only the quote is Portuguese', { body: `Hello\n\n> ${PORTUGUESE}` }, 'en'],
  ] as const)('%s', async (_, letter, language) => {
    expect(await languageAfter(real(), letter)).toBe(language);
  });

  it('none that there is not', async () => {
    const [answer] = await lab().write('ana', 'signup ana -language=tlh');
    expect(answer?.text).toContain("the setting language can't be 'tlh'. It can be en,\npt.");
  });
});

describe('a mail', () => {
  it('names its language in its header and its HTML', async () => {
    const service = lab();
    await languageAfter(service, { headers: ['Content-Language: pt'] });
    await service.write('bob', 'signup bob');
    const boards = await service.write('bob', 'nex challenge -size=4 bob ana');
    const told = boards.map(({ to, raw }) => ({
      to: to[0],
      header: /^Content-Language: (.*)\r$/m.exec(raw)?.[1],
      html: /<html lang=3D"(..)">/.exec(raw.replace(/=\r\n/g, ''))?.[1] ?? /<html lang="(..)">/.exec(raw)?.[1],
    }));
    expect(told).toEqual([
      { to: 'bob@example.test', header: 'en', html: 'en' },
      { to: 'ana@example.test', header: 'pt', html: 'pt' },
    ]);
  });

  it('says in its own language who has not answered an invitation', async () => {
    const service = lab();
    await languageAfter(service, { headers: ['Content-Language: pt'] });
    const from = 'ana@example.test';
    await service.write(from, 'nex challenge -size=4 me friend@else.test');
    await service.write(from, 'nexos challenge -players=4 me a@else.test b@else.test c@else.test');
    for (const subject of ['games', 'nex show 101', 'nexos show 101']) {
      const [answer] = await service.write(from, subject);
      expect(answer?.text).toContain('(convite)');
      expect(answer?.text).not.toContain('(invited)');
    }
  });

  it('that nobody has proved is answered in its own language', async () => {
    const [answer] = await lab().write('ana', 'ajuda');
    expect(answer?.text).toContain('jogos de tabuleiro por correio');
  });

  it('that asks for a text with an everyday word gets it', async () => {
    const [answer] = await lab().write('ana', 'Ajuda nex');
    expect(answer?.subject).toBe('nexpost: as regras de Nex');
    expect(answer?.text).toContain('peças neutras');
  });

  it('that accepts an invitation with an everyday word begins in its language', async () => {
    const service = lab();
    await service.write('bob', 'signup bob');
    const sent = await service.write('bob', 'nex challenge me ana@else.test');
    const invitation = sent.find(({ to }) => to.includes('ana@else.test'))!;
    const letter = { from: 'ana@else.test', subject: `Re: ${invitation.subject}`, replyTo: invitation };
    const boards = await service.deliver({ ...letter, body: 'Aceito ana\n' });
    expect(boards.find(({ to }) => to.includes('ana@else.test'))?.text).toContain('tabuleiro 101');
  });

  it('that claims to come from a player tells nothing of the language they have set', async () => {
    const service = lab();
    await languageAfter(service, { headers: ['Content-Language: pt'] });
    const [answer] = await service.deliver({ from: 'ana@example.test', subject: 'help', unproved: true });
    expect(answer?.text).toContain('board games by email');
  });
});
