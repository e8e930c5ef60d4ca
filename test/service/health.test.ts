// Health: each illness of the service gives its reason, and a healthy service has none.
import { describe, expect, it } from 'vitest';
import { findIllnesses, formatDuration, type HealthFacts, reportHealth } from '#service/health.ts';
import type { ProcessSigns, Role, ProcessRecord } from '#service/shared-ports.ts';

const NOW = 100_000_000;
const MINUTE = 60_000;

const WELL: ProcessSigns = {
  ...{ imap: 'connected', smtp: 'connected', readAt: NOW - MINUTE, sentAt: NOW - 60 * MINUTE },
  ...{ pausedUntil: null, storeFailingSince: null },
};

const process = (signs: Partial<ProcessSigns> = {}, over: Partial<ProcessRecord> = {}): ProcessRecord => ({
  ...{ role: 'all', host: 'one', pid: 1, ageMs: 90 * MINUTE, silentMs: 0, hasEnded: false },
  ...over,
  signs: { ...WELL, ...signs },
});

const NO_MAIL = { due: 0, waiting: 0, failed: 0, oldest: null, oldestSince: null, oldestDueBoard: null };

const SLOW = { perHour: 20, boardsFrom: -Infinity, othersFrom: NOW + MINUTE };

const facts = (over: Partial<HealthFacts> = {}): HealthFacts => ({
  ...{
    processes: [process()],
    neededRoles: [],
    ageMs: 90 * MINUTE,
    mails: NO_MAIL,
    queue: null,
    oldestIncomingMs: 0,
    pace: null,
    sweepMs: MINUTE,
  },
  servers: ['imap', 'smtp'],
  ...over,
});

const illnesses = (over: Partial<HealthFacts>, speed = 1): readonly string[] =>
  findIllnesses(facts(over), { now: () => NOW, speed }).map(({ what }) => what);

const several = (
  silentMs: Partial<Record<Role, number>> = {},
  hasEnded: readonly Role[] = [],
): Partial<HealthFacts> => {
  const neededRoles = ['inbox', 'worker', 'outbox', 'web'] as const;
  return {
    neededRoles,
    processes: neededRoles.map(role =>
      process({}, { role, silentMs: silentMs[role] ?? 0, hasEnded: hasEnded.includes(role) }),
    ),
  };
};

it('is well when all is well', () => {
  expect(reportHealth(facts(), { now: () => NOW })).toEqual({
    ...{ ok: true, imap: 'connected', smtp: 'connected', store: 'ok', waiting: 0, delayed: 0, failed: 0 },
    ...{ undecided: 0, aside: 0, reasons: [] },
  });
  expect(illnesses(several())).toEqual([]);
});

it('says when more mails may be sent, while due mails wait for the pace', () => {
  const until = (mails: Partial<HealthFacts['mails']>): string | undefined =>
    reportHealth(facts({ mails: { ...NO_MAIL, ...mails }, pace: SLOW }), { now: () => NOW }).sendingPacedUntil;
  expect([until({ due: 1 }), until({})]).toEqual([new Date(NOW + MINUTE).toISOString(), undefined]);
});

it('needs no IMAP where mails are delivered to a folder, and says when that is unread', () => {
  const delivered = { processes: [process({ imap: 'unreachable' })], servers: ['smtp'] as const };
  const report = reportHealth(facts(delivered), { now: () => NOW });
  expect([report.ok, 'imap' in report]).toEqual([true, false]);
  const unread = process({ imap: 'unreachable', readAt: NOW - 5 * MINUTE });
  expect(illnesses({ ...delivered, processes: [unread] })).toEqual(['mailbox']);
});

describe('is ill', () => {
  it.each<readonly [string, Partial<HealthFacts>, readonly string[]]>([
    ['while IMAP refuses the login', { processes: [process({ imap: 'refused' })] }, ['imap']],
    ['while SMTP is away', { processes: [process({ smtp: 'unreachable' })] }, ['smtp']],
    ['while there is no access token', { processes: [process({ oauthRefusal: 'No consent.' })] }, ['oauth']],
    ['while the store does not answer', { mails: null }, ['store']],
    ['when the store refuses for 30 seconds', { processes: [process({ storeFailingSince: NOW - 30_000 })] }, ['store']],
    ['not before', { processes: [process({ storeFailingSince: NOW - 29_999 })] }, []],
    ['while sending is paused', { processes: [process({ pausedUntil: '2026-11-21T10:05:00.000Z' })] }, ['pause']],
    [
      'when a mail waits for 15 minutes',
      { mails: { ...NO_MAIL, waiting: 1, oldestSince: NOW - 15 * MINUTE } },
      ['outbox'],
    ],
    ['not before', { mails: { ...NO_MAIL, waiting: 1, oldestSince: NOW - 15 * MINUTE + 1 } }, []],
    ['not for a mail to one reader, while others are sent', { mails: { ...NO_MAIL, waiting: 1, oldest: 0 } }, []],
    [
      'when a mail about a board waits for 15 minutes, at a pace',
      { mails: { ...NO_MAIL, due: 9, oldestDueBoard: NOW - 15 * MINUTE }, pace: SLOW },
      ['outbox'],
    ],
    [
      'not when only digests do',
      { mails: { ...NO_MAIL, due: 9, oldestSince: 0, oldestDueBoard: NOW - 14 * MINUTE }, pace: SLOW },
      [],
    ],
    ['when an incoming mail waits for 15 minutes', { oldestIncomingMs: 15 * MINUTE }, ['queue']],
    ['not before', { oldestIncomingMs: 15 * MINUTE - 1 }, []],
    ['when the mailbox is unread for 5 minutes', { processes: [process({ readAt: NOW - 5 * MINUTE })] }, ['mailbox']],
    ['when it was never read', { processes: [process({ readAt: null })] }, ['mailbox']],
    ['not just after the start', { processes: [process({ readAt: null })], ageMs: MINUTE }, []],
    [
      'not if it is looked at every ten minutes',
      { processes: [process({ readAt: NOW - 19 * MINUTE })], sweepMs: 10 * MINUTE },
      [],
    ],
    ['when no worker is alive', several({ worker: MINUTE }), ['role']],
    ['when the process that sends has ended', several({}, ['outbox']), ['smtp', 'role']],
    ['when the reader of the mailbox is dead', several({ inbox: MINUTE }), ['imap', 'mailbox', 'role']],
  ])('%s', (_, over, expected) => {
    expect(illnesses(over)).toEqual(expected);
  });

  it('not because other processes are still starting', () => {
    expect(illnesses({ ...several({}, ['worker']), ageMs: 59_000 })).toEqual([]);
  });

  it('by real time, whatever the clock of the service does', () => {
    const mails = { ...NO_MAIL, waiting: 1, oldestSince: NOW - 15 * MINUTE };
    const processes = [process({ readAt: NOW })];
    expect(illnesses({ mails, processes }, 60)).toEqual([]);
    expect(illnesses({ mails: { ...mails, oldestSince: NOW - 900 * MINUTE }, processes }, 60)).toEqual(['outbox']);
  });
});

it('names the reasons in sentences', () => {
  const report = reportHealth(
    facts({
      processes: [process({ storeFailingSince: NOW - 47_000, readAt: NOW - 3 * 60 * MINUTE })],
      mails: { ...NO_MAIL, due: 2, waiting: 7, failed: 1, oldest: 0, oldestSince: NOW - 16 * MINUTE },
    }),
    { now: () => NOW },
  );
  expect(report).toMatchObject({ ok: false, store: 'failed', waiting: 2, delayed: 5, failed: 1 });
  expect(report.reasons.map(({ why }) => why)).toEqual([
    'The store has refused changes for 47 seconds.',
    'A mail has waited for 16 minutes, and none was sent meanwhile.',
    'The mailbox has not been read for 3 hours.',
  ]);
});

it.each([
  [1_000, '1 seconds'],
  [119_000, '119 seconds'],
  [120_000, '2 minutes'],
  [2 * 86_400_000, '2 days'],
])('writes %d ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
