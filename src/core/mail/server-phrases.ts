// The phrases of SMTP servers by their meaning. They match lower case without accents and codes.

/** Phrases of one meaning. */
export interface Phrases {
  readonly whole: RegExp;
  /** Phrases in parts. The parts follow each other within a sentence, with any text between them. */
  readonly inParts: readonly (readonly RegExp[])[];
}

/** Separates the parts of a phrase. */
const GAP = ' … ';

const atWordStart = (pattern: string): RegExp => new RegExp(`\\b(?:${pattern})`);

/** Splits a phrase at its gaps. All parts but the last end with a word. */
const splitParts = (phrase: string): readonly RegExp[] =>
  phrase.split(GAP).map((part, index, parts) => atWordStart(index < parts.length - 1 ? `(?:${part})\\b` : part));

/** Each alternative begins at the start of a word. */
export function createPhrases(...alternatives: readonly string[]): Phrases {
  const wholePhrases = alternatives.filter(each => !each.includes(GAP));
  const splitPhrases = alternatives.filter(each => each.includes(GAP));
  return {
    // The empty class matches no text.
    whole: atWordStart(wholePhrases.length === 0 ? '[]' : wholePhrases.join('|')),
    inParts: splitPhrases.map(splitParts),
  };
}

/** Is one of the phrases in a sentence? */
export const hasPhrase = ({ whole: wholePhrases, inParts: splitPhrases }: Phrases, sentence: string): boolean =>
  wholePhrases.test(sentence) || splitPhrases.some(parts => hasParts(parts, sentence));

function hasParts(parts: readonly RegExp[], sentence: string): boolean {
  let rest = sentence;
  for (const part of parts) {
    const found = part.exec(rest);
    if (found === null) return false;
    rest = rest.slice(found.index + found[0].length);
  }
  return true;
}

export const LOOP = createPhrases('hop count', 'too many hops', `loop(?:s|ed|ing)?\\b`, 'too many received');

export const SIZE = createPhrases(
  `(?:message|mail)${GAP}(?:size|too (?:large|big|long))\\b`,
  `size limit`,
  `(?:maximum|max|fixed) (?:message )?size`,
  `line(?: length| is)? (?:too long|limit)`,
);

/** A limit on what the recipient may receive. It is not ours. */
export const RECIPIENT_IS_BUSY = createPhrases(
  `receiving (?:mail|messages|e-?mails?) (?:at a rate|too (?:quickly|fast|many))`,
  `receiv(?:es|ed|ing) too (?:many|much)`,
  `(?:receive|receiving) limit`,
  `(?:they|recipient) can receive`,
  `recipient (?:has )?exceeded (?:their|its|his|her)\\b`,
);

const RECIPIENT =
  'recipients?|addressees?|users?|mailbox|mailing list|list|group|team|distribution (?:list|group)|contact';
/** The recipient, or their organisation, accepts mail from some senders only. Other recipients are not concerned. */
export const RECIPIENT_IS_CHOOSY = createPhrases(
  // Exchange names the restrictions of a recipient RESOLVER.RST.AuthRequired.
  `resolver rst`,
  `delivery restriction`,
  // Exchange writes this about a mailbox that it delivers to.
  `storedrv deliver`,
  // cPanel writes this about anything that keeps a mail from a recipient.
  `could not deliver mail to`,
  `send(?:ing)? to (?:a )?(?:group|distribution|mailing list)`,
  `(?:send(?:ing)?|post(?:ing)?|writ(?:e|ing)|deliver(?:ing)?|mail|e-?mails?|messages?) to (?:this|the|that|your) (?:intended )?(?:${RECIPIENT})\\b`,
  `sending to \\(or from\\)`,
  `(?:${RECIPIENT})${GAP}only (?:accepts?|receives?|takes?|members|from|authenticated|internal|trusted)\\b`,
  `(?:${RECIPIENT})${GAP}(?:restricted to|not configured to|(?:not|n't) (?:accept|receive|want|take)(?:ing)?)${GAP}(?:from|senders?|outside|external|you|your)\\b`,
  `only (?:members|subscribers|authenticated users|internal)`,
  `(?:members|subscribers)[ -]only`,
  `(?:${RECIPIENT}) (?:has |have )?(?:blocked|blacklisted|opted out|unsubscribed|chosen not to|(?:rejected|rejects|refused|refuses) (?:your|this|the|mail|messages?))\\b`,
  `(?:blocked|rejected|refused|denied|blacklisted|not (?:wanted|accepted)) by (?:the |this )?(?:end )?(?:${RECIPIENT})\\b`,
  `(?:recipient|recipient's|user's|customer|personal) (?:domain |organi[sz]ation |own )?(?:block|black|deny|polic|preferences|settings|filter)`,
);

/** The recipient is refused for no stated reason. Rules about us are tried before. */
export const RECIPIENT_IS_REFUSED = createPhrases(
  `(?:recipient|addressee|rcpt)${GAP}(?:rejected|denied|refused|blocked|not (?:accepted|allowed|permitted|authori[sz]ed)|forbidden|prohibited|restricted)\\b`,
  `(?:rejected|denied|refused|blocked|invalid) (?:for |to )?(?:the |this )?recipient`,
);

const PERIOD = 'hourly|daily|monthly|per[ -](?:hour|day|minute|second)';
const TRAFFIC = `sending|send|sends|sent|submission|outbound|outgoing|smtp|relay|messages?|mails?|e-?mails?|connections?|thread|tenant|transactions?|rate|${PERIOD}`;
const BOUND = 'limits?|quotas?|maximum|max|threshold|allowance|rate|cap';
const MAILS = 'rcpts?|recipients?|messages?|mails?|e-?mails?';
export const SENDING_LIMIT = createPhrases(
  `(?:${TRAFFIC})${GAP}(?:${BOUND})${GAP}(?:exceeded|reached|hit|exceeds)\\b`,
  `(?:exceed(?:s|ed|ing)?|reached|hit|over)${GAP}(?:${TRAFFIC}|permitted limits|threshold)\\b`,
  `too (?:many|much) (?:messages?|mails?|e-?mails?|connections?|sessions?|requests?|errors?|commands?|attempts|failures|bounces|transactions|deliveries|traffic)\\b`,
  `too (?:many|much) (?:concurrent|simultaneous|parallel|open|smtp|outgoing|login|auth|authentication|protocol|consecutive|unknown|invalid|bad|failed|spam)\\b`,
  `(?:${BOUND})${GAP}(?:${TRAFFIC})${GAP}(?:exceeded|reached|hit)\\b`,
  `too many recipients${GAP}(?:today|day|hour|minute)\\b`,
  `rate[ -]?limit`,
  `rate over[ -]?limit`,
  `sender(?:'s)? (?:is )?(?:over )?quota`,
  `sender (?:is )?overquota`,
  `sending too (?:fast|quickly|many|much)`,
  `max(?:imum)?(?: of)?(?: \\d{1,9})? (?:${MAILS}) (?:per|an?) (?:day|hour|minute|second)`,
  `no more (?:${MAILS})${GAP}(?:today|until|for)\\b`,
  `(?:hourly|daily|monthly) (?:${MAILS}) (?:limit|quota|cap)`,
  `(?:not enough|insufficient|out of|maximum) credits?\\b`,
  `throttl`,
  `(?:sending|message) (?:rate|volume)`,
  `frequency (?:is )?(?:limit|exceed)`,
  `limits? (?:for|on) (?:how many|the number of) (?:messages?|mails?|e-?mails?|recipients)\\b`,
  `(?:unusual|unexpected|excessive)${GAP}(?:rate|volume|amount|activity|traffic)\\b`,
  `server busy`,
  // German, French, Spanish and Portuguese, Italian.
  `zu viele (?:nachrichten|mails|e-mails|verbindungen)`,
  `(?:versand|sende)(?:limit|kontingent|quota)${GAP}(?:uberschritten|erreicht)`,
  `(?:versand|sendungen|nachrichten)${GAP}(?:limit|kontingent|quota)${GAP}(?:uberschritten|erreicht)`,
  `(?:quota|limite)${GAP}d'envoi${GAP}(?:depasse|atteint)`,
  `trop de (?:messages|mails|courriels|connexions)`,
  `(?:limite|cuota|cota)${GAP}(?:de )?envi?os?${GAP}(?:excedid|superad|alcanzad|atingid|ultrapassad)`,
  `demasiad[oa]s (?:mensajes|correos|conexiones)`,
  `(?:demasiadas|muitas) mensagens`,
  `limite${GAP}(?:di )?invio${GAP}(?:superat|raggiunt)`,
  `troppi messaggi`,
);

const STORAGE = 'mailbox|mail box|inbox|mail folder|maildir|user|account|recipient|storage|disk';
export const MAILBOX_IS_FULL = createPhrases(
  `(?:${STORAGE})${GAP}(?:full|over ?quota|out of (?:space|storage)|insufficient)\\b`,
  `(?:${STORAGE})${GAP}(?:quota|storage)${GAP}exceeded\\b`,
  `(?:${STORAGE})${GAP}exceeded${GAP}(?:quota|storage)\\b`,
  `over ?quota`,
  `mailbox quota`,
  `storage (?:allocation|limit|quota)`,
  `(?:insufficient|not enough) (?:system |disk |free )?(?:disk|storage|space)`,
  `disk (?:quota|full)`,
  `postfach${GAP}voll`,
  `boite${GAP}pleine`,
  `buzon${GAP}lleno`,
  `caixa${GAP}cheia`,
  `casella${GAP}piena`,
);

export const ANY_LIMIT = createPhrases(
  `(?:limit|quota|threshold)s?${GAP}(?:exceeded|reached|hit)\\b`,
  `exceed(?:s|ed|ing)?${GAP}(?:limit|quota|threshold)`,
  `(?:limit|kontingent|quota)${GAP}(?:uberschritten|erreicht)`,
  `(?:quota|limite)${GAP}(?:depasse|atteint)`,
  `(?:limite|cuota|cota)${GAP}(?:excedid|superad|alcanzad|atingid|ultrapassad)`,
);

/** The provider keeps a list of addresses that it sends nothing to. */
export const SUPPRESSED = createPhrases(
  'suppression list',
  'address (?:is )?(?:blacklisted|suppressed)',
  '(?:bounced|unsubscribed) address',
);

export const SENDER = createPhrases(
  `(?:sender|return[ -]path|envelope[ -]from|mail from|from header|from this header)${GAP}(?:rejected|verif(?:y|ied|ication)|denied|not|invalid|unverified|unknown|blocked|refused|blacklisted|doesn't|bad|null)\\b`,
  `(?:bad|banned|blocked|invalid|unverified|unauthenticated) (?:outbound )?sender`,
  `send (?:as|on behalf)`,
  `not (?:owned|authori[sz]ed|allowed) (?:by|to send)`,
  `address is not verified`,
  `from address${GAP}not\\b`,
  `verified sender`,
  `configuration set`,
  `sender is`,
);

const BAN =
  'block(?:ed|ing|s)?|banned|suspended|disabled|restricted|refused|rejected|limited|paused|listed|denied|locked';
/** The server objects to us, our host, our login or our domain, and not to the mail. */
export const ABOUT_US = createPhrases(
  `(?:black|block|deny|reject)[ -]?list`,
  `blocked using\\b`,
  `spamhaus|spamcop|barracuda|uceprotect|dns?bl|rbl|[rs]bl`,
  `reputation`,
  `relay(?:ing)?${GAP}(?:denied|disallowed|not|prohibited|rejected|refused)\\b`,
  `(?:not (?:permitted|allowed) to|unable to|cannot|never|refuse[ds]? to|don't|do not|denied|prohibited) relay`,
  `administrative(?:ly)? prohib`,
  `unsolicited`,
  `(?:un)?authenticat(?:ion|e|ed)\\b`,
  `credentials|smtp auth|login required`,
  `spf|dkim|dmarc|ptr|rdns|reverse dns|helo|ehlo|starttls`,
  `tls (?:is )?required|encryption (?:is )?required`,
  `client host`,
  `(?:sending|source|connecting|your|client) (?:ip|mta|host|server)`,
  `your (?:account|domain|network|organi[sz]ation|isp|subscription|tenant|address|email address)${GAP}(?:${BAN})\\b`,
  `(?:sending|outgoing|outbound)${GAP}(?:${BAN})\\b`,
  `(?:outgoing|outbound)${GAP}spam`,
  `storedrv submission`,
  `(?:user|spam) complaints?|complaint rate`,
  `abuse\\b`,
  `messages? from${GAP}(?:deferred|weren't sent|${BAN})\\b`,
  `not (?:authori[sz]ed|allowed|permitted) to (?:perform|send|use|relay)`,
  `account (?:is |has been )?paused`,
);

export const TEMPORARY = createPhrases(
  `temporar`,
  `gr[ea]y-?list`,
  `(?:try|retry|resend)${GAP}later\\b`,
  `voruber|spater erneut`,
);

export const HARMFUL = createPhrases(`spam`, `junk`, `virus`, `malware`, `phish`, `trojan`, `infected`);
const PART_OF_A_MAIL =
  'content|urls?|uris?|links?|hyperlinks?|web ?sites?|attachments?|attached|files?|executables?|macros?|virus|malware|phishing|spam|headers?';
/** The content of this mail is refused, perhaps because of a list of bad links. */
export const CONTAINED = createPhrases(
  `(?:contain(?:s|ed|ing)?|includ(?:es|ed|ing))${GAP}(?:${PART_OF_A_MAIL})\\b`,
  `(?:urls?|uris?|links?) (?:is |are |was |were )?(?:in|within|found|(?:black|block|deny)?[ -]?listed|blocked|rejected)\\b`,
  `(?:(?:black|block)[ -]?listed|listed|blocked|bad|malicious|suspicious|forbidden|prohibited) (?:urls?|uris?|links?)\\b`,
  // Lists of bad links.
  `surbl|uribl`,
  `(?:message|mail|e-?mail)(?:'s)? (?:content|body|text)\\b`,
  // Yahoo writes this about the content of a mail.
  `ph\\d\\d\\b`,
);
/** A filter may have judged this mail alone, or all our mail. */
export const MAIL_IS_UNWANTED = createPhrases(`(?:message|mail|e-?mail)${GAP}(?:abuse|abusive|unsolicited)\\b`);
export const MAIL_IS_REFUSED = createPhrases(
  `(?:message|mail|e-?mail) (?:is |was |has been )?(?:not (?:allowed|accepted|permitted|delivered)|rejected|refused|blocked|discarded)\\b`,
);
export const OF_THE_MAIL = createPhrases(
  `content\\b`,
  `attachments?\\b`,
  `headers?\\b`,
  `message-id\\b`,
  `bare (?:lf|cr)`,
  `duplicate`,
  `malformed|rfc ?(?:2?822|5322)`,
);

const PERSON =
  'users?|recipients?|mailbox|mailbox name|account|address|addressee|inbox|e-?mail|customer|subscriber|local[ -]part';
const GONE = `unknown|not found|(?:could|can)(?: ?not|n't) be found|not exist|n't exist|unavailable|not available|not known|unroute?able|disabled|inactive|deactivated|closed|suspended|discontinued|expired|deleted|removed|terminated|no longer|not a? ?valid|(?:is|as) invalid|not listed|not local|undeliverable`;
export const ADDRESS_IS_DEAD = createPhrases(
  `(?:no|unknown|invalid|non-?existent|inexistent) (?:such )?(?:local |email |e-mail |mail |destination |valid )?(?:user|recipient|mailbox|account|address|addressee|person|customer|local[ -]part|domain|host)\\b`,
  `(?:${PERSON})${GAP}(?:${GONE})\\b`,
  `(?:user|person|recipient) (?:has |have )?moved`,
  `no longer (?:here|with us|works|employed|exists)`,
  `bad destination`,
  `unroute?able (?:address|domain|mail)`,
  `recip not found`,
  `(?:doesn't|does not|did not|didn't) have an?${GAP}account`,
  `not (?:a|our) (?:known |valid |local )?(?:user|customer|mailbox|recipient)`,
  `undeliverable address`,
  `non-?existent hosts?`,
  `(?:domain|host)${GAP}(?:unknown|not found|not exist|n't exist|does not accept|doesn't accept)`,
  `null ?mx`,
  `mailbox name not allowed`,
  `(?:empfanger|benutzer|postfach|adresse|adressat|konto)${GAP}(?:unbekannt|existiert nicht|nicht gefunden|ungultig)`,
  `(?:unbekannter|ungultiger) (?:empfanger|benutzer)`,
  `(?:utilisateur|destinataire|adresse|boite)${GAP}(?:inconnue?|inexistante?|n'existe pas|introuvable)`,
  `(?:usuario|destinatario|buzon|cuenta|direccion|utilizador|conta|endereco|caixa)${GAP}(?:desconocid[oa]|desconhecid[oa]|inexistente|no existe|nao existe|no encontrad[oa]|nao encontrad[oa])`,
  `(?:utente|destinatario|casella|indirizzo)${GAP}(?:sconosciut[oa]|inesistente|non esiste|non trovat[oa])`,
);

/** The recipient's address is dead. The answer is not about our own account. */
export const RECIPIENT_IS_DEAD = createPhrases(
  `(?:no|unknown|invalid|non-?existent) (?:such )?(?:user|recipient|mailbox|addressee)\\b`,
  `(?:recipient|addressee|mailbox|this user|that user)${GAP}(?:${GONE})\\b`,
  `(?:doesn't|does not|did not|didn't) have an?${GAP}account`,
);

/** Our domain or the recipient's domain is disabled. */
export const DOMAIN_IS_CLOSED = createPhrases(`domain (?:is |has been )?(?:disabled|suspended)`);

export const OUT_OF_REACH = createPhrases(
  `(?:unable|failed|could not|cannot|can't) to connect`,
  `(?:could not|cannot|can't) connect`,
  `database`,
  `dns (?:lookup|query|failure|error)`,
);

/** The address was deleted. A limit in the same answer is the one of the deleted account. */
export const ADDRESS_IS_GONE = createPhrases(
  `(?:user|mailbox|account|address|recipient)${GAP}(?:no longer exists|deleted|removed)\\b`,
);

export const REFUSED_BY_POLICY = createPhrases(
  `polic(?:y|ies)\\b`,
  `access denied|permission denied`,
  `not (?:permitted|allowed|authori[sz]ed|accepted)`,
  `prohibited|forbidden|banned`,
  `block(?:ed|ing)?\\b`,
  `suspicious|suspected`,
);
