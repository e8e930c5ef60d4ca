// Starts the wished mail in a mail program, where the browser has no key of the inbox.
import { formatMailto } from '#core/mail/mailto.ts';
import { find } from '../elements.ts';
import { parsePageAddress } from './page-address.ts';

const { wish } = parsePageAddress(location.hash);
const way = find(document, '#by-mail');
if (wish !== null) {
  const link = find(way, 'a', HTMLAnchorElement);
  link.href = formatMailto(way.dataset['address'] ?? '', 'multiple', `signup yourname\r\n${wish.command}\r\n`);
  find(way, '.wish').textContent = wish.command;
  way.hidden = false;
}
