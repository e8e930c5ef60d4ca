// The port Mime.
import type { Mime } from '../../service/ports.ts';
import { parse } from './parse.ts';
import { peek } from './peek.ts';
import { render } from './render.ts';

export const mime: Mime = { parse, peek, render };
