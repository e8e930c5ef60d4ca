// Waits for a time without keeping the process alive.

/** `ms` milliseconds. The global timer, so that a test can set its clock. */
export const waitFor = (ms: number): Promise<void> => new Promise(resolve => void setTimeout(resolve, ms).unref());
