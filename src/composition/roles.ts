// Tells which parts of a service a process runs.
import type { Role } from '#service/shared-ports.ts';

/** Does the role include this part of a service? `all` includes every part. */
export const hasPart = (role: Role, part: Exclude<Role, 'all'>): boolean => role === 'all' || role === part;
