// What only the writer was told, or only the writer may know, never reaches another person in the writer's words.
import { describe, expect, it } from 'vitest';
import { type Lab, lab, type Received } from '../service/lab.ts';
import { recordedStore } from './recorded-store.ts';

const NOTE = 'the lower corner is weak and badly guarded';
const PASSWORD = 'Sesame-7';
const ADDRESS = 'alice@example.test';

/** How a mail program marks each line of the mail that it quotes. */
const MARKS = ['> ', '>', '| ', '» ', ': ', '│ ', '# ', '* ', '- ', '    ', 'A> ', '=> ', '| > ', ''];

/** What stands above the quoted mail. */
const INTRODUCTIONS = [
  '',
  'On Sat, 21 Nov 2026 at 10:00, nexpost <games@example.test> wrote:',
  `------------------ 原始邮件 ------------------\n发件人: "nexpost"<games@example.test>;\n发送时间: 2026年11月21日(星期六) 上午10:00\n收件人：alice<${ADDRESS}>;\n主题: Nex Board 101`,
  `จาก: nexpost <games@example.test>\nถึง: ${ADDRESS}\nวันที่: 21 พ.ย. 2569\nเรื่อง: Nex Board 101`,
  `فرستنده: nexpost\nگیرنده: ${ADDRESS}\nموضوع: Nex Board 101`,
  `प्रेषक: nexpost <games@example.test>\nप्रति：${ADDRESS}\nविषय：Nex Board 101`,
  `ในวันที่ ส. 21 พ.ย. 2569 เวลา 10:00 ${ADDRESS} เขียนว่า`,
];

interface Game {
  readonly club: Lab;
  /** Alice's mail with her note and her prepared moves. */
  readonly board: Received;
}

const { store, copy } = recordedStore();

/** The same game for each test, in a store of its own. */
async function begin(): Promise<Game> {
  first ??= play();
  const { board } = await first;
  return { club: lab({ store: await copy() }), board };
}

let first: Promise<Game> | null = null;

async function play(): Promise<Game> {
  const club = lab({ store });
  await club.write('alice', `signup alice ${PASSWORD}`);
  await club.write('bob', 'signup bob');
  await club.write('alice', 'nex challenge -size=5 alice bob');
  await club.write('alice', `nex note 101 ${NOTE}`);
  await club.write('alice', 'nex move 101 b3,a3');
  const [board] = await club.write('alice', 'nex if 101 c3,b1 then c2,d2');
  return { club, board: board! };
}

/** What other people were sent. */
const sentToOthers = (mails: readonly Received[]): string =>
  mails
    .filter(({ to }) => !to.includes(ADDRESS))
    .map(({ text, html, subject }) => [subject, text, html].join('\n'))
    .join('\n');

const tokenOf = ({ replyTo }: Received): string => /\+([^@]*)@/.exec(replyTo)?.[1] ?? '';

const squeeze = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function findSecrets(words: string, board: Received): readonly string[] {
  const secrets = [NOTE, PASSWORD, ADDRESS, tokenOf(board).slice(-16), 'if c3,b1 then c2,d2'];
  return secrets.filter(secret => squeeze(words).includes(squeeze(secret)));
}

it('shows its player the note and the prepared moves', async () => {
  const { board } = await begin();
  expect(board.text).toContain(NOTE);
  expect(board.text).toContain('if c3,b1 then c2,d2');
});

describe('a reply with the whole mail below', () => {
  it.each(INTRODUCTIONS)('%j', async above => {
    const { club, board } = await begin();
    const told: string[] = [];
    for (const mark of MARKS) {
      club.pass(3_600_000);
      const quoted = board.text.replace(/^/gm, mark);
      const mails = await club.reply('alice', board, `chat\nHello Bob, look at this.\n\n${above}\n${quoted}`);
      const words = sentToOthers(mails);
      if (!words.includes('Hello Bob, look at this.')) told.push(`${mark} lost`);
      told.push(...findSecrets(words, board).map(secret => `${mark} ${secret}`));
    }
    expect(told).toEqual([]);
  });
});

/** Ways in which a token comes into the words of a player. */
const SPELLINGS: Readonly<Record<string, (replyTo: string, messageId: string) => string>> = {
  'the address': replyTo => `Look what I got: ${replyTo}`,
  'a quoted header': replyTo => `Reply-To: nexpost <${replyTo}>`,
  'a link': replyTo => `see <a href="mailto:${encodeURIComponent(replyTo)}?subject=x">reply</a>`,
  'broken over lines': replyTo => `Reply-To: ${replyTo.slice(0, 20)}\n ${replyTo.slice(20)}`,
  'broken by quoted-printable': replyTo => `Reply-To: ${replyTo.slice(0, 30)}=\n${replyTo.slice(30)}`,
  'broken into three': replyTo =>
    `Reply-To:\n${replyTo.slice(0, 12)}\n ${replyTo.slice(12, 24)}\n ${replyTo.slice(24)}`,
  'invisible breaks': replyTo => replyTo.replace(/.{9}/g, '$&\u200b'),
  'marks of Markdown and HTML': replyTo => replyTo.replaceAll('.', '\\.<wbr>'),
  'signs of a program': replyTo =>
    JSON.stringify({ replyTo: replyTo.replace('+', '\\u002b').replaceAll('.', '\\u002e') }),
  'quoted-printable signs': replyTo => replyTo.replace('+', '=2B').replace('@', '=40'),
  'HTML entities': replyTo => replyTo.replace('+', '&#43;').replace('@', '&#x40;'),
  'full-width letters': replyTo => replyTo.replace('+', '\uff0b').replace('@', '\uff20'),
  capitals: replyTo => replyTo.toUpperCase(),
  'the token alone': replyTo => `my code is ${/\+([^@]*)@/.exec(replyTo)?.[1] ?? ''} and more`,
  'the token with other signs': replyTo => (/\+([^@]*)@/.exec(replyTo)?.[1] ?? '').replaceAll('.', ' . '),
  'the secret part alone': replyTo => `the end is ${/([^.]*)@/.exec(replyTo)?.[1] ?? ''}, I think`,
  'the Message-ID': (_, messageId) => `In-Reply-To: ${messageId}`,
  'the Message-ID in the middle of words': (_, messageId) => `I got ${messageId}, did you?`,
};

describe('a token in the words of its owner', () => {
  it.each(Object.keys(SPELLINGS))('does not reach the opponent: %s', async name => {
    const { club, board } = await begin();
    const words = SPELLINGS[name]!(board.replyTo, board.messageId);
    for (const before of ['chat\nHello Bob,', `chat ${words.split('\n')[0] ?? ''}`, 'undo']) {
      const mails = await club.reply('alice', board, `${before}\n\n${words}\n\nBye for now`);
      const sent = sentToOthers(mails);
      expect(sent).toContain('Bye for now');
      expect(findSecrets(sent, board)).toEqual([]);
      expect(mails.at(-1)!.text.replace(/\s+/g, ' ')).toContain('with which others could act as you');
    }
  });
});

const PASSWORD_LINES = [
  `alice ${PASSWORD} a1`,
  `alice ${PASSWORD}`,
  `> alice ${PASSWORD} a1,b2`,
  `hex moves 101 alice ${PASSWORD} a1`,
  `hexx move 101 alice ${PASSWORD} a1`,
  `nex mvoe 101 alice ${PASSWORD} a1`,
  `nex move 101 alice ${PASSWORD} c3,b2`,
  `play 101 alice ${PASSWORD} a1`,
  `login alice ${PASSWORD}`,
  `resgin 101 alice ${PASSWORD}`,
  `password: ${PASSWORD}`,
  `Password ${PASSWORD}`,
  `my password is ${PASSWORD}`,
  `pasword=${PASSWORD}`,
  `set password=${PASSWORD}`,
  `message alice ${PASSWORD} bob`,
  `change address alice ${PASSWORD} new@example.test`,
  `signoff alice ${PASSWORD}`,
  `alice: ${PASSWORD}`,
  `login alice/${PASSWORD}`,
  `alice\n${PASSWORD}`,
  `user alice pass ${PASSWORD}`,
  `alice@example.test ${PASSWORD}`,
  `sign up alice ${PASSWORD}`,
  `please nex move 101 alice ${PASSWORD}`,
  `I typed nex move 101 alice ${PASSWORD} and nothing came`,
  `nex resign 101 alice ${PASSWORD} thanks for the game`,
  `rename alice ${PASSWORD} alicia`,
  `my password: ${PASSWORD}`,
  `senha: ${PASSWORD}`,
  `a minha palavra-passe: ${PASSWORD}`,
  `palavra passe ${PASSWORD}`,
  `пароль: ${PASSWORD}`,
  `密码：${PASSWORD}`,
  `login=alice password=${PASSWORD}`,
  `password:\n${PASSWORD}`,
  `set -password=${PASSWORD}`,
  `set --password=${PASSWORD}`,
  `setpassword ${PASSWORD}`,
  `set password\n${PASSWORD}`,
  `password\nplainword`,
];

describe('a line with a password', () => {
  it.each(PASSWORD_LINES)('does not reach the opponent: %s', async line => {
    const { club, board } = await begin();
    for (const body of [
      `chat\nHello Bob,\n${line}\nBye`,
      `chat\n${line}`,
      `chat ${line}`,
      `undo\nSorry.\n${line}`,
      `undo\n${line}`,
      line,
    ]) {
      const mails = await club.reply('alice', board, body);
      expect(findSecrets(sentToOthers(mails), board), body).toEqual([]);
    }
  });

  it.each([
    'I am alice and I like this game',
    'alice, who else?',
    'Alice Smith',
    'Alice Cooper',
    'Alice S.',
    'Thanks, alice is happy',
    'I forgot to move 101 times',
    'you and alice 2nd, as always',
    'then alice b3,a3 and I pass c2',
    'from alice\nsee https://hex.test/h2o',
    'alice beat robot3 on 13x13',
    'message bob that I am late',
    'add bob to the game',
    'Passwords are boring, I know',
  ])('is not: %s', async line => {
    const { club, board } = await begin();
    const mails = await club.deliver({
      from: '"Alice Smith" <alice@example.test>',
      subject: `Re: ${board.subject}`,
      replyTo: board,
      body: `chat\nHello Bob,\n${line}\nBye`,
      headers: ['Authentication-Results: example.test; auth=pass smtp.auth=alice@example.test'],
      unproved: true,
    });
    expect(sentToOthers(mails)).toContain(line.split('\n')[0]);
    expect(mails.at(-1)!.text).not.toContain('left out');
  });
});

describe('an address of the writer', () => {
  it.each([
    'Write to alice@example.test!',
    'ALICE@Example.test',
    'alice+games@example.test',
    'mailto:alice%40example.test',
    'alice@exa\nmple.test',
    'ali\u200bce@example.test',
    'My address:_alice@example.test_',
    '我的邮箱是alice@example.test，再见',
  ])('does not reach the opponent: %j', async words => {
    const { club, board } = await begin();
    const mails = await club.reply('alice', board, `chat\nHello Bob,\n${words}\nBye`);
    expect(findSecrets(sentToOthers(mails), board)).toEqual([]);
    expect(mails.at(-1)!.text).toContain('I left out your own address');
  });

  it('may be anybody else’s', async () => {
    const { club, board } = await begin();
    const mails = await club.reply('alice', board, 'chat\nWrite to malice@example.test or alice@example.test.org.');
    expect(sentToOthers(mails)).toContain('malice@example.test');
  });
});

it('leaves the line below a password as it is', async () => {
  const { club, board } = await begin();
  const mails = await club.reply('alice', board, `chat\nHello\npassword: ${PASSWORD}\nThanks`);
  expect(sentToOthers(mails)).toMatch(/Hello\s+Thanks/);
});

it('leaves the words above a secret as they are', async () => {
  const { club, board } = await begin();
  const { replyTo } = board;
  const mails = await club.reply('alice', board, `chat\nlook\n${replyTo.slice(0, 20)}\n ${replyTo.slice(20)}\nhere`);
  expect(sentToOthers(mails)).toMatch(/look\s+\[…\]\s+here/);
});

it('keeps a note as it was written', async () => {
  const { club, board } = await begin();
  await club.reply('alice', board, `note ${NOTE}\nI am alice@example.test`);
  expect((await club.document('match/nex/101')).notes).toEqual({ alice: `${NOTE}\nI am alice@example.test` });
});

describe('a word below the word for a password', () => {
  it.each(['change password\nOtto', 'Please\nchange password\nOtto', 'set password:\nSesame-8'])(
    'changes nothing and is not repeated: %s',
    async body => {
      const { club, board } = await begin();
      const mails = await club.reply('alice', board, body);
      expect(mails.map(({ text }) => text).join('\n')).not.toMatch(/Otto|Sesame|has changed/);
    },
  );

  it('may be a command', async () => {
    const { club, board } = await begin();
    const mails = await club.reply('alice', board, 'password\nresign');
    expect(mails.map(({ text }) => text).join('\n')).toContain('resign');
  });
});
