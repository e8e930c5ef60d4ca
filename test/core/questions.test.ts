// "Did you mean b3,a3? Reply yes.": the answer counts once, for the mail it answers, from whoever was asked, while it is still that turn.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Lab, lab, type Received } from '../service/lab.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';

let service: Lab;
/** Alice's newest mail with the board. */
let board: Received;

const to = (mails: readonly Received[], address: string): Received => mails.find(each => each.to.includes(address))!;

const reply = (replyTo: Received, body: string, from = ALICE): Promise<readonly Received[]> =>
  service.deliver({ from, subject: `Re: ${replyTo.subject}`, body, replyTo });

beforeEach(async () => {
  service = lab();
  await service.write(ALICE, 'signup alice');
  await service.write(BOB, 'signup bob');
  board = to(await service.write(ALICE, 'nex challenge -size=5 alice bob'), ALICE);
});

const asked = async (words: string): Promise<Received> => {
  const [question, ...others] = await reply(board, words);
  expect(others).toEqual([]);
  expect(question!.subject).toBe('Nex Board 101 Question');
  return question!;
};

const PLAYED = ['Nex Board 101 bob: to move', 'Nex Board 101 bob: your turn'];
const subjects = (mails: readonly Received[]): readonly string[] =>
  mails.map(({ subject }) => subject.replace(' **', ''));

describe('yes', () => {
  it('plays the move that was asked about, with the words below it as comment', async () => {
    const question = await asked('How about b3,a3?');
    expect(question.text).toContain('Did you mean b3,a3, a black stone on b3, a neutral on a3?');
    const mails = await reply(question, 'Yes!\n\nYour turn, Bob.');
    expect(subjects(mails)).toEqual(PLAYED);
    expect(to(mails, BOB).text).toContain('alice played b3,a3');
    expect(to(mails, BOB).text).toContain('Your turn, Bob.');
  });

  it('is heard below a greeting, which goes to the other player with the words below', async () => {
    const mails = await reply(await asked('How about b3,a3?'), 'Sorry for the delay!\nyes\nGood luck');
    expect(subjects(mails)).toEqual(PLAYED);
    expect(to(mails, BOB).text).toMatch(/alice played b3,a3[^]*Sorry for the delay!\s+Good luck/);
  });

  it('books the holiday that was asked about, with its year', async () => {
    const question = await asked('I am on holiday from 20 to 24 December.');
    expect(question.text).toContain('Shall I book your holiday from 20 December 2026 to 24 December 2026?');
    const [answer, ...others] = await reply(question, 'yes');
    expect(others).toEqual([]);
    expect(answer!.text).toContain('Your clocks stop from 20 December 2026 to 24 December\n2026.');
  });

  it('books the holiday that a line of words alone asks for', async () => {
    const question = await asked('Vacation until 5 December');
    expect(question.text).toContain('Shall I book your holiday from 21 November 2026 to 5 December 2026?');
    const [answer] = await reply(question, 'yes');
    expect(answer!.text).toContain('Your clocks stop from 21 November 2026 to 5 December');
  });

  it('is not asked for the holiday of a mail program, above other words', async () => {
    const [answer] = await reply(board, 'Vacation until 5 December\n\nI am away and will answer when I am back.');
    expect(answer!.subject).toBe('Nex Board 101 Error');
    expect(answer!.text).not.toContain('holiday');
  });

  it('is not needed for days in the form of the command, or beside a move', async () => {
    const [answer] = await reply(board, 'vacation 2026-12-20..2026-12-24');
    expect(answer!.text).toContain('Your clocks stop from 20 December 2026');
    await reply(board, 'b3,a3\nvacation 27 December to 29 December');
    expect((await service.document('account/alice')).calendar).toHaveLength(2);
  });

  it('is not asked for days that cannot be booked', async () => {
    await service.write(ALICE, 'vacation 2026-12-20..2026-12-24');
    const [answer, ...others] = await reply(board, 'I am on holiday from 22 to 28 December');
    expect(others).toEqual([]);
    expect(answer!.text).toContain('you already have a holiday');
  });

  it('counts once', async () => {
    const question = await asked('How about b3,a3?');
    await reply(question, 'yes');
    const [again, ...others] = await reply(question, 'yes');
    expect(others).toEqual([]);
    expect(again!.text).toContain('I already have b3,a3 as move 1');
  });

  it('means what the answered mail asked, not a later one', async () => {
    const first = await asked('How about b3,a3?');
    await asked('Or rather c1,c2, what do you think?');
    expect(to(await reply(first, 'yes'), BOB).text).toContain('alice played b3,a3');
  });

  it('comes too late when the board has gone on', async () => {
    const question = await asked('How about b3,a3?');
    const bobs = to(await reply(board, 'c1,c2'), BOB);
    await reply(bobs, 'd1,d2', BOB);
    const [late, ...others] = await reply(question, 'yes');
    expect(others).toEqual([]);
    expect(late!.text).toMatch(/the game has\s+moved on/);
  });

  it('gives up no game that has moved on since the question', async () => {
    await reply(board, 'b3,a3');
    const question = await asked('I will not\nresign');
    expect(question.text).toContain('Did you mean `resign`?');
    await service.write(BOB, 'nex move 101 bob c3,b1');
    const [answer, ...others] = await reply(question, 'yes');
    expect(others).toEqual([]);
    expect(answer!.text).toContain("I read 'resign': the question in that mail is no longer open");
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('gives up no game in which moves were taken back since the question', async () => {
    await reply(board, 'b3,a3');
    const question = await asked('I will not\nresign');
    await service.write(ALICE, 'nex undo 101');
    await service.write(BOB, 'nex accept 101');
    await service.write(ALICE, 'nex move 101 b4,a3');
    const [answer] = await reply(question, 'yes');
    expect(answer!.text).toContain('moves were taken back since that mail');
    expect((await service.document('match/nex/101')).state).toBe('active');
  });

  it('asks back no moves but those that the question was about', async () => {
    await reply(board, 'b3,a3');
    const question = await asked('Hello Bob,\n\nundo?');
    await service.write(BOB, 'nex move 101 bob c3,b1');
    await service.write(ALICE, 'nex move 101 c2,d2');
    const [answer, ...others] = await reply(question, 'yes');
    expect(others).toEqual([]);
    expect(answer!.text).toContain('is no longer open');
  });

  it('books a holiday after the board has moved on', async () => {
    await reply(board, 'b3,a3');
    const question = await asked('I am on holiday from 20 to 24 December.');
    await service.write(BOB, 'nex move 101 bob c3,b1');
    const [answer] = await reply(question, 'yes');
    expect(answer!.text).toContain('Your clocks stop from 20 December 2026');
  });

  it('says nothing to a mail that asked nothing', async () => {
    await asked('How about b3,a3?');
    const [answer] = await reply(board, 'yes');
    expect(answer!.text).toContain("I haven't asked you");
  });

  it('says nothing where the mail program does not tell which mail it answers', async () => {
    const question = await asked('How about b3,a3?');
    const [answer] = await service.deliver({
      from: ALICE,
      subject: `Re: ${question.subject}`,
      body: 'yes',
      replyTo: { ...question, messageId: '' },
    });
    expect(answer!.text).toContain("I haven't asked you");
  });

  it('of somebody else does nothing', async () => {
    const question = await asked('How about b3,a3?');
    const mails = await reply(question, 'yes', BOB);
    expect(mails.flatMap(each => each.to)).not.toContain(ALICE);
    expect(to(mails, BOB).text).not.toContain('played b3,a3');
  });

  it('cannot be made of another Message-ID', async () => {
    const question = await asked('How about b3,a3?');
    const forged = { ...question, messageId: question.messageId.replace('b3-a3', 'c1-c2') };
    expect(forged.messageId).not.toBe(question.messageId);
    const [answer] = await reply(forged, 'yes');
    expect(answer!.text).toContain("I haven't asked you");
  });
});

describe('a question', () => {
  it('is dropped by no', async () => {
    const question = await asked('How about b3,a3?');
    const [answer] = await reply(question, 'No.');
    expect(answer!.text).toContain('everything stays as it is');
  });

  it.each(['ok', 'Sure!', 'yes that is what I meant', 'OK\n\nThanks!', '\u{1f44d}', 'OK, see you'])(
    'is asked again after %s, which may be said to anything',
    async words => {
      const question = await asked('I give up');
      const [again, ...others] = await reply(question, words);
      expect(others).toEqual([]);
      expect(again!.text).toContain('Did you mean `resign`? Then reply `yes`.');
    },
  );

  it('is dropped by a no in other words', async () => {
    const [answer, ...others] = await reply(await asked('I give up'), 'no thanks');
    expect(others).toEqual([]);
    expect(answer!.text).toContain('everything stays as it is');
  });

  it.each(['OK\n\nb3,a3', 'Sure, I play b3,a3'])('is left for what the answer %s asks for besides', async words => {
    const mails = await reply(await asked('I give up'), words);
    expect(mails[0]!.text).not.toContain('Did you mean `resign`?');
  });

  it('is left for another wish', async () => {
    const [answer] = await reply(await asked('How about b3,a3?'), 'Yes, I resign');
    expect(answer!.text).toContain('Did you mean `resign`?');
  });

  it('is asked again with all its choices, those without a command among them', async () => {
    const question = await asked('this is boring');
    const [again] = await reply(question, 'OK');
    expect(again!.text.slice(0, 120)).toBe(question.text.slice(0, 120));
  });

  it('at a proposal is asked again as well, and accepts nothing', async () => {
    const [, theirs] = await service.write(BOB, 'nex draw 101');
    const offer = to(await service.write(ALICE, 'nex show 101'), ALICE);
    expect(theirs).toBeDefined();
    const [question] = await reply(offer, 'I give up');
    const [again, ...others] = await reply(question!, 'ok');
    expect(others).toEqual([]);
    expect(again!.text).toContain('Did you mean `resign`?');
  });

  it('is asked again as often as it is not answered, with its numbers', async () => {
    const question = await asked('c3,b2 or b2,c3 or d3,e3?');
    const [again] = await reply(question, 'sure');
    expect(again!.text.slice(0, 200)).toBe(question.text.slice(0, 200));
    expect(subjects(await reply(again!, '2'))).toEqual(PLAYED);
  });

  it('is not asked again after words for the opponent', async () => {
    const question = await asked('I give up');
    expect(subjects(await reply(question, 'Thanks a lot!'))).toEqual(['Nex chat 101 alice', 'Nex chat 101 alice']);
  });

  it('is answered by any move as well', async () => {
    const question = await asked('How about b3,a3?');
    expect(to(await reply(question, 'c1 c2'), BOB).text).toContain('alice played c1,c2');
  });

  it('names several moves and wants one of them', async () => {
    const question = await asked('b3,a3 or c1,c2?');
    expect(question.text).toContain('What do you mean: 1 for `b3,a3` or 2 for `c1,c2`?');
    expect((await reply(question, 'yes'))[0]!.text).toContain('What do you mean: 1 for `b3,a3`');
  });

  it('is asked before a game is given up by a sentence', async () => {
    await reply(board, 'b3,a3');
    const [question] = await reply(board, 'I give up, you are too good.');
    expect(question!.text).toContain('Did you mean `resign`?');
    expect(subjects(await reply(question!, 'yes'))).toEqual(['Nex Board 101: bob won', 'Nex Board 101: you won']);
  });

  it.each(['I will not\nresign', 'Le 3 nov. bob a écrit :\n\nI resign.', 'Hello Bob,\n\nresign.\n\nGood game!'])(
    'is asked before a game is given up below other words: %j',
    async words => {
      const [question, ...others] = await reply(to(await reply(board, 'b3,a3'), ALICE), words);
      expect(others).toEqual([]);
      expect(question!.text).toContain('Did you mean `resign`?');
      expect(subjects(await reply(question!, 'yes'))).toEqual(['Nex Board 101: bob won', 'Nex Board 101: you won']);
    },
  );

  it('is asked before a draw is accepted below other words', async () => {
    const bobs = to(await reply(board, 'b3,a3'), BOB);
    const offer = to(await reply(to(await reply(bobs, 'c1,c2', BOB), BOB), 'draw', BOB), ALICE);
    const [question, ...others] = await reply(offer, 'I cannot\naccept\nthat.');
    expect(others).toEqual([]);
    expect(question!.text).toContain('Did you mean `accept`?');
    expect((await reply(question!, 'yes'))[0]!.text).toContain('You accept the draw');
  });

  it('is asked before a submitted move is confirmed below other words', async () => {
    await reply(board, 'submit b3,a3');
    const [question, ...others] = await reply(board, 'I cannot\nconfirm\nthat.');
    expect(others).toEqual([]);
    expect(question!.text).toContain('Did you mean b3,a3, a black stone on b3, a neutral on a3?');
    expect(subjects(await reply(question!, 'yes'))).toEqual(PLAYED);
  });

  it('is no question about what cannot be played', async () => {
    const [answer] = await reply(board, 'How about b9,z3?');
    expect(answer!.subject).toBe('Nex Board 101 Error');
  });

  it('gives back the words that were not sent on', async () => {
    expect((await asked('How about b3,a3?\n\nI am not sure.')).text).toContain('I am not sure.');
  });
});

describe('an answer to a chat', () => {
  it.each(['I am a beginner', 'Tomorrow I travel to Berlin', 'Mein Sohn spielt auch', 'I like this opening a lot'])(
    'goes to the other player, though it resembles a wish: %s',
    async words => {
      const chat = to(await reply(board, 'chat\nHello Bob', ALICE), BOB);
      const mails = await reply(chat, words, BOB);
      expect(to(mails, ALICE).text).toContain(words);
    },
  );
});

describe('words that another may have written', () => {
  it('end no board because of the Subject of an answer', async () => {
    const [answer, ...others] = await service.write(ALICE, 'Re: nex resign 101', 'What do you mean?');
    expect(others).toEqual([]);
    expect(answer!.text).toContain('the Subject of another mail');
  });

  it('are no answer of a player to the question of another', async () => {
    const question = await asked('I give up, you are too good');
    const mails = await service.deliver({
      from: BOB,
      subject: `Re: ${question.subject}`,
      body: 'yes',
      replyTo: question,
      proved: true,
    } as never);
    expect(JSON.stringify(mails)).not.toContain('resigned');
  });

  it('do not act below a line of ours that an opponent writes in a chat', async () => {
    const chat = to(await reply(board, 'chat\nhi\n\nOr with one of:\n\nresign', ALICE), BOB);
    const quote = chat.text
      .split('\n')
      .map(line => line.trimEnd())
      .join('\n');
    for (const words of ['', 'Nice move, let me think.']) {
      const mails = await reply(
        chat,
        `${words}\n\n-----Original Message-----\nFrom: <games@example.test>\nSubject: ${chat.subject}\n\n${quote}`,
        BOB,
      );
      expect(JSON.stringify(mails)).not.toContain('resigned');
    }
  });
});
