// The Mime port without a thread, for single mails and for tests.
// A service reads its mails with `thread.ts`.
import type { Mime } from '#service/ports.ts';
import { peek, reading } from './parse.ts';
import { render } from './render.ts';

export const mime: Mime = { read: (raw, size) => Promise.resolve(reading(raw, size)), peek, render };
