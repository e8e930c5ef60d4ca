// The roles of a process: the whole service, or one part of it.

export const ROLES = ['all', 'inbox', 'worker', 'outbox', 'robots', 'web'] as const;

export type Role = (typeof ROLES)[number];

/** Does the role include this part of a service? `all` includes every part. */
export const hasPart = (role: Role, part: Exclude<Role, 'all'>): boolean => role === 'all' || role === part;
