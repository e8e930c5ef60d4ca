// A year of clubs and leagues: the places of players, the length of seasons, and the mails of each reader.
import { findGame } from '#games/registry/index.ts';
import { createRandom, type Random } from '#games/kit/random.ts';
import { matchStateOf, playerName, turnOf } from '#core/board/match.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import type { Club } from '#core/features/clubs/club.ts';
import { type Series, type Tournament, tournamentLimits } from '#core/features/tournaments/tournament.ts';
import type { DocumentKey } from '#core/kernel/documents.ts';
import { type Instant, DAY_MS } from '#core/kernel/time.ts';
import { START } from '#test/service/ports.ts';
import { LOOK_MS, type Letter, Office } from '../year/office.ts';
import { chance, oneOf } from '../year/person.ts';

export interface ClubYearSize {
  readonly seed: number;
  readonly players: number;
  readonly days: number;
}

export interface ClubYearOutcome {
  readonly seasons: readonly Tournament[];
  readonly matches: readonly Tournament[];
  /** The days that the longest season lasted. */
  readonly longest: number;
  /** By kind, the mails of all readers, and the most that one reader had in seven days. */
  readonly mails: Readonly<Record<Kind, { readonly all: number; readonly inWeek: number }>>;
  readonly faults: readonly string[];
}

interface Member {
  readonly name: string;
  /** The share of days on which they look at their mail. */
  readonly zeal: number;
  readonly joins: Instant;
  readonly vanishes: Instant;
  away: Instant;
  isClosed: boolean;
  readonly settings: Readonly<Record<'problem' | 'per' | 'tables' | 'clubs', string>>;
}

const KINDS = ['invitation', 'news', 'table', 'digest', 'problem', 'other'] as const;
type Kind = (typeof KINDS)[number];

const SIZE = 7;
const WEEK_MS = 7 * DAY_MS;
/** A season has at most eight games for each player, four at a time, and ten days for all moves of a side. */
const LONGEST_SEASON_DAYS = 100;
const LEAGUES = ['ladder', 'stairs'] as const;
const CLUBS = ['reef', 'tide'] as const;
const hex = findGame('hex')!;
const addressOf = (name: string): string => `${name}@people.test`;

/** What a reader would call a mail of the kinds that come by themselves. */
function kindOf({ subject, unsubscribe, autoSubmitted }: Letter): Kind {
  if (autoSubmitted === 'auto-replied') return 'other';
  const line = unsubscribe?.subject ?? '';
  if (subject.includes('asks you to join the club')) return 'invitation';
  if (line.includes('clubs=off')) return 'news';
  if (line.includes('tables=none')) return 'table';
  if (line.includes('problem=off')) return 'problem';
  return line.includes('set per=') && /waits? for you/.test(subject) ? 'digest' : 'other';
}

export class ClubYear {
  readonly #size: ClubYearSize;
  readonly #rng: Random;
  readonly #members: readonly Member[];
  readonly #strangers: readonly string[];
  readonly #office: Office;
  readonly #faults: string[] = [];
  readonly #tournaments = new Map<number, Tournament>();
  readonly #begun = new Map<number, Instant>();
  readonly #ended = new Map<number, Instant>();
  readonly #clubs = new Map<string, Club>();
  readonly #series = new Map<string, Series>();
  readonly #losers = new Map<number, string>();
  /** By reader and kind, when each mail came. */
  readonly #came = new Map<string, Instant[]>();
  readonly #leftOut = new Set<string>();
  readonly #newest = new Map<string, Letter>();

  constructor(size: ClubYearSize) {
    this.#size = size;
    this.#rng = createRandom(size.seed);
    const spanMs = size.days * DAY_MS;
    this.#members = Array.from({ length: size.players }, (_, n) => ({
      name: `member${n + 1}`,
      zeal: 0.5 + this.#rng.below(50) / 100,
      joins: n < 10 || chance(this.#rng, 0.8) ? START : START + this.#rng.below(spanMs / 2),
      vanishes: n > 1 && chance(this.#rng, 0.1) ? START + this.#rng.below(spanMs) : Infinity,
      ...{ away: 0, isClosed: false },
      settings: {
        problem: chance(this.#rng, 0.3) ? 'daily' : 'off',
        per: chance(this.#rng, 0.3) ? 'digest' : 'move',
        tables: chance(this.#rng, 0.2) ? 'none' : 'daily',
        clubs: chance(this.#rng, 0.1) ? 'off' : 'on',
      },
    }));
    this.#strangers = Array.from({ length: Math.ceil(size.players / 10) }, (_, n) => `stranger${n + 1}@else.test`);
    this.#office = new Office(START, {
      committed: ({ documents }, _, now) => {
        for (const [key, document] of documents) this.#note(key, document, now);
      },
      delivered: (letter, now) => this.#receive(letter, now),
      lost: () => undefined,
      wrote: () => undefined,
      recovered: () => undefined,
      fault: what => this.#fault(what),
    });
  }

  #fault(what: string): void {
    this.#faults.push(`${new Date(this.#office.now).toISOString()} ${what}`);
  }

  #note(key: DocumentKey, document: unknown, now: Instant): void {
    if (key.startsWith('club/')) this.#clubs.set((document as Club).name, document as Club);
    if (key.startsWith('series/')) this.#noteSeries(document as Series);
    if (!key.startsWith('tournament/')) return;
    const tournament = document as Tournament;
    const before = this.#tournaments.get(tournament.number);
    this.#tournaments.set(tournament.number, tournament);
    if (tournament.state === 'running' && before?.state !== 'running') this.#begin(tournament, now);
    if (tournament.state === 'over') this.#ended.set(tournament.number, this.#ended.get(tournament.number) ?? now);
  }

  #noteSeries(series: Series): void {
    if (new Set(series.entrants).size < series.entrants.length) this.#fault(`league ${series.id} has a member twice`);
    this.#series.set(series.id, series);
  }

  /** Each player of a season is in one division, of a size that a league promises. */
  #begin({ number, kind, entrants, series }: Tournament, now: Instant): void {
    this.#begun.set(number, now);
    if (kind !== 'league') return;
    if (new Set(entrants.map(({ userid }) => userid)).size < entrants.length)
      this.#fault(`season ${number} has a player twice`);
    const sizes = [...new Set(entrants.map(({ pool }) => pool))].map(
      pool => entrants.filter(each => each.pool === pool).length,
    );
    const { leagueLeast, leagueDivision } = tournamentLimits;
    const isSmall = entrants.length >= leagueLeast && sizes.some(size => size < leagueLeast);
    if (isSmall || sizes.some(size => size > leagueDivision))
      this.#fault(`season ${number} has divisions of ${sizes.join(', ')}`);
    const missing = (this.#series.get(series ?? '')?.entrants ?? []).filter(name =>
      entrants.every(({ userid }) => userid !== name),
    );
    const closed = new Set(this.#members.filter(({ isClosed }) => isClosed).map(({ name }) => name));
    for (const name of missing) if (!closed.has(name)) this.#leftOut.add(`${number} ${name}`);
  }

  #receive(letter: Letter, now: Instant): void {
    const kind = kindOf(letter);
    this.#newest.set(letter.to, letter);
    const came = this.#came.get(`${kind} ${letter.to}`) ?? [];
    this.#came.set(`${kind} ${letter.to}`, [...came, now]);
    for (const number of this.#tournaments.keys())
      if (letter.text.includes('has started without you')) this.#leftOut.delete(`${number} ${letter.to.split('@')[0]}`);
    this.#checkWanted(letter, kind, came.length);
  }

  /** Does its reader want a mail of this kind? */
  #checkWanted({ to, subject }: Letter, kind: Kind, before: number): void {
    const member = this.#members.find(({ name }) => addressOf(name) === to);
    const isWanted =
      member === undefined
        ? kind === 'invitation' && before < CLUBS.length
        : {
            ...{ invitation: before < CLUBS.length, other: true },
            problem: member.settings.problem === 'daily',
            digest: member.settings.per === 'digest',
            table: member.settings.tables === 'daily',
            news:
              member.settings.clubs === 'on' &&
              [...this.#clubs.values()].some(({ members }) => members.includes(member.name)),
          }[kind];
    if (!isWanted || (member?.isClosed === true && kind !== 'other')) this.#fault(`${to} did not ask for '${subject}'`);
  }

  #write(name: string, subject: string, body = ''): void {
    this.#office.arrive({ from: addressOf(name), subject, body });
  }

  async run(): Promise<ClubYearOutcome> {
    await this.#office.configure(
      LEAGUES.map(id => ({ id, every: 'week', game: 'hex', options: `-size=${SIZE} --kind=league` })),
    );
    const end = START + this.#size.days * DAY_MS;
    for (let day = 0; this.#office.now < end; day++) {
      for (const member of this.#members.filter(
        ({ joins }) => joins <= this.#office.now && joins > this.#office.now - DAY_MS,
      ))
        this.#signUp(member);
      await this.#office.work();
      if (day === 0) await this.#openClubs();
      if (day % 30 === 5) this.#organise(day);
      for (const member of this.#members) await this.#visit(member);
      await this.#office.work();
      await this.#pass(DAY_MS);
    }
    return this.#judge();
  }

  /** Whatever happens by itself meanwhile happens; the mailbox is looked at. */
  async #pass(ms: number): Promise<void> {
    const end = this.#office.now + ms;
    while (this.#office.now < end) {
      this.#office.now = Math.min(end, await this.#office.next(), this.#office.now + LOOK_MS);
      await this.#office.work();
    }
  }

  #signUp({ name, settings }: Member): void {
    const set = Object.entries(settings).map(([setting, value]) => `${setting}=${value}`);
    this.#write(name, `signup ${name} -language=en`);
    this.#write(name, `set mail=text ${set.join(' ')}`);
    for (const league of LEAGUES) if (chance(this.#rng, 0.6)) this.#write(name, `league join ${league}`);
    for (const { code, name: club } of this.#clubs.values())
      if (chance(this.#rng, 0.3)) this.#write(name, `club join ${club} ${code}`);
  }

  /** The first two members organise a club each, and ask many of the others, and people who are not here. */
  async #openClubs(): Promise<void> {
    for (const [index, club] of CLUBS.entries()) {
      const name = `member${index + 1}`;
      await this.#office.act({ act: 'name-organiser', userid: name, isNamed: true });
      this.#write(name, `club open ${club}`);
    }
    await this.#office.work();
    for (const [index, club] of CLUBS.entries()) {
      const asked = this.#members
        .filter(({ joins }, n) => joins === START && n % 4 === 2 + index)
        .map(({ name }) => addressOf(name));
      this.#write(
        `member${index + 1}`,
        `club add ${club}`,
        [...asked.slice(0, 30), ...this.#strangers.slice(0, 20)].join('\n'),
      );
    }
    await this.#office.work();
  }

  /** News, another list with the same addresses, and a match. */
  #organise(day: number): void {
    for (const [index, club] of CLUBS.entries()) {
      const name = `member${index + 1}`;
      this.#write(name, `club news ${club}`, `The news of day ${day}.`);
      this.#write(name, `club add ${club}`, this.#strangers.slice(0, 20).join('\n'));
    }
    const start = new Date(this.#office.now + 6 * DAY_MS).toISOString().slice(0, 10);
    this.#write('member1', `hex tournament open -size=${SIZE} -kind=team -club=reef -against=tide --start=${start}`);
  }

  async #visit(member: Member): Promise<void> {
    const { name, zeal, joins, vanishes, isClosed } = member;
    const { now } = this.#office;
    const isThere = !isClosed && joins <= now && now <= vanishes && member.away <= now;
    if (!isThere || !chance(this.#rng, zeal)) return;
    this.#answerInvitation(member);
    for (const board of await this.#office.boardsOf(name)) this.#play(name, board);
    const open = [...this.#tournaments.values()].filter(({ state, club }) => state === 'open' && club !== null);
    for (const { number, entrants } of open)
      if (entrants.every(({ userid }) => userid !== name) && chance(this.#rng, 0.4))
        this.#write(name, `tournament enter ${number}`);
    this.#change(member);
  }

  /** Now and then a member goes on holiday, leaves a league, or leaves for good. */
  #change(member: Member): void {
    const { name } = member;
    if (chance(this.#rng, 0.004)) this.#takeLeave(member);
    if (chance(this.#rng, 0.0005)) this.#write(name, `league leave ${oneOf(this.#rng, LEAGUES)}`);
    if (name === 'member1' || name === 'member2' || !chance(this.#rng, 0.0002)) return;
    member.isClosed = true;
    this.#write(name, `signoff ${name}`);
  }

  #answerInvitation({ name }: Member): void {
    const letter = this.#newest.get(addressOf(name));
    if (letter !== undefined && kindOf(letter) === 'invitation' && chance(this.#rng, 0.7))
      this.#office.arrive({ from: addressOf(name), subject: `Re: ${letter.subject}`, body: 'yes', replyTo: letter });
    if (letter !== undefined && kindOf(letter) === 'problem' && chance(this.#rng, 0.7))
      this.#office.arrive({ from: addressOf(name), subject: `Re: ${letter.subject}`, body: 'b2', replyTo: letter });
  }

  /** Both move once; then one of them gives up. */
  #play(name: string, board: Match): void {
    if (board.state !== 'active') return;
    const matchState = matchStateOf(hex, board);
    const loser = this.#losers.get(board.number) ?? oneOf(this.#rng, userids(board));
    this.#losers.set(board.number, loser);
    if (matchState.plies.length >= 2 && loser === name) {
      this.#write(name, `hex resign ${board.number}`);
      return;
    }
    const turn = turnOf(hex, board, matchState);
    if (turn === null || playerName(board.players[turn.player]) !== name || matchState.plies.length >= 2 * SIZE) return;
    const move = hex.randomMove(matchState.position, this.#rng);
    this.#write(name, `hex move ${board.number} ${hex.format(matchState.position, move)}`);
  }

  #takeLeave(member: Member): void {
    const days = 3 + this.#rng.below(30);
    const day = (from: number): string => new Date(this.#office.now + from * DAY_MS).toISOString().slice(0, 10);
    if (chance(this.#rng, 0.7)) this.#write(member.name, `vacation ${day(1)}..${day(days)}`);
    member.away = this.#office.now + days * DAY_MS;
  }

  #judge(): ClubYearOutcome {
    const all = [...this.#tournaments.values()];
    const seasons = all.filter(({ kind }) => kind === 'league');
    const lengths = seasons.map(({ number }) => {
      const begun = this.#begun.get(number) ?? this.#office.now;
      return ((this.#ended.get(number) ?? this.#office.now) - begun) / DAY_MS;
    });
    for (const [index, { number }] of seasons.entries())
      if ((lengths[index] ?? 0) > LONGEST_SEASON_DAYS) this.#fault(`season ${number} is stuck`);
    for (const each of this.#leftOut) this.#fault(`season and player ${each}: left out without a word`);
    const mails = Object.fromEntries(KINDS.map(kind => [kind, this.#countMails(kind)])) as ClubYearOutcome['mails'];
    return {
      ...{ seasons, mails, faults: this.#faults },
      matches: all.filter(({ kind }) => kind === 'team'),
      longest: Math.max(0, ...lengths),
    };
  }

  #countMails(kind: Kind): { readonly all: number; readonly inWeek: number } {
    const readers = [...this.#came].filter(([key]) => key.startsWith(`${kind} `)).map(([, times]) => times);
    const inWeek = readers.flatMap(times =>
      times.map(at => times.filter(each => each >= at && each < at + WEEK_MS).length),
    );
    return { all: readers.flat().length, inWeek: inWeek.reduce((most, each) => Math.max(most, each), 0) };
  }
}

/** The most mails of a kind that a reader may get in seven days, without those of games and answers. */
export const PROMISED: Readonly<Record<Exclude<Kind, 'other'>, number>> = {
  ...{ invitation: 1, news: 2 * CLUBS.length, digest: 7, problem: 7 },
  // One for each league, and one a day for each match of clubs.
  table: LEAGUES.length + 7 * 2,
};
