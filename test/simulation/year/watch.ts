// Compares each commit and each mail of the service with its promises: the faults, and the counts.
import { toBytes } from '#test/adapters/mime/plan.ts';
import { findGame } from '#games/registry/index.ts';
import type { AnyGame } from '#games/game.ts';
import { must } from '#games/kit/assert.ts';
import { type Account, wantsDigest, wantsMoves } from '#core/players/account.ts';
import { computeCalendar } from '#core/kernel/calendar.ts';
import { robots } from '#core/players/robots.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import type { DocumentKey, MatchRef } from '#core/kernel/documents.ts';
import type { Entry, Match } from '#core/board/match-document.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#core/kernel/time.ts';
import { limits } from '#core/kernel/limits.ts';
import type { Change, Outgoing, Snapshot } from '#service/ports.ts';
import { Counts, added, entryName } from './counts.ts';
import { type Letter, type Onlooker, letterTo } from './office.ts';
import { dayIn, wallOf } from './person.ts';

/** Where a board stands. */
export interface Turn {
  readonly player: string;
  readonly begun: Instant;
  /** The same for the same turn, and no other. */
  readonly key: string;
}

const gameOf = (name: string): AnyGame => must(findGame(name), name);

const boardName = ({ game, number }: MatchRef): string => `${game}${number}`;

/** null: nobody is to move. */
export function turnAt(match: Match): Turn | null {
  if (match.state !== 'active') return null;
  const game = gameOf(match.game);
  const state = matchStateOf(game, match);
  const turn = turnOf(game, match, state);
  if (turn === null) return null;
  const player = playerName(match.players[turn.player]);
  const takeBacks = state.takeBacks.length;
  const ply = takeBacks === 0 ? `${state.plies.length}` : `${state.plies.length}-${takeBacks}`;
  return { player, begun: state.turns.at(-1)?.begun ?? 0, key: `${boardName(match)}.${ply} ${player}` };
}

/** An end as a mail tells it, to the minute; an hour that a zone has twice is two instants. */
interface ToldEnd {
  /** Whose time it is; `You` is the reader. */
  readonly player: string;
  readonly earliest: Instant;
  readonly latest: Instant;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The instants at which clocks of a zone show this time, told as if it were UTC. */
function instantsOf(zone: string, wall: Instant): readonly Instant[] {
  const day = 86_400_000;
  const offsets = [wall - day, wall + day].map(at => wallOf(zone, at) - at);
  return [...new Set(offsets.map(offset => wall - offset))].filter(at => wallOf(zone, at) === wall);
}

const UNTIL = /(\S+) (?:have|has) until (\d+) (\w{3})\w* (\d{4}), (\d\d):(\d\d) \(([\w/+-]+)\)/g;

/** Every end that a text tells. */
const endsIn = (text: string): readonly ToldEnd[] =>
  [...text.replace(/\s+/g, ' ').matchAll(UNTIL)].map(
    ([told, player = '', day, month, year, hour, minute, zone = '']) => {
      const wall = Date.UTC(Number(year), MONTHS.indexOf(month ?? ''), Number(day), Number(hour), Number(minute));
      const instants = instantsOf(zone, wall);
      if (instants.length === 0) throw new Error(`no such time: ${told}`);
      return { player, earliest: Math.min(...instants), latest: Math.max(...instants) };
    },
  );

interface Told extends ToldEnd {
  readonly at: Instant;
}

const isRobot = (userid: string): boolean => robots.some(each => each.userid === userid);

export class Watch implements Onlooker {
  readonly counts = new Counts();
  readonly faults: string[] = [];
  /** By the day, how many mails went out. */
  readonly days = new Map<string, number>();
  readonly accounts = new Map<string, Account>();
  /** Told of each turn, in the order of the mails. */
  readonly #ends = new Map<string, Told[]>();
  readonly #owners = new Map<string, string>();
  /** When the SMTP server took a last reminder: by board and player. */
  readonly #reminded = new Map<string, Instant>();
  /** What was sent to each address. */
  readonly #sent = new Map<string, Set<string>>();
  /** By player and day. */
  readonly #digests = new Map<string, Instant>();
  /** Turns whose players have a digest alone, and were not told. */
  readonly untold = new Map<string, { readonly turn: Turn; since: Instant }>();
  readonly #received: (letter: Letter) => void;
  /** The end of the last outage. */
  #recovered: Instant = -Infinity;

  constructor(received: (letter: Letter) => void) {
    this.#received = received;
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  recovered(now: Instant): void {
    this.#recovered = now;
  }

  wrote(template: string): void {
    if (template.endsWith('.txt')) this.counts.add(`mail ${template.slice(0, -4)}`);
  }

  committed(change: Change, { documents }: Snapshot, now: Instant): void {
    for (const [key, after] of change.documents) {
      const before = documents.get(key) ?? null;
      this.counts.addEvents(key, before, after);
      if (key.startsWith('account/')) this.#account(after as Account | null, key);
      if (key.startsWith('match/') && after !== null)
        this.#match(before as Match | null, after as Match, { change, now });
    }
    const outgoing = change.outgoing.map(mail => ({ ...mail, raw: toBytes(mail.raw) }));
    const letters = outgoing.flatMap(({ to, raw }) => to.map(address => letterTo(address, raw)));
    for (const letter of letters) this.#written(letter, now);
    for (const [key, after] of change.documents)
      if (key.startsWith('match/') && after !== null)
        this.#mails((documents.get(key) ?? null) as Match | null, after as Match, outgoing);
  }

  #account(account: Account | null, key: DocumentKey): void {
    if (account === null) this.accounts.delete(key.slice('account/'.length));
    else this.accounts.set(account.userid, account);
    for (const address of account?.addresses ?? []) this.#owners.set(address, account?.userid ?? '');
  }

  ownerOf(address: string): string | null {
    return this.#owners.get(address) ?? null;
  }

  #zoneOf(userid: string): string {
    return computeCalendar(this.accounts.get(userid)?.calendar ?? []).zone;
  }

  #match(before: Match | null, after: Match, { change, now }: { change: Change; now: Instant }): void {
    const entries = before === null ? [] : added(before, after);
    for (const entry of entries) this.counts.add(`entry ${entryName(entry)}`);
    const is = turnAt(after);
    if (is !== null && sleeps(after, is))
      this.fault(`${boardName(after)} sleeps although the time of ${is.player} runs`);
    if (before === null) return;
    const was = turnAt(before);
    if (before.state === 'invited' && after.state === 'removed')
      this.counts.add(`end ${change.cause.startsWith('alarm') ? 'lapsed unanswered' : 'refused'}`);
    if (was === null) return;
    if (is?.key !== was.key) this.untold.delete(was.key);
    this.#ended(before, after, { was, entries, change, now });
  }

  #ended(
    before: Match,
    after: Match,
    { was, entries, change, now }: { was: Turn; entries: readonly Entry[]; change: Change; now: Instant },
  ): void {
    const isOut = entries.some(entry => entry.kind === 'retire' && entry.why === 'out-of-time');
    const isTimeOut = isOut && !isClaimed(after, change);
    // The alarm of an account that was closed leaves its boards.
    const isSilence = after.state === 'removed' && change.cause.startsWith('alarm:match/');
    if (isTimeOut || isSilence) this.#forfeited(before, was, now);
    if (after.state === 'removed') this.counts.add(`end ${isSilence ? 'declined by silence' : 'declined'}`);
    if (after.state !== 'over') return;
    const { outcome } = matchStateOf(gameOf(after.game), after);
    const last = entries.findLast(({ kind }) => kind === 'retire');
    this.counts.add(`end ${last?.kind === 'retire' ? last.why : (outcome?.reason ?? '?')}`);
  }

  /** Somebody's time is over: they were told of it, reminded, and it is no time of theirs that does not count. */
  #forfeited(match: Match, turn: Turn, now: Instant): void {
    const { player, key } = turn;
    const name = `${key} at ${new Date(now).toISOString()}`;
    this.counts.add('forfeits');
    const told = this.#ends.get(key) ?? [];
    const last = told.at(-1);
    if (last !== undefined && now < last.earliest)
      this.fault(`${name}: lost before ${new Date(last.earliest).toISOString()}`);
    // No mail goes to an account that has signed off: it was told that its clocks run.
    if (this.accounts.get(player)?.closed === true) return;
    if (last === undefined) this.fault(`${name}: was never told of an end`);
    this.#checkReminded(match, turn, now);
    if (now < this.#recovered + DAY_MS) this.fault(`${name}: lost right after an outage`);
    this.#checkHolidays(turn, told, now);
  }

  #checkReminded(match: Match, { player, key, begun }: Turn, now: Instant): void {
    const name = `${key} at ${new Date(now).toISOString()}`;
    const reminded = this.#reminded.get(`${boardName(match)} ${player}`) ?? 0;
    if (reminded < begun) this.fault(`${name}: lost unreminded`);
    const { forfeittime, totaltime } = must(match.time, 'a board with time');
    const least = totaltime === null && forfeittime >= 2 ? DAY_MS : 30 * MINUTE_MS;
    if (now - reminded < least) this.fault(`${name}: reminded only ${(now - reminded) / MINUTE_MS} minutes before`);
  }

  #checkHolidays({ player, key, begun }: Turn, told: readonly Told[], now: Instant): void {
    const calendar = this.accounts.get(player)?.calendar ?? [];
    const day = dayIn(this.#zoneOf(player), now);
    for (const booked of calendar) {
      if (booked.kind !== 'booked' || day < booked.from || day > booked.to) continue;
      if (calendar.some(each => each.kind === 'cancelled' && each.from === booked.from && each.at > booked.at))
        continue;
      const known = told.findLast(({ at }) => at < booked.at);
      if (booked.at > begun && (known === undefined || known.latest - booked.at < DAY_MS)) continue;
      this.fault(`${key}: lost at ${new Date(now).toISOString()} in the holiday from ${booked.from} to ${booked.to}`);
    }
  }

  /** What every mail must be when it is written. */
  #written(letter: Letter, now: Instant): void {
    const userid = this.ownerOf(letter.to);
    const known = this.#sent.get(letter.to) ?? new Set();
    this.#sent.set(letter.to, known.add(letter.messageId));
    for (const id of letter.references)
      if (id.endsWith('@example.test>') && !known.has(id))
        this.fault(`${letter.to} never had ${id}: ${letter.subject}`);
    if (userid === null) return;
    const [, board = '', ply = ''] = /^<b\.([a-z]+\d+)\.\d\.(\d+(?:-\d+)?)\./.exec(letter.messageId) ?? [];
    if (board !== '') for (const end of endsIn(letter.text)) this.#told(`${board}.${ply}`, userid, { ...end, at: now });
    if (/^nexpost: \d+ boards? waits? for you$/.test(letter.subject)) this.#digest(letter, userid, now);
  }

  #told(board: string, reader: string, end: Told): void {
    const player = end.player === 'You' || end.player === 'you' ? reader : end.player;
    const key = `${board} ${player}`;
    const told = this.#ends.get(key) ?? [];
    const before = told.at(-1);
    if (before !== undefined && end.latest < before.earliest)
      this.fault(
        `${key}: told ${new Date(before.earliest).toISOString()} first, then ${new Date(end.latest).toISOString()}`,
      );
    // Only what the loser was told binds; what others read must not be earlier either.
    if (player === reader) this.#ends.set(key, [...told, end]);
  }

  /** One a day, to whoever wants one; it tells of boards that wait. */
  #digest(letter: Letter, userid: string, now: Instant): void {
    const account = must(this.accounts.get(userid), userid);
    if (!wantsDigest(account.settings)) this.fault(`${userid} has a digest, unwanted`);
    const day = `${userid} ${dayIn(this.#zoneOf(userid), now)}`;
    // In a chat a long one comes in pieces, all of one instant.
    if ((this.#digests.get(day) ?? now) !== now) this.fault(`${day}: a second digest`);
    this.#digests.set(day, now);
    if (letter.unsubscribe === null) this.fault(`${day}: a digest one cannot end`);
    for (const [key, { turn }] of this.untold) if (turn.player === userid) this.untold.delete(key);
  }

  /** Who is told of what has happened at a board, and who is not. */
  #mails(before: Match | null, after: Match, outgoing: readonly Outgoing[]): void {
    const turn = turnAt(after);
    if (turn === null || (before !== null && turnAt(before)?.key === turn.key)) return;
    const account = this.accounts.get(turn.player);
    // Robots and whoever has signed off are told nothing.
    if (account === undefined || account.addresses.length === 0) return;
    const letters = outgoing
      .filter(({ to, messageId }) => account.addresses.some(each => to.includes(each)) && isOf(messageId, after))
      .map(({ to, raw }) => letterTo(to[0]!, raw));
    if (wantsMoves(account.settings) && letters.length !== 1)
      this.fault(`${turn.key}: ${letters.length} mails to who is to move`);
    if (!wantsMoves(account.settings)) this.#unwanted(before, after, { turn, letters });
    if (letters.length === 0 && wantsDigest(account.settings)) this.untold.set(turn.key, { turn, since: turn.begun });
  }

  #unwanted(before: Match | null, after: Match, { turn, letters }: { turn: Turn; letters: readonly Letter[] }): void {
    const unasked = letters.find(({ autoSubmitted }) => autoSubmitted === 'auto-generated');
    if (unasked !== undefined && before !== null && isMoveAlone(before, after, turn.player))
      this.fault(`${turn.key}: a mail that ${turn.player} has turned off: ${unasked.text}`);
  }

  delivered(letter: Letter, now: Instant): void {
    this.counts.add('mails');
    const day = new Date(now).toISOString().slice(0, 10);
    this.days.set(day, (this.days.get(day) ?? 0) + 1);
    if (letter.subject.startsWith('Reminder: ')) this.counts.add('reminders');
    const userid = this.ownerOf(letter.to);
    if (letter.receipt !== null && userid !== null)
      this.#reminded.set(`${boardName(letter.receipt.match)} ${userid}`, now);
    this.#received(letter);
  }

  /** Whom nothing reaches is told nothing. That the address does not exist is an answer to a reminder too. */
  lost(letter: Letter, now: Instant): void {
    this.counts.add('mails that came back');
    const userid = this.ownerOf(letter.to);
    if (letter.receipt !== null && userid !== null)
      this.#reminded.set(`${boardName(letter.receipt.match)} ${userid}`, now);
    for (const [key, { turn }] of this.untold) if (turn.player === userid) this.untold.delete(key);
  }

  /** Whoever has a digest and no mails of moves is told of every turn within some two days of theirs. */
  checkTold(now: Instant): void {
    for (const [key, { turn, since }] of this.untold) {
      const account = this.accounts.get(turn.player);
      if (account === undefined || account.closed || !wantsDigest(account.settings)) this.untold.delete(key);
      else if (Math.max(since, this.#recovered) < now - 4 * DAY_MS) {
        this.fault(`${key}: ${turn.player} (per=${account.settings.per}) was never told`);
        this.untold.delete(key);
      }
    }
  }
}

/** Was the board claimed from a player whom no mail reaches? */
const isClaimed = ({ game, number }: Match, { documents }: Change): boolean =>
  [...documents].some(([key, document]) => {
    if (!key.startsWith('account/')) return false;
    const last = (document as Account | null)?.absences?.at(-1)?.claimed.at(-1);
    return last?.game === game && last.number === number;
  });

const isOf = (messageId: string, { game, number }: Match): boolean => messageId.startsWith(`<b.${game}${number}.`);

/** Moves of others and nothing else: of these a player may have turned mail off. */
function isMoveAlone(before: Match, after: Match, reader: string): boolean {
  const entries = added(before, after);
  const isMove = entries.length > 0 && entries.every(({ kind }) => kind === 'move' || kind === 'swap');
  return isMove && before.state === 'active' && !hasCause(before, reader);
}

/** Words that were held for a reader, so many that a mail comes at once; or moves of theirs were prepared, and are dropped, which is told. */
const hasCause = ({ unheard = [], prepared = [], players }: Match, reader: string): boolean =>
  unheard.filter(each => each.reader === reader).length >= limits.wordsHeld - 1 ||
  prepared.some(({ by }) => playerName(players[by]) === reader);

/** Does nothing wake a board where somebody's time runs? */
const sleeps = ({ time, wake = null }: Match, { player }: Turn): boolean =>
  time !== undefined && wake === null && !isRobot(player);
