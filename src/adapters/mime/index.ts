// The port Mime.
import type { Mime } from '../../service/ports.ts';
import { parse, peek } from './parse.ts';
import { render } from './render.ts';

export const mime: Mime = { parse, peek, render };
