// The page in place of the inbox, for a browser without its key: a link starts the wished mail in a mail program.
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
