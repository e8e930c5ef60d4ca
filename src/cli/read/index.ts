// `nexpost read`: says what the service makes of a mail on stdin, without acting on it.
// Uses the same gates and the same language as the service, beside its data or without any.
import { createHash } from 'node:crypto';
import { createSecrets } from '#adapters/crypto/secrets.ts';
import { mime } from '#adapters/mime/index.ts';
import { loadEar } from '#adapters/templates/templates.ts';
import { type Verifier, readInSteps, readStep } from '#adapters/mime/verified-reading.ts';
import { listTrustedServers, parseOwnAddress } from '#adapters/settings/schema.ts';
import type { ReadOnlyStore } from '#adapters/store/entry-stream.ts';
import { type TrustSettings, createEmbeddedSettings, createVerifier } from '#composition/service-settings.ts';
import { findBoardInSubject } from '#core/board/board-in-subject.ts';
import { matchStateOf, playerName, requireGame, turnOf } from '#core/board/match.ts';
import { type Trust, findAnsweredToken, identify } from '#core/board/sender.ts';
import { isUser } from '#core/desk/decide/decide-mail.ts';
import { DEFINITIONS, commands } from '#core/features.ts';
import type { LoadedData } from '#core/kernel/documents.ts';
import { limits } from '#core/kernel/limits.ts';
import { type Attempt, attempt } from '#core/kernel/loading.ts';
import { type State, createState } from '#core/kernel/state.ts';
import { type Instant, dayOf } from '#core/kernel/time.ts';
import { stripReplyPrefixes } from '#core/kernel/words.ts';
import { parseMail } from '#core/language/parse-mail.ts';
import { type ParsedMail, type Statement, looksLikeMove } from '#core/language/statement.ts';
import { isAuthenticated, nameAuthentication } from '#core/mail/authentication-results.ts';
import { type Reason, type Stop, detailsOf, findFirstStop } from '#core/mail/gates.ts';
import { type Incoming, readSubject } from '#core/mail/incoming.ts';
import { type BoardContext, type MailSender, type Proof, makeBoardContext } from '#core/mail/mail-sender.ts';
import { parseToken } from '#core/mail/token.ts';
import { robots } from '#core/players/robots.ts';
import { isUseridShaped } from '#core/players/userid.ts';
import { predictForMail } from '#core/prefetch.ts';
import type { Opaque } from '#games/game.ts';
import { reasonOf } from '#games/kit/assert.ts';
import { formatJson } from '#games/kit/plain-text.ts';
import { games } from '#games/registry/index.ts';
import { createLoaded, load, loadUntil } from '#service/load.ts';
import type { Secrets } from '#service/ports.ts';
import { causeOf } from '#service/process-mail.ts';
import { createVerb } from '../shell/command-line.ts';
import { PLACE, type StorePlace, readGivenSettings, storePlace, useReadOnlyStore } from '../shell/store-place.ts';
import { Misuse, type Verb, readMailBytes } from '../shell/verb.ts';

/** One record of `nexpost read`, in the order in which it is printed. */
export interface MailReport {
  readonly verdict: 'read' | 'silent' | 'refused';
  readonly reason: Reason | null;
  readonly from: string | null;
  readonly proof: Proof;
  readonly text: string;
  readonly commands: readonly string[];
  readonly comment: string;
  /** What the service would ask about instead of doing it: moves that prose mentions, words that may mean a command. */
  readonly asks: readonly string[];
  /** The effect of a mail that was processed before. Only such a mail has it. */
  readonly done?: Done;
}

interface Done {
  /** In UTC, as 2026-11-25. */
  readonly day: string;
  /** The sender's boards on which something happened on that day, and what. */
  readonly boards: readonly object[];
}

/** The data of a service, to look at. */
export interface Records {
  readonly look: ReadOnlyStore;
  readonly secrets: Secrets;
}

/**
 * `verifier` null: senders are not verified by the service itself. `records` null: without data no sender is known, and moves are
 * recognised by their shape.
 */
export async function reportOn(
  raw: Uint8Array,
  { trust, verifier }: { readonly trust: Trust; readonly verifier: Verifier | null },
  records: Records | null,
): Promise<MailReport> {
  const { mail, text, isReadable } = await parseRaw(raw, verifier);
  const from = mail.from.length === 1 ? (mail.from[0]?.address ?? null) : null;
  const seenAt =
    (await records?.look.seenAt(causeOf(mail, message => createHash('sha256').update(message).digest('hex')))) ?? null;
  const stop = stopOf(mail, isReadable, trust, seenAt !== null);
  const nothing: Understood = { proof: 'none', text: '', commands: [], comment: '', asks: [] };
  if (stop !== null && stop.reason !== 'duplicate') return { ...stop, from, ...nothing };
  const verdict = stop ?? { verdict: 'read', reason: null };
  if (records === null) return { ...verdict, from, ...decideByShape(mail, text, trust) };
  // As the service decides it, on what it would load.
  const { look, secrets } = records;
  const loaded = createLoaded();
  await load(look, secrets, loaded, predictForMail(mail, { games }, trust.own));
  const tryDecision = (known: LoadedData): Attempt<Recognised> =>
    attempt(() => {
      const state = createState({ games, robots, ...DEFINITIONS }, known, () => undefined);
      const { sender, board, token, askedLines } = identify(mail, state, trust);
      const { userid } = sender;
      // The reply to a confirmation is the confirmation, whatever it says.
      if (token?.kind === 'address' || token?.kind === 'parked')
        return { userid, proof: sender.proof, text, commands: [], comment: text, asks: [] };
      const reading = parseMail(readSubject(mail), text, {
        ...{ commands, games, ear, board, askedLines },
        isUser: name => isUser(state, name),
        userid,
        opponents: [],
      });
      const proof = sender.proof === 'none' && hasPassword(reading, state) ? 'password' : sender.proof;
      return { userid, ...understoodOf(proof, text, reading, listOnBoard(reading, board, sender, state)) };
    });
  const { userid, ...understood } = (await loadUntil(tryDecision, look, secrets, loaded)).value;
  const done = seenAt === null ? {} : { done: await findSeenTime(seenAt, userid, records.look) };
  return { ...verdict, from, ...understood, ...done };
}

type Understood = Pick<MailReport, 'proof' | 'text' | 'commands' | 'asks' | 'comment'>;

/** A store knows the day on which a mail took effect. The records of boards know the instant of each entry. */
async function findSeenTime(seenAt: Instant, userid: string | null, look: ReadOnlyStore): Promise<Done> {
  const day = dayOf(seenAt);
  const boards: object[] = [];
  for await (const { game, number, state, players, record } of look.all('match')) {
    if (userid === null || !players.map(playerName).includes(userid)) continue;
    const entries = record.filter(
      entry => dayOf(entry.at) === day && !['reminder', 'reminder-accepted', 'absence'].includes(entry.kind),
    );
    const shown = entries.map(entry => ({ ...entry, at: new Date(entry.at).toISOString() }));
    if (shown.length > 0) boards.push({ game, number, state, entries: shown });
  }
  return { day, boards };
}

async function parseRaw(raw: Uint8Array, verifier: Verifier | null) {
  const isLarge = raw.length > limits.mailBytes;
  const reading = isLarge ? null : await readInSteps({ raw, size: raw.length }, readStep, verifier);
  if (reading?.kind === 'read') return { ...reading, isReadable: true };
  return { mail: mime.peek(raw, raw.length), text: '', isReadable: isLarge };
}

const ear = loadEar(games);

/** In the service's order: what is silent, what was seen, what cannot be read. */
function stopOf(mail: Incoming, isReadable: boolean, trust: Trust, isSeen: boolean): Stop | null {
  const stop = findFirstStop(mail, trust.own, trust.servers, ear.marks);
  if (stop?.verdict === 'silent') return stop;
  if (isSeen) return { verdict: 'silent', reason: 'duplicate' };
  return stop ?? (isReadable ? null : { verdict: 'refused', reason: 'unreadable' });
}

/** Words that are no command are the comment when there is no command at all. */
function understoodOf(proof: Proof, text: string, reading: ParsedMail, asks: readonly string[]): Understood {
  const lines = reading.statements.filter(({ command }) => command !== null).map(({ line }) => line);
  return { proof, text, commands: lines, comment: lines.length === 0 ? text : reading.comment, asks };
}

/** The doubtful lines of a mail that can be done in a position, moves in their canonical text. */
const listPossible = (doubts: readonly Statement[], position: Opaque): readonly string[] => [
  ...new Set(
    doubts.flatMap(({ command, game, line }) => {
      if (command?.name !== 'move' || game === null) return [line.toLowerCase()];
      const move = game.parse(position, line);
      return move.ok ? [game.format(position, move.value)] : [];
    }),
  ),
];

/** Without records the board is taken for an empty one of the usual size. */
function listByShape({ doubts }: ParsedMail): readonly string[] {
  const game = doubts.find(doubt => doubt.game !== null)?.game ?? null;
  const setup = game?.setup([]);
  return game === null || setup?.ok !== true ? [] : listPossible(doubts, game.start(setup.value));
}

function decideByShape(mail: Incoming, text: string, trust: Trust): Understood {
  const from = mail.from[0]?.address ?? '';
  const proof: Proof = isAuthenticated(mail, from, trust.servers) ? nameAuthentication(mail, trust.servers) : 'none';
  const board = contextOf(mail, trust);
  const answered = findAnsweredToken(mail, trust.own);
  const read = (context: BoardContext | null): ParsedMail =>
    parseMail(readSubject(mail), text, {
      commands,
      games,
      isUser: isUseridShaped,
      ear,
      board: context,
      askedLines: answered !== null && 'askedLines' in answered ? answered.askedLines : [],
      userid: null,
      opponents: [],
    });
  const reading = read(board);
  if (board !== null || reading.statements.some(({ command }) => command !== null))
    return understoodOf(proof, text, reading, listByShape(reading));
  const asMoves = games.map(game => read(makeBoardContext({ game: game.name, number: 0 })));
  const asMove =
    asMoves.find(({ statements }) => statements.some(({ line }) => games.some(game => looksLikeMove(game, line)))) ??
    asMoves.find(each => listByShape(each).length > 0) ??
    reading;
  return understoodOf(proof, text, asMove, listByShape(asMove));
}

/** Without the key a token proves nothing, but it still says which board the reply is about. */
function contextOf(mail: Incoming, { own }: Trust): BoardContext | null {
  for (const detail of detailsOf(mail, own)) {
    const stub = parseToken(detail);
    if (stub?.kind === 'board' || stub?.kind === 'seat') {
      return stub.kind === 'seat'
        ? makeBoardContext(stub.match, { isInvited: true })
        : makeBoardContext(stub.match, { ply: stub.ply });
    }
  }
  const match = findBoardInSubject(stripReplyPrefixes(mail.subject), games);
  return match === null ? null : makeBoardContext(match);
}

/** `userid`: of the sender. null: the sender has no account. */
type Recognised = Understood & { readonly userid: string | null };

/** The doubtful moves to ask about: none, if the sender is not to move. */
function listOnBoard(
  { doubts }: ParsedMail,
  board: BoardContext | null,
  { userid }: MailSender,
  state: State,
): readonly string[] {
  const match = board === null ? null : state.match(board.match);
  if (match?.state !== 'active' || doubts.length === 0) return [];
  const game = requireGame(state, match);
  const matchState = matchStateOf(game, match);
  const isToMove = playerName(match.players[turnOf(game, match, matchState)?.player ?? -1]) === userid;
  return isToMove ? listPossible(doubts, matchState.position) : [];
}

function hasPassword({ statements }: ParsedMail, state: State): boolean {
  const claims = statements.flatMap(({ parseResult }) => (parseResult.ok ? (parseResult.value.credentials ?? []) : []));
  const distinct = new Map(claims.map(claim => [`${claim.userid} ${claim.secret}`, claim]));
  return [...distinct.values()].slice(0, limits.proofsPerMail).some(({ userid, secret }) => {
    const account = state.account(userid);
    return account !== null && !account.closed && state.isSecretOf(account, secret);
  });
}

/** Reports on the mail with the data at this place. null: without any data. */
async function reportAt(place: StorePlace | null, settings: TrustSettings, raw: Buffer): Promise<MailReport> {
  const verifier = createVerifier(settings);
  if (place === null) return reportOn(raw, { trust: trustOf(settings, null), verifier }, null);
  return useReadOnlyStore(place, async (look, keyOf) => {
    const key = await keyOf();
    const vault = createSecrets(Buffer.from(key ?? '', 'hex'));
    // Without a key no token was ever sent, and none is genuine.
    const records = { look, secrets: key === null ? { ...vault, sign: () => '' } : vault };
    return reportOn(raw, { trust: trustOf(settings, records), verifier }, records);
  });
}

function trustOf(settings: TrustSettings, records: Records | null): Trust {
  return {
    own: parseOwnAddress(settings.address),
    servers: listTrustedServers(settings),
    sign: records?.secrets.sign ?? ((): string => ''),
  };
}

/** A configuration that cannot be read is a fault of the command line. */
async function loadConfiguration(
  values: Parameters<typeof storePlace>[0],
): Promise<{ readonly place: StorePlace; readonly settings: TrustSettings }> {
  try {
    const settings = await readGivenSettings(values.config);
    return { place: await storePlace(values), settings: settings ?? createEmbeddedSettings(null, 1) };
  } catch (error) {
    throw new Misuse(reasonOf(error));
  }
}

const verb = createVerb({
  name: 'read',
  options: {
    data: {
      kind: 'text',
      value: 'DIR',
      sentence: `a service's data: tokens, passwords and repeats are checked
(default: none; proof is then none or authentication-results, a
token or a Subject of the service tells the game, and without
either moves are recognised by their shape over all games)`,
    },
    store: PLACE.store,
    config: {
      kind: 'text',
      value: 'FILE',
      sentence: `its configuration: own address and trusted authserv-ids
(default: games@example.test, which trusts example.test).
With verifyDkim it looks up the keys of signatures in the DNS`,
    },
  },
  help: `
Reads one mail from stdin, acts on nothing and changes nothing, also beside a
running service. Prints one JSON line:

  verdict   read, silent (never answered) or refused (answered with the reason)
  reason    null, auto-submitted, bounce, list, loop, duplicate, spam, dmarc,
            too-large, unreadable or from
  from      the sender's address, null when there is not exactly one
  proof     none, token, authentication-results, dkim or password
  text      what the sender newly wrote, without quotes and signature
  commands  in the order they would run, passwords as ***
  comment   what was written besides commands
  asks      what would be asked about instead of being done, canonical
  done      of a duplicate alone: the day on which it was dealt with (UTC), and
            what happened on the sender's boards on that day

Exit status 0 for read and silent, 1 for refused.`,
  run: async ({ values }, io) => {
    const { place, settings } = await loadConfiguration(values);
    const isBare = values.data === '' && place.kind === 'folder';
    const report = await reportAt(isBare ? null : place, settings, await readMailBytes(io.stdin));
    io.stdout.write(`${formatJson(report)}\n`);
    return report.verdict === 'refused' ? 1 : 0;
  },
});

export const read: Verb = { ...verb, usage: `${verb.usage} < mail.eml` };
