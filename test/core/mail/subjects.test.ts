// Subjects that come back: prefixes of all languages go, and what is left is context or a command.
import { describe, expect, it } from 'vitest';
import { games } from '#games/registry/index.ts';
import { findBoardInSubject } from '#core/board/board-in-subject.ts';
import { stripReplyPrefixes } from '#core/kernel/words.ts';

describe('prefixes', () => {
  it.each([
    ...[
      'Re: ',
      'RE: ',
      'AW: ',
      'Aw: ',
      'SV: ',
      'Antw: ',
      'Odp: ',
      'RES: ',
      'R: ',
      'VS: ',
      'YNT: ',
      'Vá: ',
      'Fwd: ',
      'FW: ',
    ],
    ...[
      'WG: ',
      'TR: ',
      'RV: ',
      'I: ',
      'ENC: ',
      'Doorst: ',
      '回复: ',
      '回复：',
      '答复: ',
      'Re[2]: ',
      'Re(3): ',
      'Re : ',
      'RE : ',
    ],
    ...[
      '[EXT] ',
      '[EXTERNAL] ',
      '[External]: ',
      '[SPAM] ',
      'Re: Re: Re: ',
      '[EXT] AW: Re: ',
      'Re:',
      '  Re:\u00a0',
      'Re: [EXT] ',
    ],
  ])('%j', prefix => {
    expect(stripReplyPrefixes(`${prefix}Nex Board 101 alice`)).toBe('Nex Board 101 alice');
    expect(findBoardInSubject(stripReplyPrefixes(`${prefix}New Nex Board 101 alice **`), games)).toEqual({
      game: 'nex',
      number: 101,
    });
  });

  it.each(['nex move 101 b3,a3', 'help', 'reject', 'resign', 'i', ''])('leave %j alone', subject =>
    expect(stripReplyPrefixes(subject)).toBe(subject),
  );

  it('however many there are, without end', () => {
    expect(stripReplyPrefixes(`${'Re: '.repeat(120)}x`)).toBe('x');
  });
});

describe('context', () => {
  it.each([
    ['Nex Board 101 bob', 'nex', 101],
    ['New Nex Board 101 bob', 'nex', 101],
    ['Nag: Nex Board 101 bob', 'nex', 101],
    ['New Nex Board 101 bob: to move', 'nex', 101],
    ['Reminder: Nex Board 101 bob: your turn', 'nex', 101],
    ['Nex Board 101: bob won **', 'nex', 101],
    ['Nex Board 101 Error', 'nex', 101],
    ['Nex Board 101', 'nex', 101],
    ['Hex board 7 bob **', 'hex', 7],
    ['Nex chat 101 bob', 'nex', 101],
  ])('%s', (subject, game, number) => expect(findBoardInSubject(subject, games)).toEqual({ game, number }));

  it.each([
    'Nex Board 101 b3,a3',
    'nex move 101 b3,a3',
    'Chess Board 101 bob',
    'Nex Board',
    'Nex Board 101 bob and more',
  ])('not %s', subject => expect(findBoardInSubject(subject, games)).toBeNull());
});
