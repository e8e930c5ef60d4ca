// The port Mime where it is called: to read one mail, and for tests. `thread.ts` reads the mails of a service.
import type { Mime } from '#service/ports.ts';
import { peek } from './peek.ts';
import { reading } from './reading.ts';
import { render } from './render.ts';

export const mime: Mime = { read: (raw, size) => Promise.resolve(reading(raw, size)), peek, render };
