// Forged spam of many kinds and languages, drawn from a seed. Its words are those that spam uses, commands and games among them.
import { createRandom } from '#games/kit/random.ts';
import type { Letterhead } from '#test/service/lab.ts';

type Draw = <Item>(items: readonly Item[]) => Item;

interface Kind {
  readonly subjects: readonly string[];
  readonly openings: readonly string[];
  readonly middles: readonly string[];
  readonly ends: readonly string[];
}

const OPENINGS = ['', 'Hi,', 'Hello,', 'Dear customer,', 'Dear friend', 'Good day', 'Greetings!', 'Hi there', 'Hello dear', 'Attention!'] as const; // prettier-ignore
const ENDS = [
  'Unsubscribe: https://evil.test/u?{n}',
  'To stop these mails, reply STOP.',
  'Best regards\n{name}\nSales Manager',
  'Click here: https://evil.test/{code}',
  'Reply YES to claim.',
  'Regards,\nThe Team',
  'Call +49 30 {n}',
  'Sent from my iPhone',
] as const;

const KINDS: Readonly<Record<string, Kind>> = {
  offers: {
    subjects: ['Offer {n}', '{n}% off everything', 'Last chance', 'Your next move', 'Make your move today!', 'Play more, pay less', 'Accept our best offer', 'Exclusive deal inside', 'Your time is running out', 'Invite a friend, get {n} EUR', 'Show me the deals', 'Black Friday', 'Red hot prices', 'Free swap for your old phone', 'Deal {code}', 'Invest now', 'Open now', 'Challenge accepted?', 'Limited time only', 'Games 50% off', 'Game on!', 'New board games in stock', 'Get {n} followers'],
    openings: OPENINGS,
    middles: ['Only today: {n} pieces left.', 'Order now\nPay later', 'Sale ends tonight.', 'Take {n}% off.\nUse code {code}', 'Move fast.', 'Play now\nWin big', 'New\nHot\nTop', 'Watch the video', 'Stats show that you can save {n} EUR', 'Swap your contract and save', 'Show this mail in our shop'],
    ends: ENDS,
  },
  invoices: {
    subjects: ['Invoice {n}', 'Re: Invoice {n}', 'Your invoice {code}', 'Payment reminder', 'Fwd: PO {n}', 'Overdue payment', 'Statement of account', 'Remittance advice', 'Order confirmation {n}', 'RE: RE: Quote {n}', 'Claim {n}', 'Your claim', 'Rechnung {n}', 'Mahnung', 'Facture {n}', 'Factura {n}', 'Fatura {n}'],
    openings: ['Dear Sir or Madam,', 'Hello', 'Sehr geehrte Damen und Herren,', 'Bonjour,', 'Estimado cliente,', 'Prezado cliente,', 'To whom it may concern'],
    middles: ['Please find attached invoice {n}.', 'Amount: {n}.00 EUR\nDue: today', 'Anbei die Rechnung {n}.', 'Veuillez trouver ci-joint la facture {n}.', 'Adjunto la factura {n}.', 'Segue a fatura {n}.', 'Please confirm the payment.', 'Total {n}\nVAT 19%', 'Date: 12.11.2026\nRef: {code}', 'Kindly accept and sign.'],
    ends: ENDS,
  },
  parcels: {
    subjects: ['Your parcel is waiting', 'Parcel {code}', 'Delivery failed', 'We could not deliver {code}', 'Track your package', 'Ihr Paket {code}', 'Votre colis', 'Su paquete', 'A sua encomenda {code}', 'Shipment on hold', 'Delivery attempt 2', 'Package at b2 depot', 'Move your delivery'],
    openings: OPENINGS,
    middles: ['Your parcel {code} waits at our depot.', 'Pay {n} EUR customs.', 'Ihre Sendung konnte nicht zugestellt werden.', 'Confirm your address', 'Choose a new time', 'Status: held\nHub: A4', 'Votre colis attend.', 'Confirme a morada.', 'From: Shop\nTo: you'],
    ends: ENDS,
  },
  newsletters: {
    subjects: ['Newsletter {n}', 'Weekly news', 'What is new this week', 'November update', 'Issue {n}', 'Top 10 moves to grow your business', 'The best games of 2026', 'Chess news', 'Welcome to our newsletter', 'Digest {n}', 'You are invited', 'Join our tournament of startups', 'History of the week', 'Help us improve', 'Rules of success', 'Tips, records and more', 'Standings: who leads the market', 'Subscribe today', 'Your stats for November', 'Nex Generation Newsletter', 'Hex colours of the year', 'Y us?', 'Go for it'],
    openings: OPENINGS,
    middles: ['News\nSport\nWeather', 'Read more', 'Subscribe\nShare\nFollow us', 'In this issue: {n} ideas.', 'Play\nWatch\nListen', 'Board meeting\nAgenda', 'Rules', 'Tournament\nResults', 'Help\nContact\nImprint', 'View in browser'],
    ends: ['Unsubscribe', 'Unsubscribe | Preferences', 'You get this mail since you signed up.', 'Abmelden', 'Se désinscrire', 'Cancelar suscripción', 'Help Center\nUnsubscribe'],
  },
  phishing: {
    subjects: ['Your account', 'Confirm your account', 'Account suspended', 'Password expired', 'Security alert', 'Verify your identity', 'Sign in attempt', 'Mailbox full', 'Action required', 'Login from new device', 'Ihr Konto wurde gesperrt', 'Votre compte', 'Su cuenta', 'A sua conta', 'Change password', 'Set a new password', 'Signup confirmation', 'You have 1 new message', 'Message from admin', 'Undo changes to your account'],
    openings: ['Dear user', 'Dear customer,', 'Hello eve', 'Lieber Kunde', 'Cher client', 'Estimado usuario', ''],
    middles: ['Confirm\nhttps://evil.test/{code}', 'Your password expires today.', 'Sign in\nChange password', 'Login: eve@else.test\nIP: 198.51.100.{n}', 'Click to accept the new terms', 'Ihr Passwort ist abgelaufen.', 'Votre mot de passe expire.', 'If this was not you, reply no', 'Update now', 'Your code is {code}'],
    ends: ENDS,
  },
  dating: {
    subjects: ['Hi', 'hello', 'Hey you', 'Are you there?', 'I like you', 'Can we meet?', 'my photo', 'Re: hi', 'Want to play?', 'Play with me', 'Lonely tonight', 'I saw you', 'Anna sent you a message', 'Hallo', 'Salut', 'Hola', 'Oi', 'Привет', '你好', 'Question', 'Yes', 'Thanks', 'One question'],
    openings: ['Hi', 'Hello dear', 'Hey', 'Salut', 'Hola', 'Hallo', ''],
    middles: ['I am {name}, 2{d}, from Kyiv.', 'Do you want to see me?', 'Write me', 'Let us play a game.', 'How are you?', 'Are you free today?', 'I want a serious man', 'Your move', 'See my photos', 'Can you help me?', 'I look for a friend.', 'Wer bist du?', 'Comment vas-tu?'],
    ends: ['Kiss', '{name}', 'xxx', 'Bye', 'Reply me', 'waiting for you', 'Your {name}'],
  },
  crypto: {
    subjects: ['BTC {n}', 'Bitcoin to the moon', 'Your wallet', '{n} USDT received', 'Claim your tokens', 'Airdrop', 'Double your coins', 'Swap tokens now', 'Stake and win', 'Trade with robots', 'Robot trader', 'ETH bonus {code}', 'Withdraw', 'Withdraw {n} USD', 'Draw of the week', 'You won'],
    openings: OPENINGS,
    middles: ['Claim', 'Swap', 'Swap now\nStake now', 'Your balance: {n}', 'Wallet: 0x{code}', 'Accept the transfer', 'Our robot trades for you.', 'Win {n} every day', 'Withdraw now', 'Move your coins'],
    ends: ENDS,
  },
  lottery: {
    subjects: ['You are the winner', 'Congratulations!!!', 'Prize {n}', 'FINAL NOTICE', 'Dear winner', 'Accept your prize', 'Your fund', 'Inheritance', 'Business proposal', 'Proposal', 'Urgent reply', 'Reply', 'Help needed', 'Please help', 'Donation'],
    openings: ['Dear friend', 'Greetings', 'Attn: beneficiary', 'Hello', ''],
    middles: ['I am {name}, widow of a banker.', 'You have won {n} USD.', 'Send me your name\nAddress\nPhone', 'Please accept my offer', 'I need your help.', 'Name:\nAge:\nCountry:', 'Reply for details', 'God bless you'],
    ends: ENDS,
  },
  jobs: {
    subjects: ['Job offer', 'Work from home', 'Earn {n} a day', 'SEO services', 'Website redesign', 'Guest post', 'Link exchange', 'Quick question', 'Following up', 'Re: our call', 'Meeting tomorrow', 'Partnership', 'Can I send you a price list?', 'Top ranking', 'More players for your site', 'I looked at your website', 'Your games server', 'Improve games.example.test'],
    openings: ['Hi', 'Hi team,', 'Hello', 'Dear owner', 'Hi games'],
    middles: ['Can I send a quote?', 'We make apps.', 'Do you have time?', 'I can bring you players.', 'Interested?', 'Let me know', 'Show me your price', 'How do I advertise?', 'Are you the owner?', 'We offer robots.', 'Rank 1 on Google'],
    ends: ENDS,
  },
  tongues: {
    subjects: ['Angebot {n}', 'Nur heute', 'Gewinnspiel', 'Jetzt spielen', 'Spiel mit', 'Offre spéciale', 'Jouez maintenant', 'Gagnez', 'Oferta {n}', 'Juega y gana', 'Ayuda', 'Joga agora', 'Ajuda', 'Hilfe', 'Gioca ora', 'Vinci', 'Скидка {n}%', 'Выиграй', '优惠 {n}', '发票 {n}', 'お知らせ', '무료', 'Ponuka {n}', 'Kampanya {n}', 'عرض {n}'],
    openings: ['Guten Tag', 'Bonjour', 'Buenos días', 'Olá', 'Ciao', 'Здравствуйте', '您好', 'Merhaba'],
    middles: ['Jetzt bestellen', 'Nur noch {n} Stück', 'Gewinnen Sie {n} Euro', 'Commandez', 'Gagnez {n} euros', 'Compre ya', 'Compra agora', 'Ordina', 'Купить', '点击这里', 'Hemen al', 'Neu\nHeiß\nGut', 'Oui', 'Ja, ich will', 'Sim'],
    ends: ['Abmelden', 'Se désinscrire', 'Darse de baja', 'Cancelar', 'Отписаться', '退订', 'Mit freundlichen Grüßen', 'Cordialement'],
  },
}; // prettier-ignore

export const SPAM_KINDS = Object.keys(KINDS);

const NAMES = ['Anna', 'Olga', 'Mr Smith', 'John', 'Marie', 'Robot', 'Alex', 'Lee', 'Fatima'];

/** Spam from strangers that no server vouches for, as many mails of each kind as of any other. */
export function drawSpam(seed: number, count: number): readonly Letterhead[] {
  const rng = createRandom(seed);
  const draw: Draw = items => items[rng.below(items.length)]!;
  const letters = (length: number): string =>
    Array.from({ length }, () => draw('ABCDEFGHJKLMN23456789'.split(''))).join('');
  const fill = (text: string): string =>
    text
      .replaceAll('{n}', () => String(1 + rng.below(draw([9, 99, 9_999]))))
      .replaceAll('{d}', () => String(rng.below(10)))
      .replaceAll('{code}', () => letters(draw([2, 4, 8])))
      .replaceAll('{name}', () => draw(NAMES));
  return Array.from({ length: count }, (_, at): Letterhead => {
    const kind = KINDS[SPAM_KINDS[at % SPAM_KINDS.length]!]!;
    const middles = new Set(Array.from({ length: 2 + rng.below(3) }, () => draw(kind.middles)));
    const parts = [draw(kind.openings), ...middles, draw(kind.ends)].filter(part => part !== '');
    const from = `${letters(6).toLowerCase()}@${letters(4).toLowerCase()}${at}.test`;
    return {
      from,
      subject: fill(draw(kind.subjects)),
      body: `${fill(parts.join(draw(['\n', '\n\n'])))}\n`,
      unproved: true,
    };
  });
}
