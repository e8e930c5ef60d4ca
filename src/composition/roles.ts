// What a process of a service does: everything, or one part of it beside others.

export const ROLES = ['all', 'inbox', 'worker', 'outbox', 'robots', 'web'] as const;

export type Role = (typeof ROLES)[number];

/** The part of a service, `all` having every one of them. */
export const hasPart = (role: Role, part: Exclude<Role, 'all'>): boolean => role === 'all' || role === part;
