// The sender of a mail: which proofs count, for which account, and which board the mail is about.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import {
  addOpenProposal,
  createStrangerIdentity,
  findAnsweredToken,
  identify,
  type Identity,
  proveClaims,
} from '#core/board/sender.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { DEFINITIONS } from '#core/features.ts';
import { DAMAGED, type Data } from '#core/kernel/documents.ts';
import { createState } from '#core/kernel/state.ts';
import type { Incoming } from '#core/mail/incoming.ts';
import { makeBoardContext } from '#core/mail/mail-sender.ts';
import { formatDetailAddress, messageIdOf, parseToken, type TokenClaims, writeToken } from '#core/mail/token.ts';
import type { Account } from '#core/players/account.ts';
import { account, match } from '#test/conformance/store.ts';
import { incoming, OWN } from './mails.ts';

const ALICE = 'alice@example.test';
const BOB = 'bob@example.test';
const CAROL = 'carol@example.test';
const FRED = 'fred@example.test';
const INVITED = 'invited@else.test';
const WANTED = 'wanted@else.test';
const STRANGER = 'stranger@else.test';

/** A MAC that shows what it was made of: only equal texts have equal ones. */
const sign = (text: string): string => `m${Buffer.from(text).toString('hex')}`;
const trust = { own: OWN, servers: ['mx.test'], sign };

const board = (number: number): { readonly game: string; readonly number: number } => ({ game: 'nex', number });
const open: Match = {
  ...match(101, ['alice', 'bob']),
  record: [{ kind: 'proposal', what: 'draw', by: 0, at: 2_000 }],
};
const people: readonly Account[] = [
  ...['alice', 'bob'].map(account),
  { ...account('carol'), wanted: [WANTED, CAROL] },
  // A guest with a chosen name.
  { ...account('fred'), former: { userid: 'guest104', at: 1_500 } },
  { ...account('guest104'), renamedTo: 'fred', addresses: [] },
];
const confirmed = { subject: '', text: '', detail: null, messageId: null, at: 0, spent: false };
const documents = new Map<string, Data>([
  ...people.map(each => [`account/${each.userid}`, each] as const),
  ...people.flatMap(({ userid, addresses }) => addresses.map(address => [`address/${address}`, { userid }] as const)),
  ['account/mallory', null],
  ...[INVITED, WANTED, STRANGER].map(address => [`address/${address}`, null] as const),
  ['match/nex/101', open],
  [
    'match/nex/102',
    {
      ...match(102, ['alice'], 'invited'),
      players: [
        { kind: 'account', userid: 'alice' },
        { kind: 'invited', address: INVITED },
      ],
      record: [],
      threads: [null, null],
    },
  ],
  ['match/nex/103', DAMAGED],
  ['match/nex/104', match(104, ['fred', 'bob'])],
  ['match/nex/105', null],
  ['match/nex/106', match(106, ['mallory', 'bob'])],
  ['parked/p1', { account: 'alice', from: BOB, ...confirmed }],
  ['parked/p2', null],
  ['alert/n1', { kind: 'change', account: 'alice', told: [ALICE, STRANGER], at: 0, spent: false }],
  ['alert/n2', null],
]);
const state = createState({ games, robots: [], ...DEFINITIONS }, documents, () => undefined);

const boardClaims = (
  userid: string,
  fields: Partial<TokenClaims & { readonly kind: 'board' }> = {},
): TokenClaims & { readonly kind: 'board' } => ({
  ...{
    kind: 'board',
    match: board(101),
    player: userid === 'alice' ? 0 : 1,
    ply: 0,
    takeBacks: 0,
    proposals: 1,
    askedLines: [],
  },
  ...{ userid, ...fields },
});
const tokens = {
  board: boardClaims('alice'),
  seat: { kind: 'seat', match: board(102), player: 1, address: INVITED },
  address: { kind: 'address', userid: 'carol', address: WANTED },
  parked: { kind: 'parked', id: 'p1', userid: 'alice' },
  digest: { kind: 'digest', userid: 'alice' },
  offer: { kind: 'offer', number: 7, userid: 'alice' },
  problem: { kind: 'problem', number: 7, userid: 'alice' },
  account: { kind: 'account', userid: 'alice', address: ALICE },
  probe: { kind: 'probe', userid: 'alice', address: ALICE, at: 5_000 },
  alert: { kind: 'alert', id: 'n1', address: ALICE },
  question: { kind: 'question', askedLines: ['set mail=text'], address: ALICE },
} satisfies { readonly [Kind in TokenClaims['kind']]: TokenClaims & { readonly kind: Kind } };

const write = (claims: TokenClaims): string => writeToken(claims, sign);
const forged = (claims: TokenClaims): string => writeToken(claims, () => 'forged');

const mailOf = (
  from: string,
  details: readonly string[],
  { isVouchedFor = false, over = {} }: { readonly isVouchedFor?: boolean; readonly over?: Partial<Incoming> } = {},
): Incoming =>
  incoming(isVouchedFor ? [`Authentication-Results: mx.test; auth=pass smtp.auth=${from}`] : [], {
    from: [{ address: from, name: 'The Sender' }],
    recipients: details.map(detail => formatDetailAddress(OWN, detail)),
    subject: 'hello',
    ...over,
  });

const identifyMail = (...parts: Parameters<typeof mailOf>): Identity => identify(mailOf(...parts), state, trust);

/** `alice by token`, `none, alice is asked`: what a mail proves. An owner's own mail is marked with `!`. */
function proved({ sender: { proof, userid, isOwner }, ownerToAsk }: Identity): string {
  const asked = ownerToAsk === null ? '' : `, ${ownerToAsk} is asked`;
  return `${userid ?? 'unknown'} by ${proof}${isOwner ? '!' : ''}${asked}`;
}

describe('a mail without a token', () => {
  it.each([
    [STRANGER, false, 'unknown by none'],
    [STRANGER, true, 'unknown by authentication-results!'],
    [ALICE, false, 'unknown by none, alice is asked'],
    [ALICE, true, 'alice by authentication-results!'],
  ])('from %s, vouched for: %s', (from, isVouchedFor, expected) => {
    expect(proved(identifyMail(from, [], { isVouchedFor }))).toBe(expected);
    expect(proved(identifyMail(from, [forged(tokens.board), 'no-token'], { isVouchedFor }))).toBe(expected);
  });

  it('is proved by our own verification, where the receiving server says nothing', () => {
    const properties = new Map([['header.d', 'example.test']]);
    const verification = { results: [{ method: 'dkim', result: 'pass', properties }], summary: '' };
    expect(proved(identifyMail(ALICE, [], { over: { verification } }))).toBe('alice by dkim!');
  });
});

describe('a token', () => {
  const ASKED = 'unknown by none, alice is asked';
  const BY_ADDRESS = { [STRANGER]: 'unknown by none', [BOB]: 'unknown by none, bob is asked' };
  const rows: readonly [TokenClaims['kind'], from: string, unproved: string, vouchedFor: string][] = [
    // Mails that people forward: the owner is asked, unless the sender is a player with a proof of their own.
    ...(['board', 'digest', 'offer'] as const).flatMap((kind): typeof rows => [
      [kind, ALICE, 'alice by token', 'alice by token!'],
      [kind, BOB, ASKED, 'bob by authentication-results!'],
      [kind, STRANGER, ASKED, ASKED],
    ]),
    // Mails to one address: from another one they prove nothing.
    ...(['account', 'probe', 'alert'] as const).flatMap((kind): typeof rows => [
      [kind, ALICE, 'alice by token', 'alice by token!'],
      [kind, BOB, BY_ADDRESS[BOB], 'bob by authentication-results!'],
      [kind, STRANGER, BY_ADDRESS[STRANGER], 'unknown by authentication-results!'],
    ]),
    ['seat', INVITED, 'unknown by token', 'unknown by token!'],
    ['seat', BOB, BY_ADDRESS[BOB], 'bob by authentication-results!'],
    ['seat', STRANGER, BY_ADDRESS[STRANGER], 'unknown by authentication-results!'],
    ['address', WANTED, 'carol by token', 'carol by token!'],
    ['address', CAROL, 'unknown by none, carol is asked', 'carol by authentication-results!'],
    ['address', BOB, BY_ADDRESS[BOB], 'bob by authentication-results!'],
    // A mail that waits for its owner's word: only the owner has the token.
    ['parked', ALICE, 'alice by token!', 'alice by token!'],
    ['parked', BOB, BY_ADDRESS[BOB], 'bob by authentication-results!'],
    ['parked', STRANGER, BY_ADDRESS[STRANGER], 'unknown by authentication-results!'],
  ];

  it.each(rows)('of the kind %s, in a mail from %s', (kind, from, unproved, vouchedFor) => {
    const detail = write(tokens[kind]);
    expect(proved(identifyMail(from, [detail]))).toBe(unproved);
    expect(proved(identifyMail(from, [detail], { isVouchedFor: true }))).toBe(vouchedFor);
  });

  it('of an alert counts from each address that was told', () => {
    const toStranger = write({ ...tokens.alert, address: STRANGER });
    expect(proved(identifyMail(STRANGER, [toStranger]))).toBe('unknown by token');
    expect(identifyMail(BOB, [write({ ...tokens.alert, address: BOB })]).token).toBeNull();
  });

  it.each([
    ['a board without such a player', { ...tokens.board, player: 2 }],
    ['a seat that is not invited', { ...tokens.seat, player: 0, address: ALICE }],
    ['a player at a seat that is invited', boardClaims('alice', { match: board(102), player: 1 })],
    ['a seat of a board that does not exist', { ...tokens.seat, match: board(105), address: ALICE }],
    ['a board that does not exist', boardClaims('alice', { match: board(105), player: 0 })],
    ['a mail that is parked no longer', { ...tokens.parked, id: 'p2' }],
    ['an alert that is over', { ...tokens.alert, id: 'n2' }],
    ['an account that does not exist', { ...tokens.address, userid: 'mallory', address: ALICE }],
    ['an account that wants no address', { ...tokens.address, userid: 'alice', address: ALICE }],
  ] as const)('of %s proves nothing', (_, claims) => {
    expect(identifyMail(ALICE, [write(claims)])).toMatchObject({ token: null, detail: null, ownerToAsk: 'alice' });
  });

  it('is the first genuine one of a mail', () => {
    const details = [forged(tokens.digest), write(tokens.offer), write(tokens.digest)];
    const identity = identifyMail(ALICE, details);
    expect(identity).toMatchObject({ detail: details[1], token: { kind: 'offer', number: 7, userid: 'alice' } });
    expect(identity.token).toEqual(parseToken(write(tokens.offer)));
  });

  it('under a former userid belongs to the player, who has another one now', () => {
    const earlier = boardClaims('guest104', { match: board(104), player: 0 });
    expect(proved(identifyMail(FRED, [write(earlier)]))).toBe('fred by token');
    expect(proved(identifyMail(FRED, [write({ ...tokens.digest, userid: 'guest104' })]))).toBe('fred by token');
    expect(proved(identifyMail(BOB, [write(earlier)]))).toBe('unknown by none, fred is asked');
    // At another player's seat that userid says nothing, nor does one at the seat of a player without an account.
    expect(identifyMail(FRED, [write({ ...earlier, player: 1 })]).token).toBeNull();
    expect(identifyMail(FRED, [write({ ...earlier, userid: 'guest105' })]).token).toBeNull();
    expect(identifyMail(FRED, [write({ ...earlier, match: board(106) })]).token).toBeNull();
  });

  it('has the claims that the documents complete', () => {
    const claimsOf = (claims: TokenClaims, from: string): unknown => {
      const token = parseToken(write(claims));
      return token === null ? null : proveClaims(token, state, from, sign);
    };
    for (const claims of Object.values(tokens))
      expect(claimsOf(claims, 'address' in claims ? claims.address : BOB)).toEqual({
        ...claims,
        mac: parseToken(write(claims))?.mac,
      });
    expect(claimsOf(tokens.account, BOB)).toBeNull();
    expect(claimsOf({ ...tokens.account, userid: 'mallory' }, ALICE)).toMatchObject({ userid: 'mallory' });
  });
});

describe('the sender', () => {
  it('has the address, name and Message-ID of the mail', () => {
    const over = { messageId: '<m7@client.test>' };
    expect(identifyMail(BOB, [], { isVouchedFor: true, over })).toEqual({
      sender: {
        ...{ address: BOB, name: 'The Sender', messageId: '<m7@client.test>', proof: 'authentication-results' },
        ...{ userid: 'bob', isOwner: true, isChat: false, language: null },
      },
      ...{ token: null, isReply: false, detail: null, board: null, ownerToAsk: null, hasAccount: true, askedLines: [] },
    });
    expect(identifyMail(STRANGER, []).hasAccount).toBe(false);
  });

  it('of a mail that is not read is its address, without any proof', () => {
    const mail = mailOf(ALICE, [write(tokens.board)], { isVouchedFor: true });
    const stranger = {
      sender: {
        ...{ address: ALICE, name: '', messageId: '<m1@client.test>', proof: 'none', userid: null, isOwner: false },
        ...{ isChat: false, language: null },
      },
      ...{
        token: null,
        isReply: false,
        detail: null,
        board: null,
        ownerToAsk: null,
        hasAccount: false,
        askedLines: [],
      },
    };
    expect(createStrangerIdentity(mail)).toEqual(stranger);
    expect(createStrangerIdentity({ ...mail, from: [] }).sender.address).toBe('');
  });

  it.each([[['Chat-Version: 1.0'], true] as const, [[], false] as const])('writes in a chat: %j, %s', (headers, is) => {
    expect(identify(incoming(headers), state, trust).sender.isChat).toBe(is);
    expect(createStrangerIdentity(incoming(headers)).sender.isChat).toBe(is);
  });
});

describe('a reply', () => {
  const first = write(tokens.board);
  const other = write(tokens.digest);
  const answered = (...details: readonly string[]): readonly string[] =>
    details.map((detail, index) => messageIdOf(OWN, detail, `x${index}`));

  it.each([
    ['that answers the mail with the token', [first], answered(first), true],
    ['with the token in its Message-ID alone', [], answered(first), true],
    ['that answers another mail of ours', [first], answered(other), false],
    ['that answers that mail second', [first], answered(other, first), false],
    ['that answers nothing', [first], [], false],
    ['that answers a mail of others', [first], ['<a.b@client.test>'], false],
    ['without a genuine token', [], answered(forged(tokens.board)), false],
  ] as const)('%s', (_, details, inReplyTo, isReply) => {
    expect(identifyMail(ALICE, details, { over: { inReplyTo } }).isReply).toBe(isReply);
  });

  it('names the token of the first mail it answers', () => {
    const tokenOf = (inReplyTo: readonly string[]): unknown =>
      findAnsweredToken(mailOf(ALICE, [], { over: { inReplyTo } }), OWN);
    expect(tokenOf(answered(first, other))).toEqual(parseToken(first));
    expect(tokenOf(['<a.b@client.test>', ...answered(first)])).toBeNull();
    expect(tokenOf([])).toBeNull();
  });
});

describe('the board', () => {
  const contextOf = (details: readonly string[], over: Partial<Incoming> = {}, from = ALICE): unknown =>
    identifyMail(from, details, { over }).board;

  it.each([
    [
      'of a token',
      [write(boardClaims('alice', { ply: 3, takeBacks: 2 }))],
      'hello',
      { ply: 3, takeBacks: 2, proposals: 1 },
    ],
    [
      'of a token, whatever the Subject says',
      [write(tokens.board)],
      'Nex Board 104 alice',
      { ply: 0, takeBacks: 0, proposals: 1 },
    ],
    ['of the Subject without a token', [], 'Re: Nex Board 101 alice', {}],
    ['of the Subject beside a token without a board', [write(tokens.digest)], 'Re: Nex Board 101 alice', {}],
    ['of the Subject beside a forged token', [forged(boardClaims('fred', { match: board(104) }))], 'Nex Board 101', {}],
  ])('is that %s', (_, details, subject, fields) => {
    expect(contextOf(details, { subject })).toEqual(makeBoardContext(board(101), fields));
  });

  it('is none without a token and without a board in the Subject', () => {
    expect(contextOf([], { subject: 'Chess Board 101 alice' })).toBeNull();
  });

  it('of an invitation waits for its answer', () => {
    const invited = makeBoardContext(board(102), { isInvited: true });
    expect(contextOf([write(tokens.seat)], {}, INVITED)).toEqual(invited);
    expect(contextOf([], { subject: 'Nex Board 102 alice' })).toEqual(invited);
    const toChallenger = write(boardClaims('alice', { match: board(102) }));
    expect(contextOf([toChallenger])).toEqual({ ...invited, ply: 0, takeBacks: 0, proposals: 1 });
  });

  it('of a token is known even if it is damaged, so that nothing could prove the token', () => {
    const damaged = forged(boardClaims('alice', { match: board(103) }));
    const subject = 'Nex Board 104 alice';
    expect(contextOf(['no-token', write(tokens.digest), damaged], { subject })).toEqual(makeBoardContext(board(103)));
    expect(contextOf([damaged], { subject }, STRANGER)).toEqual(makeBoardContext(board(103)));
  });
});

describe('the line that a mail asked about', () => {
  const asked = boardClaims('alice', { ply: 4, takeBacks: 1, proposals: 0, askedLines: ['b3,a3'] });
  const to = { ...asked, askedLines: [] };
  const askedLine = (claims: TokenClaims, recipient: TokenClaims = to, writer = write): string | null =>
    identifyMail(ALICE, [write(recipient)], { over: { inReplyTo: [messageIdOf(OWN, writer(claims), 'x1')] } })
      .askedLines[0] ?? null;

  it('counts in a reply to that mail', () => expect(askedLine(asked)).toBe('b3,a3'));

  it.each([
    ['forged', { ...asked }, forged],
    ['of another board', { ...asked, match: board(104) }, write],
    ['of another player', { ...asked, player: 1, userid: 'bob' }, write],
    ['of another move', { ...asked, ply: 3 }, write],
    ['before a take-back', { ...asked, takeBacks: 0 }, write],
    ['of a mail that asked nothing', to, write],
    ['of a mail of another kind', tokens.digest, write],
  ])('does not count if it is %s', (_, claims, writer) => expect(askedLine(claims, to, writer)).toBeNull());
});

describe('an open proposal', () => {
  const vote: Entry = { kind: 'vote', by: 1, accepts: false, at: 3_000 };
  const refused = createState(
    { games, robots: [], ...DEFINITIONS },
    new Map([...documents, ['match/nex/101', { ...open, record: [...open.record, vote] }]]),
    () => undefined,
  );
  const over = createState(
    { games, robots: [], ...DEFINITIONS },
    new Map([...documents, ['match/nex/101', { ...open, state: 'removed' }]]),
    () => undefined,
  );
  const context = makeBoardContext(board(101), { ply: 2 });

  it.each([
    ['bob', state, true],
    ['alice', state, false],
    ['carol', state, false],
    [null, state, false],
    ['bob', refused, false],
    ['bob', over, false],
  ])('waits for %s', (userid, known, isAsking) => {
    expect(addOpenProposal(context, known, userid)).toEqual({ ...context, isAsking });
  });

  it('is noted for a sender who must answer', () => {
    expect(identifyMail(BOB, [write(boardClaims('bob'))]).board).toMatchObject({ isAsking: true });
    expect(identifyMail(ALICE, [write(tokens.board)]).board).toMatchObject({ isAsking: false });
    expect(identifyMail(STRANGER, [write(boardClaims('bob'))]).board).toMatchObject({ isAsking: false });
  });
});
