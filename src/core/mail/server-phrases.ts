// The phrases of SMTP servers, by what they say. They match lower case without accents and codes.

/** Joins alternatives into one expression that begins at the start of a word. */
export const anyOf = (...alternatives: readonly string[]): RegExp => new RegExp(`\\b(?:${alternatives.join('|')})`);

/** At most so many characters of the same sentence. */
const near = (most: number): string => `[^.;\\n]{0,${most}}?`;

export const LOOP = anyOf('hop count', 'too many hops', 'mail loop', `loops? back`, 'too many received');

export const SIZE = anyOf(
  `(?:message|mail)(?: \\w+)? (?:size|too (?:large|big|long))`,
  `(?:message|mail) is too (?:large|big|long)`,
  `size limit`,
  `(?:maximum|max|fixed) (?:message )?size`,
  `line(?: length| is)? (?:too long|limit)`,
);

/** A limit of the recipient: nobody may send them so much. */
export const RECIPIENT_IS_BUSY = anyOf(
  `receiving (?:mail|messages|e-?mails?) (?:at a rate|too (?:quickly|fast|many))`,
  `(?:receive|receiving) limit`,
  `(?:they|recipient) can receive`,
);

const PERIOD = 'hourly|daily|monthly|per[ -](?:hour|day|minute|second)';
const TRAFFIC = `sending|send|sends|sent|submission|outbound|outgoing|smtp|relay|messages?|mails?|e-?mails?|connections?|thread|tenant|transactions?|rate|${PERIOD}`;
const BOUND = 'limits?|quotas?|maximum|max|threshold|allowance|rate';
export const SENDING_LIMIT = anyOf(
  `(?:${TRAFFIC})\\b${near(40)}\\b(?:${BOUND})\\b${near(30)}\\b(?:exceeded|reached|hit|exceeds)\\b`,
  `(?:exceed(?:s|ed|ing)?|reached|hit|over)\\b${near(40)}\\b(?:${TRAFFIC}|permitted limits|threshold)\\b`,
  `too (?:many|much) (?:\\w+ ){0,3}?(?:messages?|mails?|e-?mails?|connections?|sessions?|requests?|errors?|commands?|attempts|failures|bounces|transactions|deliveries|traffic|(?:invalid|unknown|bad|failed) \\w+)\\b`,
  `(?:${BOUND})\\b${near(40)}\\b(?:${TRAFFIC})\\b${near(40)}\\b(?:exceeded|reached|hit)\\b`,
  `too many recipients${near(30)}\\b(?:today|day|hour|minute)\\b`,
  `rate[ -]?limit`,
  `throttl`,
  `(?:sending|message) (?:rate|volume)`,
  `(?:unusual|unexpected|excessive) (?:\\w+ )?(?:rate|volume|amount|activity|traffic)`,
  `server busy`,
  // German, French, Spanish and Portuguese, Italian.
  `zu viele (?:nachrichten|mails|e-mails|verbindungen)`,
  `(?:versand|sende|nachrichten)\\w*${near(20)}(?:limit|kontingent|quota)${near(20)}(?:uberschritten|erreicht)`,
  `(?:quota|limite)${near(30)}d'envoi${near(20)}(?:depasse|atteint)`,
  `trop de (?:messages|mails|courriels|connexions)`,
  `(?:limite|cuota|cota)${near(10)}(?:de )?envi?os?${near(20)}(?:excedid|superad|alcanzad|atingid|ultrapassad)`,
  `demasiad[oa]s (?:mensajes|correos|conexiones)`,
  `(?:demasiadas|muitas) mensagens`,
  `limite${near(10)}(?:di )?invio${near(20)}(?:superat|raggiunt)`,
  `troppi messaggi`,
);

const STORAGE = 'mailbox|mail box|inbox|mail folder|maildir|user|account|recipient|storage|disk';
export const MAILBOX_IS_FULL = anyOf(
  `(?:${STORAGE})\\b${near(60)}\\b(?:full|over ?quota|out of (?:space|storage)|(?:quota|storage)${near(20)}exceeded|exceeded${near(20)}(?:quota|storage)|insufficient)\\b`,
  `over ?quota`,
  `mailbox quota`,
  `storage (?:allocation|limit|quota)`,
  `(?:insufficient|not enough) (?:\\w+ )?(?:disk|storage|space)`,
  `disk (?:quota|full)`,
  `postfach${near(10)} voll`,
  `boite${near(20)} pleine`,
  `buzon${near(10)} lleno`,
  `caixa${near(20)} cheia`,
  `casella${near(10)} piena`,
);

/** A full mailbox is the recipient's, unless the answer speaks of sending. */
export const NOT_OF_SENDING = /^(?!.*\b(?:submission|sending|outbound|outgoing)\b)/s;

export const ANY_LIMIT = anyOf(
  `(?:limit|quota|threshold)s?\\b${near(20)}\\b(?:exceeded|reached|hit)\\b`,
  `exceed(?:s|ed|ing)?\\b${near(30)}\\b(?:limit|quota|threshold)`,
  `(?:limit|kontingent|quota)${near(20)}(?:uberschritten|erreicht)`,
  `(?:quota|limite)${near(20)}(?:depasse|atteint)`,
  `(?:limite|cuota|cota)${near(20)}(?:excedid|superad|alcanzad|atingid|ultrapassad)`,
);

/** The provider keeps a list of addresses that it sends nothing to. */
export const SUPPRESSED = anyOf('suppression list', 'address (?:is )?(?:blacklisted|suppressed)');

export const SENDER = anyOf(
  `(?:sender|return[ -]path|envelope[ -]from|mail from|from header|from this header)\\b${near(30)}\\b(?:rejected|verif\\w+|denied|not|invalid|unverified|unknown|blocked|refused|blacklisted|doesn't|bad|null)\\b`,
  `(?:bad|banned|blocked|invalid|unverified|unauthenticated) (?:outbound )?sender`,
  `send (?:as|on behalf)`,
  `not (?:owned|authori[sz]ed|allowed) (?:by|to send)`,
  `address is not verified`,
  `sender is`,
);

const BAN = 'block(?:ed|ing|s)?|banned|suspended|disabled|restricted|refused|rejected|limited|paused|listed|denied';
/** The server objects to us, our host, our login or our domain, whatever the mail is. */
export const ABOUT_US = anyOf(
  `(?:black|block|deny|reject)[ -]?list`,
  `blocked (?:using|by \\w*(?:spamhaus|barracuda|spamcop|sorbs|rbl))`,
  `spamhaus|spamcop|barracuda\\w*|uceprotect|dns?bl|rbl|[rs]bl`,
  `reputation`,
  `relay(?:ing)?\\b${near(30)}\\b(?:denied|not|prohibited|rejected|refused)\\b`,
  `(?:not|unable|cannot|never|refuse[ds]?|don't|denied|prohibited)(?: \\w+)?(?: to)? relay`,
  `administrative(?:ly)? prohib`,
  `unsolicited`,
  `(?:un)?authenticat(?:ion|e|ed)\\b`,
  `credentials|smtp auth|login required`,
  `spf|dkim|dmarc|ptr|rdns|reverse dns|helo|ehlo|starttls`,
  `tls (?:is )?required|encryption (?:is )?required`,
  `client host`,
  `(?:sending|source|connecting|your|client) (?:ip|mta|host|server)`,
  `your (?:account|domain|network|organi[sz]ation|isp|subscription|tenant|address|email address)\\b${near(60)}\\b(?:${BAN})\\b`,
  `(?:sending|outgoing|outbound)\\b${near(40)}\\b(?:${BAN})\\b`,
  `(?:user|spam) complaints?|complaint rate`,
  `abuse\\b`,
  `messages? from\\b[^;\\n]{0,40}\\b(?:deferred|${BAN})\\b`,
  `not authori[sz]ed to (?:perform|send|use|relay)`,
);

export const TEMPORARY = anyOf(
  `temporar`,
  `gr[ea]y-?list`,
  `(?:try|retry|resend)\\b${near(20)}\\blater\\b`,
  `voruber|spater erneut`,
);

export const HARMFUL = anyOf(`spam`, `junk`, `virus`, `malware`, `phish`, `trojan`, `infected`);
export const OF_THE_MAIL = anyOf(
  `content\\b`,
  `attachments?\\b`,
  `headers?\\b`,
  `message-id\\b`,
  `bare (?:lf|cr)`,
  `duplicate`,
  `malformed|rfc ?\\d*822|rfc ?5322`,
);

const PERSON =
  'users?|recipients?|mailbox|mailbox name|account|address|addressee|inbox|e-?mail|customer|subscriber|local[ -]part';
const GONE = `unknown|not found|(?:could|can)(?: ?not|n't) be found|not exist|n't exist|unavailable|not available|not known|unrout\\w+|disabled|inactive|deactivated|closed|suspended|discontinued|expired|deleted|removed|terminated|no longer|not a? ?valid|is invalid|not listed|not local|undeliverable`;
export const ADDRESS_IS_DEAD = anyOf(
  `(?:no|unknown|invalid|non-?existent|inexistent) (?:such )?(?:\\w+ )?(?:user|recipient|mailbox|account|address|addressee|person|customer|local[ -]part|domain|host)\\b`,
  `(?:${PERSON})\\b${near(60)}\\b(?:${GONE})\\b`,
  `(?:user|person|recipient) (?:has |have )?moved`,
  `no longer (?:here|with us|works|employed|exists)`,
  `bad destination`,
  `unrout\\w+ (?:address|domain|mail)`,
  `recip not found`,
  `(?:doesn't|does not|did not|didn't) have an?\\b${near(40)}\\baccount`,
  `not (?:a|our) (?:\\w+ )?(?:user|customer|mailbox|recipient)`,
  `undeliverable address`,
  `non-?existent hosts?`,
  `(?:domain|host)\\b${near(40)}\\b(?:unknown|not found|not exist|n't exist|does not accept|doesn't accept)`,
  `null ?mx`,
  `(?:empfanger|benutzer|postfach|adresse|adressat|konto)\\b${near(30)}\\b(?:unbekannt|existiert nicht|nicht gefunden|ungultig)`,
  `(?:unbekannter|ungultiger) (?:empfanger|benutzer)`,
  `(?:utilisateur|destinataire|adresse|boite)\\b${near(30)}\\b(?:inconnue?|inexistante?|n'existe pas|introuvable)`,
  `(?:usuario|destinatario|buzon|cuenta|direccion|utilizador|conta|endereco|caixa)\\b${near(30)}\\b(?:desconocid[oa]|desconhecid[oa]|inexistente|no existe|nao existe|no encontrad[oa]|nao encontrad[oa])`,
  `(?:utente|destinatario|casella|indirizzo)\\b${near(30)}\\b(?:sconosciut[oa]|inesistente|non esiste|non trovat[oa])`,
);

export const REFUSED_BY_POLICY = anyOf(
  `polic(?:y|ies)\\b`,
  `access denied|permission denied`,
  `not (?:permitted|allowed|authori[sz]ed|accepted)`,
  `prohibited|forbidden|banned`,
  `block(?:ed|ing)?\\b`,
  `suspicious|suspected`,
);
