// Deadlines as calendar files, read by an independent parser: in reminders, in each language, for boards of every kind.
import ICAL from 'ical.js';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { lab, type Lab, type Received } from '#test/service/lab.ts';

const DAY_MS = 86_400_000;
const at = (name: string): string => `${name}@example.test`;

async function boardOf(settings = '', webUrl = ''): Promise<Lab> {
  const club = lab({ webUrl });
  const send = (name: string, subject: string): Promise<unknown> => club.write(at(name), subject);
  for (const name of ['alice', 'bob']) await send(name, `signup ${name}`);
  if (settings !== '') await send('alice', `set ${settings}`);
  await send('alice', 'hex challenge -size=4 alice bob');
  return club;
}

const remindersOf = async (club: Lab, days: number): Promise<readonly Received[]> =>
  (await club.live(days * DAY_MS)).filter(({ subject }) => subject.startsWith('Reminder: '));

async function fileOf(reminder: Received): Promise<{ readonly name: string; readonly type: string; text: string }> {
  const { attachments } = await simpleParser(Buffer.from(reminder.raw));
  const [file, ...others] = attachments.filter(({ contentType }) => contentType === 'text/calendar');
  expect(others).toEqual([]);
  return { name: file!.filename!, type: file!.contentType, text: file!.content.toString() };
}

/** The only event of a file. */
function eventOf(text: string): ICAL.Event {
  const events = ICAL.Component.fromString(text).getAllSubcomponents('vevent');
  expect(events).toHaveLength(1);
  return new ICAL.Event(events[0]);
}

/** What RFC 5545 asks of every line. */
function expectLines(text: string): void {
  expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
  for (const line of text.slice(0, -2).split('\r\n')) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  }
}

describe('a reminder', () => {
  it('carries the deadline as a file, and a later one updates it', async () => {
    const club = await boardOf('reminders=10d');
    const began = club.now();
    const [nag, early, last] = await remindersOf(club, 20);
    const files = await Promise.all([nag!, early!, last!].map(fileOf));
    expect(files.map(({ name }) => name)).toEqual(['hex-101.ics', 'hex-101.ics', 'hex-101.ics']);
    for (const { text } of files) expectLines(text);
    const events = files.map(({ text }) => eventOf(text));
    expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set(['hex-101-1@example.test']));
    for (const event of events) {
      expect(event.startDate.toJSDate().getTime()).toBe(began + 21 * DAY_MS);
      expect(event.summary).toBe('Hex board 101: your move');
      expect(event.description).toContain('against bob');
      const alarm = event.component.getFirstSubcomponent('valarm')!;
      expect(String(alarm.getFirstPropertyValue('trigger'))).toBe('-P1D');
    }
    const revisions = events.map(({ sequence }) => sequence);
    expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
    const stamps = events.map(({ component }) => component.getFirstPropertyValue('dtstamp') as ICAL.Time);
    expect(stamps.map(stamp => stamp.toJSDate().getTime())).toEqual(
      [nag!, early!, last!].map(({ headers }) => (headers.get('date') as Date).getTime()),
    );
  });

  it('tells another deadline under the same name when a holiday moves it', async () => {
    const club = await boardOf();
    const began = club.now();
    const [nag] = await remindersOf(club, 8);
    await club.write(at('alice'), 'vacation 2026-12-10..2026-12-14');
    const [last] = await remindersOf(club, 20);
    const [before, after] = [eventOf((await fileOf(nag!)).text), eventOf((await fileOf(last!)).text)];
    expect(after.uid).toBe(before.uid);
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect(after.startDate.toJSDate().getTime()).toBe(began + 26 * DAY_MS);
  });

  it('links to the page of the board, without what answers the mail', async () => {
    const club = await boardOf('', 'https://nex.example');
    const [nag] = await remindersOf(club, 8);
    const event = eventOf((await fileOf(nag!)).text);
    expect(event.component.getFirstPropertyValue('url')).toBe('https://nex.example/hex/101');
  });

  it('speaks the language of its reader, in lines that break no letter', async () => {
    const club = await boardOf('language=pt');
    const [nag] = (await club.live(8 * DAY_MS)).filter(({ subject }) => subject.includes('101'));
    const { text } = await fileOf(nag!);
    expectLines(text);
    expect(eventOf(text).summary).toBe('Hex, tabuleiro 101: é a tua vez');
    expect(eventOf(text).description).toContain('Para jogar, responde à última mensagem deste tabuleiro.');
  });

  it('carries no file in a chat, where each would be a message', async () => {
    const club = await boardOf('mail=chat');
    const [nag] = (await club.live(8 * DAY_MS)).filter(({ text }) => text.includes('reminder'));
    expect(nag!.raw).not.toContain('text/calendar');
  });
});
