// Forged spam is hardly ever answered, whatever its words are. Newcomers who ask for something are.
import { describe, expect, it } from 'vitest';
import { lab } from '#test/service/lab.ts';
import { seedsFor } from '#test/seeds.ts';
import { drawSpam } from './spam.ts';

// One mail in three hundred is answered. Of 300 mails more than three would be answered in one run of fifty, by chance.
describe('an unproved stranger', () => {
  it.each(seedsFor(import.meta.filename))(
    'with spam is answered in one mail of a hundred at most (seed %i)',
    async seed => {
      const service = lab();
      const answered: string[] = [];
      for (const letter of drawSpam(seed, 600)) {
        if ((await service.deliver(letter)).length > 0) answered.push(`${letter.subject} | ${letter.body ?? ''}`);
        service.pass(3_600_000);
      }
      expect(answered.length, answered.join('\n')).toBeLessThanOrEqual(6);
    },
  );

  it.each([
    ['help', ''],
    ['help', 'Hello,\n\nI found your server yesterday\nand it looks nice.\n\nBest wishes\nBob'],
    ['How do I play?', ''],
    ['How do I play?', 'Hello,\nI found your server yesterday.\nThanks,\nBob'],
    ['', 'How do I play?'],
    ['hello', 'How do I play hex?\n\nBest regards\nBob'],
    ['Hello', 'I want to play'],
    ['Board games', 'I would like to play nex.'],
    ['signup bob', ''],
    ['sginup bob', ''],
    ['sign me up', ''],
    ['hex', ''],
    ['hexx', ''],
    ['Hex', 'Hi, I would like to play.\nBob'],
    ['I want to play hex', ''],
    ['hex challange me bob', ''],
    ['What games do you have?', ''],
    ['what are the rules of hex?', ''],
    ['is it free?', ''],
    ['I am blind, can I play?', ''],
    ['hilfe', ''],
    ['jogar hex', ''],
    ['Ich möchte Hex spielen', 'Hallo,\nwie geht das?\nGruß\nHans'],
    ['hex resign 101', ''],
    ['multiple', 'signup bob\nhelp'],
    ['hi', ''],
    ['', 'Hello'],
    ['Olá', ''],
    ['Oi', 'Bom dia!'],
    ['Posso jogar?', ''],
    ['Gostaria de jogar', ''],
    ['Wie spielt man?', ''],
    ['Como me registo?', ''],
  ])('who writes %j above %j is answered', async (subject, body) => {
    expect(await lab().deliver({ from: 'bob@else.test', subject, body, unproved: true })).not.toEqual([]);
  });
});
