// The note of the mails in hand: what it says after deaths of every kind.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openInFlightFile } from '#adapters/in-flight.ts';
import type { InFlight } from '#service/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'nexpost-in-flight-'));
const path = join(folder, 'in-flight.json');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(path, { force: true });
});

const log: string[] = [];
const write = (event: string): void => void log.push(event);
/** A process that begins; the one before it is dead, whatever it had in hand. */
const begin = (at = path): InFlight => openInFlightFile(at, { info: write, warn: write, error: write });

describe('the note of the mails in hand', () => {
  it('is read from the file of an earlier version', () => {
    const older = join(folder, 'in-hand.json');
    writeFileSync(older, '{"hand":["a"],"deaths":{}}');
    expect(begin().checkPoison('a')).toBe('suspect');
    expect(existsSync(older)).toBe(false);
  });

  it('says nothing of what was decided', () => {
    const first = begin();
    first.mark(['a', 'b']);
    first.clear();
    expect(begin().checkPoison('a')).toBe('none');
  });

  it('convicts a suspect who saw two deaths by itself', () => {
    begin().mark(['a']);
    const second = begin();
    expect([second.checkPoison('a'), second.checkPoison('b')]).toEqual(['suspect', 'none']);
    second.mark(['a']);
    const third = begin();
    expect(third.checkPoison('a')).toBe('suspect');
    third.mark(['a']);
    expect(begin().checkPoison('a')).toBe('deadly');
  });

  it('gives a suspect who was put aside and is put back one more trial', () => {
    for (let death = 0; death < 3; death += 1) begin().mark(['a']);
    expect(begin().checkPoison('a')).toBe('deadly');
    const again = begin();
    expect(again.checkPoison('a')).toBe('suspect');
    again.mark(['a']);
    const third = begin();
    expect(third.checkPoison('a')).toBe('deadly');
    third.mark(['a']);
    third.clear();
    expect(begin().checkPoison('a')).toBe('none');
  });

  it('clears who was in company, one by one', () => {
    begin().mark(['a', 'b', 'c']);
    const second = begin();
    expect(['a', 'b', 'c'].map(second.checkPoison)).toEqual(['suspect', 'suspect', 'suspect']);
    second.mark(['a']);
    second.clear();
    expect(second.checkPoison('a')).toBe('none');
    second.mark(['b']);
    const third = begin();
    expect(['a', 'b', 'c'].map(third.checkPoison)).toEqual(['none', 'suspect', 'suspect']);
    third.mark(['b']);
    begin().mark(['c']);
    const fourth = begin();
    expect(['a', 'b', 'c'].map(fourth.checkPoison)).toEqual(['none', 'deadly', 'suspect']);
  });

  it('is not believed when it is damaged, and stops nobody when it cannot be written', () => {
    writeFileSync(path, '{"hand":[');
    expect(begin().checkPoison('a')).toBe('none');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ hand: [], deaths: {} });
    log.length = 0;
    begin(join(folder, 'nowhere', 'in-flight.json')).mark(['a']);
    expect(log).toEqual(['in-flight-not-noted', 'in-flight-not-noted']);
  });

  it('appends to its file, and replaces it only once it is long', () => {
    const inHand = begin();
    let [longest, replaced, before] = [0, 0, statSync(path).size];
    for (let mail = 0; mail < 2_000; mail++) {
      inHand.mark([`${mail}`.padEnd(1_000)]);
      const { size } = statSync(path);
      if (size <= before) replaced += 1;
      longest = Math.max(longest, size);
      before = size;
    }
    expect(replaced).toBeLessThanOrEqual(3);
    expect(longest).toBeLessThanOrEqual(1_000_000);
    expect(begin().checkPoison('1999'.padEnd(1_000))).toBe('suspect');
  });

  it('passes over a line that was cut short', () => {
    begin().mark(['a']);
    appendFileSync(path, '\n{"hand":["b"],"dea');
    const second = begin();
    expect(['a', 'b'].map(second.checkPoison)).toEqual(['suspect', 'none']);
  });
});
