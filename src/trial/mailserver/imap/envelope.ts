// ENVELOPE: the headers a list of mails is made of (RFC 3501 7.4.2).
import addressparser, { type Address } from 'nodemailer/lib/addressparser';
import { fieldValue, type Field } from '#mime/header.ts';
import { formatNString } from './wire.ts';

/** Beyond this the addresses of a header are not read: no person wrote that many. */
const addressBytes = 64 * 2 ** 10;

export function formatEnvelope(fields: readonly Field[]): string {
  const formatField = (name: string): string => formatNString(fieldValue(fields, name));
  const formatAddressField = (name: string): string => formatAddresses(fieldValue(fields, name));
  const from = formatAddressField('from');
  const formatOrFrom = (name: string): string => {
    const found = formatAddressField(name);
    return found === 'NIL' ? from : found;
  };
  const people = [
    from,
    formatOrFrom('sender'),
    formatOrFrom('reply-to'),
    formatAddressField('to'),
    formatAddressField('cc'),
    formatAddressField('bcc'),
  ];
  return `(${[formatField('date'), formatField('subject'), ...people, formatField('in-reply-to'), formatField('message-id')].join(' ')})`;
}

function formatAddresses(value: string | undefined): string {
  if (value === undefined || value === '') return 'NIL';
  const parsed = addressparser(value.slice(0, addressBytes)).map(formatAddress).join('');
  return parsed === '' ? 'NIL' : `(${parsed})`;
}

function formatAddress(address: Address): string {
  if (address.group) {
    const members = address.group.map(formatAddress).join('');
    return `(NIL NIL ${formatNString(toLatin1(address.name))} NIL)${members}(NIL NIL NIL NIL)`;
  }
  const text = toLatin1(address.address);
  const at = text.lastIndexOf('@');
  const [local, host] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  // A display name without an address still is somebody to show.
  if (local === '' && host === '')
    return address.name === '' ? '' : `(NIL NIL ${formatNString(toLatin1(address.name))} "")`;
  return `(${formatNString(address.name === '' ? undefined : toLatin1(address.name))} NIL ${formatNString(local)} ${formatNString(host)})`;
}

// The parser may have decoded something; only bytes may go out.
const toLatin1 = (text: string): string =>
  /[^\x00-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
