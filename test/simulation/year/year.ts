// A year of many players with all games, from event to event, until every match has ended.
import { games } from '#games/registry/index.ts';
import { type Random, createRandom } from '#games/kit/random.ts';
import { findFault } from '#core/board/summary.ts';
import { type DocumentKey, matchKey } from '#core/kernel/documents.ts';
import { type Instant, DAY_MS, HOUR_MS, MINUTE_MS } from '#core/kernel/time.ts';
import { type Match, userids } from '#core/board/match-document.ts';
import { START } from '#test/service/ports.ts';
import { EXPECTED } from './counts.ts';
import { type Letter, LOOK_MS, Office } from './office.ts';
import { chance, deadMailboxes, delayMs, oneOf, type Person, personOf, waitMs, weighted } from './person.ts';
import { turnAt, Watch } from './watch.ts';
import { replyText, type Visit, visitWords, type Words } from './words.ts';

export interface YearSize {
  readonly seed: number;
  readonly players: number;
  readonly days: number;
  /** How often each writes of their own accord, on average. */
  readonly visitDays: number;
}

export interface YearOutcome {
  readonly watch: Watch;
  readonly matches: number;
  /** How long it took in the simulation, until the last match had ended. */
  readonly days: number;
  readonly missing: readonly string[];
}

/** Whoever is not there any more loses in the end; longer than this no board waits. */
const LONGEST_END_MS = 300 * DAY_MS;
const ADDRESS = /<b\.([a-z]+)(\d+)\./;
const INVITATION = /\+s\.([a-z]+)(\d+)\./;
const DIGEST_LINE = /^(?:Reply with: )?([a-z]+) (?:move|show) (\d+)/gm;

type Act = () => Promise<void> | void;

/** What is to happen at which instant: the last first. */
class Agenda {
  readonly #items: { readonly at: Instant; readonly act: Act }[] = [];

  /** Of two at one instant the one noted first is done first. */
  add(time: Instant, act: Act): void {
    const at = Math.round(time);
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#items[middle]!.at > at) low = middle + 1;
      else high = middle;
    }
    this.#items.splice(low, 0, { at, act });
  }

  /** When the next one is; Infinity: nothing is noted any more. */
  get next(): Instant {
    return this.#items.at(-1)?.at ?? Infinity;
  }

  take(): Act {
    return this.#items.pop()!.act;
  }
}

export class Year {
  readonly #rng: Random;
  readonly #size: YearSize;
  readonly #agenda = new Agenda();
  readonly #people: readonly Person[];
  readonly #byAddress: ReadonlyMap<string, Person>;
  readonly #watch: Watch;
  readonly #office: Office;
  readonly #end: Instant;
  #strangers = 0;

  constructor(size: YearSize) {
    this.#size = size;
    this.#rng = createRandom(size.seed);
    this.#end = START + size.days * DAY_MS;
    this.#people = Array.from({ length: size.players }, (_, n) =>
      personOf(this.#rng, n + 1, START, size.days * DAY_MS),
    );
    this.#byAddress = new Map(this.#people.map(person => [person.address, person]));
    this.#watch = new Watch(letter => this.#received(letter));
    this.#office = new Office(START, this.#watch);
  }

  get #now(): Instant {
    return this.#office.now;
  }

  async run(): Promise<YearOutcome> {
    this.#prepare();
    for (let isRunning = true; isRunning;) {
      const noted = this.#agenda.next;
      this.#office.now = Math.max(this.#now, Math.min(await this.#office.next(), noted));
      if (noted <= this.#now) await this.#agenda.take()();
      await this.#office.work();
      isRunning = this.#now < this.#end || !(await this.#isDone());
    }
    return this.#outcome();
  }

  #isLate = (): boolean => this.#now > this.#end + LONGEST_END_MS;

  async #isDone(): Promise<boolean> {
    return this.#isLate() || (await this.#open(1)).length === 0;
  }

  /** Boards that have not ended, at most so many. */
  async #open(most: number): Promise<readonly Match[]> {
    const found: Match[] = [];
    for (const { name } of this.#people) {
      for (const match of await this.#office.boardsOf(name)) found.push(match);
      if (found.length >= most) return found;
    }
    return found;
  }

  #prepare(): void {
    for (const [index, person] of this.#people.entries()) {
      // Some come by invitation.
      if (index % 12 === 11) continue;
      this.#agenda.add(START + this.#rng.below(10 * DAY_MS), () => {
        this.#say(person, [`signup ${person.name}`]);
        const per = oneOf(this.#rng, ['move', 'move', 'digest', 'both', 'none']);
        // HTML is dear to make, and no part of what is looked at here.
        const form = chance(this.#rng, 0.9) ? 'text' : 'html';
        this.#say(person, [`set timezone=${person.zone} per=${per} mail=${form}`]);
        this.#visitLater(person);
      });
    }
    this.#every(LOOK_MS, () => undefined);
    this.#every(DAY_MS, () => this.#daily());
    this.#agenda.add(this.#end, () => this.#seekNoMore());
    this.#troubles();
    const year = { rng: this.#rng, people: this.#people, days: this.#size.days, start: START };
    deadMailboxes(year, (person, from, until) => {
      this.#agenda.add(from, () => {
        this.#office.shut(person.address, until);
      });
      this.#agenda.add(until, () => {
        this.#say(person, ['games']);
      });
    });
  }

  /** Else a standing offer would open boards for ever. Somebody's mail may be one whose sender must first be asked: so all say it twice. */
  #seekNoMore(): void {
    for (const person of this.#people.filter(({ name }) => this.#watch.accounts.has(name)))
      for (const wait of [0, DAY_MS])
        this.#later(person, () => this.#agenda.add(this.#now + wait, () => this.#say(person, ['seek off'])));
  }

  #every(ms: number, act: Act): void {
    this.#agenda.add(this.#now + ms, async () => {
      await act();
      this.#every(ms, act);
    });
  }

  async #daily(): Promise<void> {
    await this.#office.forget();
    if (this.#office.isUp && this.#office.isReadable && this.#office.isSending) this.#watch.checkTold(this.#now);
  }

  /** By chance, so often a year; of all lengths up to these hours. */
  #troubles(): void {
    const office = this.#office;
    const during = (times: number, most: number, begin: Act, end: Act): void => {
      for (let left = times; left > 0; left--) {
        const [at, lasts] = [this.#rng.below(this.#size.days * DAY_MS), MINUTE_MS + this.#rng.below(most * HOUR_MS)];
        this.#agenda.add(START + at, begin);
        this.#agenda.add(START + at + lasts, end);
      }
    };
    const times = Math.ceil(this.#size.days / 60);
    const stop = (): void => void (office.isUp = false);
    const start = (): void => office.restart();
    const without = (what: 'isReadable' | 'isSending', most: number): void =>
      during(times, most, () => void (office[what] = false), () => void (office[what] = true)); // prettier-ignore
    during(times, 1, stop, start);
    during(times, 60, stop, start);
    without('isReadable', 8);
    without('isSending', 30);
    during(2, 20, () => office.switchClocks(true), () => office.switchClocks(false)); // prettier-ignore
  }

  #say(person: Person, [subject, body = '']: Words, replyTo?: Letter): void {
    const isChat = replyTo !== undefined && chance(this.#rng, 0.01);
    const unproved = chance(this.#rng, 0.002);
    this.#office.arrive({ from: person.address, subject, body, isChat, unproved, ...(replyTo && { replyTo }) });
  }

  #received(letter: Letter): void {
    const person = this.#byAddress.get(letter.to);
    if (person === undefined || this.#now > person.vanishes) return;
    const [, game, number] = ADDRESS.exec(letter.messageId) ?? INVITATION.exec(letter.replyTo) ?? [];
    if (game !== undefined) {
      person.newest.set(`match/${game}/${number}`, letter);
      if (letter.text.includes('`claim`')) this.#claimLater(person, `${game} claim ${number}`);
      this.#plan(person, `match/${game}/${number}`);
    } else if (letter.replyTo.includes('+p.'))
      this.#later(person, () => this.#say(person, ['Re: a mail', 'yes'], letter));
    else
      for (const [, name = '', board = ''] of letter.text.matchAll(DIGEST_LINE))
        this.#plan(person, `match/${name}/${board}`);
  }

  /** After a while as it takes this person, unless they are gone by then. */
  #later(person: Person, act: Act): void {
    const at = Math.max(this.#now, person.away) + delayMs(this.#rng, person);
    this.#agenda.add(at, () => (at < person.vanishes ? act() : undefined));
  }

  #plan(person: Person, board: string): void {
    if (person.plans.has(board)) return;
    person.plans.add(board);
    this.#later(person, async () => {
      person.plans.delete(board);
      await this.#look(person, board as DocumentKey);
    });
  }

  /** When the other side has been away for long enough, and perhaps is back. */
  #claimLater(person: Person, line: string): void {
    if (person.plans.has(line) || !chance(this.#rng, 0.7)) return;
    person.plans.add(line);
    this.#agenda.add(this.#now + (15 + this.#rng.below(5)) * DAY_MS, () => {
      person.plans.delete(line);
      if (this.#now < person.vanishes) this.#say(person, [line]);
    });
  }

  async #look(person: Person, board: DocumentKey): Promise<void> {
    const match = await this.#matchAt(board);
    if (match === null) return;
    const newest = person.newest.get(board);
    if (newest?.replyTo.includes('+s.') === true && !userids(match).includes(person.name)) {
      const answer = weighted(this.#rng, [[6, `accept ${person.name}`], [1, 'reject'], [1, 'stop']]); // prettier-ignore
      this.#say(person, [`Re: ${newest.subject}`, answer], newest);
      this.#visitLater(person);
      return;
    }
    const isTooLate = this.#now > this.#end && match.state === 'over';
    const text = isTooLate ? null : replyText(this.#rng, match, person.name);
    if (text === null) return;
    this.#write(person, { match, text, newest });
    // What they did may have been no move.
    this.#later(person, () => this.#plan(person, board));
  }

  async #matchAt(board: DocumentKey): Promise<Match | null> {
    const { documents } = await this.#office.store.read([board]);
    return (documents.get(board) ?? null) as Match | null;
  }

  /** As a reply to the newest mail of the board, or as a line of its own. */
  #write(person: Person, { match, newest, text }: { match: Match; newest: Letter | undefined; text: string }): void {
    const [first = '', ...others] = text.split('\n');
    if (newest !== undefined && (others.length > 0 || !chance(this.#rng, 0.2)))
      this.#say(person, [`Re: ${newest.subject}`, text], newest);
    else this.#say(person, lineOf(match, first, others));
  }

  #visitLater(person: Person): void {
    const at = Math.max(this.#now, person.away) + waitMs(this.#rng, this.#size.visitDays * DAY_MS);
    if (at > Math.min(this.#end, person.vanishes)) return;
    this.#agenda.add(at, async () => {
      if (this.#watch.accounts.get(person.name)?.closed === true) return;
      this.#say(person, visitWords(this.#visitOf(person)));
      for (const match of await this.#office.boardsOf(person.name))
        if (turnAt(match)?.player === person.name) this.#plan(person, matchKey(match));
      this.#visitLater(person);
    });
  }

  #visitOf(person: Person): Visit {
    const rng = this.#rng;
    const isOther = ({ name }: Person): boolean => {
      const account = this.#watch.accounts.get(name);
      return name !== person.name && account !== undefined && !account.closed;
    };
    const others = this.#people.filter(isOther);
    const guests = this.#people.filter(({ name }) => !this.#watch.accounts.has(name));
    const stranger = (): string =>
      guests.length > 0 && chance(rng, 0.6)
        ? oneOf(rng, guests).address
        : `stranger${(this.#strangers += 1)}@people.test`;
    return { rng, person, now: this.#now, stranger, other: () => (others.length === 0 ? person : oneOf(rng, others)) };
  }

  async #outcome(): Promise<YearOutcome> {
    const watch = this.#watch;
    for (const match of await this.#open(Infinity)) watch.fault(`${matchKey(match)} has not ended`);
    let matches = 0;
    for (const game of games) {
      for (let number = 101; ; number++) {
        const match = await this.#matchAt(matchKey({ game: game.name, number }));
        if (match === null) break;
        matches += 1;
        const copy = JSON.parse(JSON.stringify(match)) as Match;
        const fault = copy.state === 'removed' ? null : findFault(games, copy);
        if (fault !== null) watch.fault(`${matchKey(match)}: ${fault}`);
      }
    }
    const missing = EXPECTED.filter(what => watch.counts.of(what) === 0);
    return { watch, matches, days: (this.#now - START) / DAY_MS, missing };
  }
}

/** The same as a line of its own: `nex move 101 b3,a3`. */
function lineOf({ game, number }: Match, first: string, others: readonly string[]): Words {
  const [word = '', ...rest] = first.split(' ');
  const isCommand = /^[a-z]{4,}$/.test(word);
  const line = isCommand ? [game, word, number, ...rest] : [game, 'move', number, first];
  return [line.join(' '), others.join('\n')];
}
