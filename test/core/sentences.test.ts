// Sentences of ordinary language: what they come to, in which place, and that nothing is done because of one.
import { describe, expect, it } from 'vitest';
import { type Lab, lab, type Received } from '../service/lab.ts';
import { ear } from './ear.ts';
import { isWish } from '#core/language/wishes.ts';
import { splitWords } from '#core/language/sentence-words.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';

const club = async (): Promise<Lab> => {
  const service = lab();
  await service.write(ALICE, 'signup alice');
  await service.write(BOB, 'signup bob');
  return service;
};

const answer = (service: Lab, replyTo: Received, body: string, from = ALICE): Promise<readonly Received[]> =>
  service.deliver({ from, subject: `Re: ${replyTo.subject}`, body, replyTo });

const textOf = (mails: readonly Received[], to = ALICE): string =>
  (mails.find(each => each.to.includes(to))?.text ?? '').replace(/\s+/g, ' ');

describe('the files of phrases', () => {
  const folder = join(import.meta.dirname, '..', '..', 'templates', 'phrases');
  const groups = readdirSync(folder)
    .filter(name => !/^(?:automatic|courtesy)/.test(name))
    .flatMap(name =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^\[(.+)\]\n((?:.+\n)*)/gm)].map(
        ([, wish = '', lines = '']) => ({
          name,
          wish,
          count: lines.split('\n').filter(line => line !== '' && !line.startsWith('= ')).length,
        }),
      ),
    );

  it('have wishes alone', () => {
    expect(groups.filter(({ wish }) => wish !== 'talk' && !isWish(wish))).toEqual([]);
  });

  it.each([
    ['en.txt', 60],
    ['de.txt', 25],
    ['fr.txt', 25],
    ['es.txt', 25],
    ['pt.txt', 25],
  ])('of %s have at least %i examples of each wish', (file, least) => {
    const few = groups.filter(({ name, wish, count }) => name === file && count < least && !SMALL.has(wish));
    expect(few).toEqual([]);
  });

  /** Groups that hold whole lines alone, or questions about one player. */
  const SMALL = new Set(['options', 'decline', 'about player']);
});

describe('a wish', () => {
  it.each([
    ['how much time do I have left', 'time'],
    ['wer gewinnt gerade', 'analyse'],
    ['quiero jugar contra la máquina', 'play robot'],
    ['je voudrais abandonner cette partie', 'resign'],
    ['enganei-me na jogada, posso voltar atrás?', 'undo'],
    ['we had a lovely week by the sea', 'talk'],
    ['bis zum nächsten Jahr, grüß deine Frau', 'talk'],
  ])('of %j is %s', (text, wish) => {
    expect(ear.rank(splitWords(text) ?? [])[0]?.wish).toBe(wish);
  });
});

describe('a new mail', () => {
  it('asks before it changes a setting, and yes does it', async () => {
    const service = await club();
    const [question] = await service.write(ALICE, 'please send me plain text mails');
    expect(textOf([question!])).toContain('Did you mean `set mail=text`? Then reply `yes`.');
    expect(textOf(await answer(service, question!, 'yes'))).toContain('I have set mail=text');
  });

  it('asks about a game with a robot of the level that fits', async () => {
    const service = await club();
    const [question] = await service.write(ALICE, 'I want to play hex against the computer');
    expect(textOf([question!])).toContain('Did you mean `hex challenge me robot`?');
    const mails = await answer(service, question!, 'yes');
    expect(mails.map(({ subject }) => subject)).toEqual(['New Hex Board 101 alice: your turn']);
  });

  it('that may mean several things numbers them, and a number is an answer', async () => {
    const service = await club();
    const [question] = await service.write(ALICE, 'call me Anna');
    expect(textOf([question!])).toMatch(/What do you mean: 1 for `rename`, 2 for .+\? Reply with the number\./);
    expect(textOf(await answer(service, question!, '1.'))).toContain('Subject `rename yourname`');
  });

  it('is not done by another who has the question', async () => {
    const service = await club();
    const [question] = await service.write(ALICE, 'please send me plain text mails');
    const text = textOf(await answer(service, question!, 'yes', BOB), BOB);
    expect(text).not.toContain('I have set');
  });

  it('does not repeat a word that may be a password', async () => {
    const service = await club();
    const mails = await service.write(ALICE, 'my password Hunter22 does not work');
    expect(textOf(mails)).not.toContain('Hunter22');
  });
});

describe('a stranger', () => {
  const DORA = 'dora@example.test';

  it.each([
    ['hex challenge me robot', 'hex challenge me robot'],
    ['I would like to play against the computer', 'nex challenge -size=7 me robot'],
  ])('who writes %j is asked for a name, and the game begins', async (subject, line) => {
    const service = await club();
    const [question] = await service.write(DORA, subject);
    expect(textOf([question!], DORA)).toContain('What would you like to be called here?');
    expect(textOf([question!], DORA)).toContain(line);
    const mails = await answer(service, question!, 'signup dora', DORA);
    expect(mails.map(each => each.subject)).toContainEqual(expect.stringMatching(/^New (?:Hex|Nex) Board 101 dora/));
    expect(mails.map(each => each.subject)).toContain('Welcome to nexpost, dora');
  });

  it.each(['Hallo\n\nich bin im Urlaub.', 'Bonjour', 'dora\n\nI am away.', 'Abmelden', 'Received.'])(
    'gets no account for the answer of a program: %j',
    async body => {
      const service = await club();
      const [question] = await service.write(DORA, 'hex challenge me alice');
      const mails = await answer(service, question!, body, DORA);
      expect(mails.filter(({ to, subject }) => !to.includes(DORA) || /^(?:New|Welcome)/.test(subject))).toEqual([]);
    },
  );

  it('may thank below the name, which reaches nobody', async () => {
    const service = await club();
    const [question] = await service.write(DORA, 'hex challenge me alice');
    const mails = await answer(service, question!, 'signup dora\n\nThank you, dear server!', DORA);
    expect(mails.map(each => each.subject)).toContain('Welcome to nexpost, dora');
    expect(textOf(mails, ALICE)).not.toContain('dear server');
  });

  it('may answer with the name alone', async () => {
    const service = await club();
    const [question] = await service.write(DORA, 'gomoku challenge me robot2');
    const mails = await answer(service, question!, 'dora', DORA);
    expect(mails.map(each => each.subject)).toContainEqual(expect.stringMatching(/^New Gomoku Board 101 dora/));
  });
});

describe('a reply to a board', () => {
  const board = async (): Promise<{ readonly service: Lab; readonly mail: Received }> => {
    const service = await club();
    const mails = await service.write(ALICE, 'nex challenge -size=5 --forfeittime=9 alice bob');
    return { service, mail: mails.find(({ to }) => to.includes(ALICE))! };
  };

  it.each([
    ['Can we pause the clock?', 'suspend'],
    ['pause', 'suspend'],
    ['I surrender', 'resign'],
    ['ich möchte aufgeben', 'resign'],
    ['I give up, you are too good', 'resign'],
  ])('%j asks about `%s` and does nothing', async (words, line) => {
    const { service, mail } = await board();
    const mails = await answer(service, mail, words);
    expect(mails.map(({ to }) => to)).toEqual([[ALICE]]);
    expect(textOf(mails)).toContain(`Did you mean \`${line}\`? Then reply \`yes\`.`);
  });

  it('with a "not" asks about nothing that it denies', async () => {
    const { service, mail } = await board();
    expect(textOf(await answer(service, mail, "I don't resign"))).not.toContain('Did you mean `resign`');
  });

  it('reads a yes below the warning of a gateway', async () => {
    const { service, mail } = await board();
    const [question] = await answer(service, mail, 'I surrender');
    const banner = 'CAUTION: This email originated outside of the organization. Do not click links.\n\nyes';
    const mails = await answer(service, question!, banner);
    expect(mails.map(({ subject }) => subject)).toContain('Nex board 101 has been removed');
  });
});
