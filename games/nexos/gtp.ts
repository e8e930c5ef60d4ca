// How Pentobi writes Nexos in GTP: colours are numbers, and a move is a list of its segments.
import type { GtpNotation } from '../game.ts';
import { countSeats, HUES } from './colours.ts';

const SEGMENTS = /^[a-y]\d{1,2}(?:,[a-y]\d{1,2}){0,3}$/;

export const PENTOBI_GTP: GtpNotation = {
  chooseGame: setup => (countSeats(setup) === 2 ? 'set_game Nexos Two-Player' : 'set_game Nexos'),
  nameColour: colour => [String(HUES.findIndex(({ name }) => name === colour) + 1), colour],
  writeMove: text => text,
  readMove: text => (SEGMENTS.test(text) ? text : null),
};
