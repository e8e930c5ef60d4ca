// The field of the ledger, with which every mail begins. It depends on all games of a service.
export const LOG_FIELD = /^Nexpost-Log: .*\r\n(?: .*\r\n)+/;

/** The mail below the field. */
export const withoutLogField = (raw: string): string => raw.replace(LOG_FIELD, '');
