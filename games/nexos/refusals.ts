// The refusals of Nexos, in addition to those of every game.
import { KIT_REFUSALS, createRefuse } from '../kit/refusal.ts';

/** The codes, each with the parts of its sentence. */
export const NEXOS_REFUSALS = {
  ...KIT_REFUSALS,
  'point-hole': ['point'], // Nexos: between the lines
  'point-intersection': ['point', 'segments'], // an intersection among the names of segments
  'point-no-intersection': ['point', 'example'], // a line is drawn from intersection to intersection
  'line-crooked': ['from', 'to'],
  'segment-twice': ['segment'],
  'segment-taken': ['segment', 'by'],
  'piece-too-long': ['count', 'most'],
  'piece-apart': ['segment'],
  'piece-placed': ['piece', 'colour', 'segments'],
  'piece-crosses': ['point', 'by'],
  'piece-off-start': ['colour', 'start', 'segments'],
  'piece-detached': ['text', 'colour', 'example'],
  'piece-places': ['piece', 'count', 'places'], // a piece is named, and not where it is to lie
  'piece-nowhere': ['piece', 'colour'],
  'move-ambiguous': ['text', 'one', 'other'], // two legal moves may be meant
  'pass-refused': ['colour', 'example'],
} as const;

export const refusal = createRefuse(NEXOS_REFUSALS);
