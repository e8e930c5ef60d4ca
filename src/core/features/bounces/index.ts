// The feature `bounces`: mail that comes back, and the probes it leads to.
import type { Feature } from '#core/writing/feature.ts';
import { messages } from './bounces.ts';

export const bounces = {
  messages,
} satisfies Feature;
