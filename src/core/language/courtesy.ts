// Recognises courtesies around a move or an answer, in five languages, and a yes or a no.
import { tidy } from '../kernel/words.ts';
import { MAX_LENGTH, splitWords } from './sentence-words.ts';

/** Phrases by their words, without accents and apostrophes; `[a|b]` stands for one of several words, `[|a]` for one that may be missing. */
// No `thank you for your mail`: automatic replies say so.
const TEMPLATES = `how are you|how are you doing|how is it going|hows it going|how are things|see you tomorrow|see you later|you play well|well done|you too|same to you|smiley|i was ill|it was a pleasure|my pleasure|hi|hello|hey|hi there|hello there|dear|good morning|good day|good afternoon|good evening|good night|greetings|welcome back
thanks|thank you|thank you very much|thanks a lot|many thanks|thx|ty|cheers|thanks for the game|thank you for the game|thanks for waiting
thanks for your patience|thanks for the quick reply|thanks for the reminder|thanks for playing|thanks again|you are welcome|youre welcome|no problem
please|pls|sorry|so sorry|im sorry|i am sorry|sorry for the delay|sorry for the wait|sorry for being late|sorry im late|sorry i am late|apologies
excuse me|pardon|oops|my bad|sorry i meant|i meant|i mean
good luck|have fun|good luck have fun|gl|hf|gg|wp|gl hf|good game|well played|nice game|great game|nice move|good move|great move|nice one
interesting move|tough one|tricky|hard choice|difficult position|clever|impressive|congratulations|congrats|best wishes|best regards|kind regards
regards|best|all the best|see you|see you soon|bye|take care|have a nice day|have a good day|have a nice weekend|enjoy|your turn|your move|over to you
ok|okay|well|so|now|then|and|hmm|hm|ah|oh|aha|wow|haha|lol|right|alright|all right|fine|great|good|nice|yes|sure|here we go|lets go|lets see
i play|i will play|ill play|i move|my move|my move is|i go|i go for|i take|i choose|i put|here is my move|heres my move|here it is|then i play|so i play
i think i play|i guess|i think|lets try|i try|ill try|i will try|lets play|its my move|this is my move|next move|for now|this time|with pleasure|gladly
wie gehts|wie geht es dir|wie geht es|bis morgen|bis spater|hallo|guten tag|guten morgen|guten abend|gute nacht|moin|servus|gruss dich|grussi|liebe grusse|viele grusse|grusse|schone grusse|mfg|lg|vg
danke|vielen dank|danke schon|dankeschon|besten dank|danke fur das spiel|danke fur die partie|danke furs spiel|bitte|entschuldigung|tut mir leid|sorry fur die verspatung
viel gluck|viel glueck|viel spass|viel erfolg|gutes spiel|schones spiel|schoner zug|guter zug|gut gespielt|glueckwunsch|gluckwunsch|tschuss|bis bald|bis dann
schonen tag|schonen abend|schones wochenende|ich spiele|ich ziehe|ich setze|ich nehme|mein zug|mein zug ist|also|dann|na gut|gut|jetzt|ja|gerne|du bist dran|du bist am zug
ca va|comment ca va|comment vas tu|a demain|bonjour|bonsoir|salut|coucou|cher|chere|merci|merci beaucoup|merci pour la partie|sil vous plait|sil te plait|svp|stp|il vous plait|il te plait|pardon|desole|desolee|excuse moi|excusez moi
bonne chance|bonne partie|bien joue|beau coup|joli coup|felicitations|a bientot|au revoir|cordialement|amicalement|amities|bonne journee|bonne soiree
je joue|je joue en|mon coup|mon coup est|voici mon coup|alors|bon|bien|voila|oui|daccord|a toi|a vous|a toi de jouer|avec plaisir|volontiers
que tal|como estas|hasta manana|hola|buenas|buenos dias|buenas tardes|buenas noches|estimado|estimada|querido|querida|gracias|muchas gracias|gracias por la partida|gracias por el juego|por favor|perdon|lo siento|disculpa|disculpas|perdona
buena suerte|suerte|buena partida|bien jugado|buena jugada|felicidades|enhorabuena|saludos|un saludo|un abrazo|abrazos|hasta luego|hasta pronto|adios|buen dia
juego|yo juego|mi jugada|mi jugada es|mi movimiento|mi movimiento es|muevo|pues|bueno|vale|entonces|ahora|si|claro|te toca|tu turno|con gusto|con mucho gusto
tudo bem|como estas|ate amanha|ola|oi|bom dia|boa tarde|boa noite|caro|cara|viva|obrigado|obrigada|muito obrigado|muito obrigada|obrigado pelo jogo|obrigada pelo jogo|obrigado pela partida|obrigada pela partida|se faz favor|desculpa|desculpe|lamento
boa sorte|bom jogo|boa partida|bem jogado|boa jogada|bela jogada|parabens|cumprimentos|abraco|um abraco|abracos|beijinhos|ate logo|ate breve|ate ja|adeus|bom fim de semana
jogo|eu jogo|a minha jogada|a minha jogada e|minha jogada|a jogada|a jogada e|entao|bem|bom|agora|sim|claro|e a tua vez|tua vez|com gosto|com muito gosto|com todo o gosto
accord|great to [play with you|play you|see you|hear from you]|[|very] nice to [meet you|play you|play with you|hear from you]|you are good at this|you are too good|you are good|that was quick|that was fast
[a|an|what a|very|really|such a|] [good|nice|great|fine|strong|clever|excellent|beautiful|brilliant|interesting|lovely|fun|tough|close|tricky] [game|move|one|play|match|opening|choice|reply|position] [|so far|by the way|btw|indeed|again]
[thanks|thank you|thx|many thanks] [|so much|again] for [the game|the match|the move|your move|the quick reply|your quick reply|the fast reply|your reply|playing|waiting|your patience|the reminder|reminding me|the invitation|inviting me|the nice game|the good game|the great game|the lesson|the invite]
thanks so much|thank you so much|ta|tks|thnx|thanks mate|thanks a bunch|pls and thank you|please and thank you
[sorry|apologies|so sorry|im sorry|i am sorry|excuse me|my apologies|pardon me] [|for|about] [the|my|this|being] [delay|wait|late reply|slow reply|late answer|slow answer|late move|long wait|long delay|silence|absence|late|slow|so slow|so late|a bit slow|a bit late|away]
[sorry|apologies] it took [|me] [so long|a while|long|ages]|[sorry|apologies] to keep you waiting
[|sorry|sorry i|i|ive|i have] [was|been] [ill|sick|away|busy|very busy|too busy|so busy|on holiday|on vacation|offline|travelling|traveling|asleep|at work|out of town|late]
[have|have a|have yourself a|enjoy|enjoy the|enjoy your] [|very] [nice|good|great|lovely|happy|fun] [day|evening|weekend|week|holiday|time|night|sunday|saturday|friday|afternoon|one|trip]|enjoy [the|your] [game|weekend|day|holiday|evening|week]
happy [new year|christmas|easter|birthday|holidays|weekend|sunday|friday|monday]|merry christmas|happy to [play|play you|play with you]
good luck [to you|with that|to us|to both|to us both|to both of us|everyone|my friend|mate]|best of luck|good luck and have fun|may the best [player|one] win
[greetings|regards|hello|hi] from|[kind|best|warm|many|kindest|warmest] [regards|greetings|wishes]|yours|yours sincerely|sincerely|love|xx|xoxo|lots of love
[now |and |ok |so |and now |] [its|it is] your [turn|move|go|play]|your [go|turn now|turn again|turn then]|[back|over|up] to you|now you|you are next|youre up|you are up|your serve|what now|[see|lets see] [what you do|what you do with that|what happens|how it goes|how that goes]
take that|ha|hah|hehe|gulp|phew|yikes|ouch|argh|boom|bam|hooray|yay|woohoo|cool|nice try|there|there you go|there we go|here goes|here goes nothing|fingers crossed|wish me luck|not bad|finally|at last|btw|by the way
final answer|is my [move|answer|choice|reply|final answer|play]|it is|it is then|for me|i hope|i suppose|i believe|i reckon|[if thats|if that is] [ok|okay|alright|all right|fine]|cheers mate|mate|my friend|dear friend|friend
[|then|so|ok|now|well|i think|i guess|so i think|then i think|i believe] [i|ill|i will|lets|let us|let me|im going to|i am going to|im gonna|gonna|id like to|i would like to|i want to|ill try to] [play|take|go|go for|go with|go to|try|choose|pick|put|place|move|move to|play at|play on|place on|place at|put on|put a stone on|put a stone at|put my stone on|put my stone at|put my stone|place a stone on|place a stone at|place my stone on|place my stone at|answer with|reply with|respond with|start with|begin with|continue with|settle for]
[|i am|im|then|so|well] [going|going for|going with|going to|moving to|playing|placing on|trying|choosing|taking]|[put|place] [my|a|the] stone [on|at|in]
[|here is|heres|this is|so|then|and|ok|now] my [|next|first|final] [move|answer|reply|choice|turn|stone|play] [|is|will be|goes to|goes on|today is|now is|then is|this time is|for today]
[|eine|einen|ein|noch|noch eine|noch einen|noch ein|dir noch einen|dir einen|und einen|und noch einen|und eine|und ein|ich wunsche dir einen|wunsche einen|einen sehr] [schonen|guten] [tag|abend|sonntag|samstag|montag|freitag|feierabend|morgen|urlaub|nachmittag] [|noch|auch|dir|euch]
[|eine|noch eine|dir eine|und eine|und noch eine] [schone|gute] [woche|zeit|nacht|reise|partie|ferien|feiertage] [|noch|auch]|[|ein|noch ein|dir ein|und ein|und noch ein] [schones|gutes] [wochenende|spiel|neues|neues jahr|match] [|noch|auch|bisher]
[schoner|guter|starker|toller|cleverer|prima|super|netter|kluger] [zug|start|versuch]|[schone|gute|tolle|starke] [partie|idee|antwort|stellung]|[|sehr] [gut|schon|stark|toll] [gemacht|gespielt]|frohes neues|frohes neues jahr|frohe weihnachten|frohe ostern|frohe feiertage
[danke|vielen dank|besten dank|herzlichen dank] fur [das spiel|die partie|den zug|die schnelle antwort|deine geduld|die geduld|die einladung|die erinnerung|das warten|deine antwort|die antwort|alles]|danke furs warten|danke dir|danke sehr|danke und [|schone|viele|liebe] [grusse|gruss]|herzlichen dank
[sorry|entschuldigung|entschuldige|tut mir leid|pardon|verzeihung|entschuldige bitte|sorry noch mal] [|fur] [die|meine|das] [verspatung|spate antwort|spate ruckmeldung|verzogerung|lange wartezeit|lange pause|wartezeit|lange warten|spaten zug]
[sorry|entschuldigung|entschuldige|tut mir leid] [|dass|das] es [|so|etwas] [lange|spat] [|so lange] [gedauert hat|geworden ist|gedauert]|[sorry|entschuldigung|tut mir leid] [ich|] [war|bin] [krank|weg|im urlaub|verreist|unterwegs|beschaftigt|spat|spat dran|zu spat]|[ich war|war] [krank|weg|im urlaub|verreist|unterwegs|beschaftigt|auf reisen]
[|viele|liebe|schone|beste|herzliche|freundliche|mit freundlichen|mit besten|ganz liebe] [grusse|gruse|gruss|grussen|grusse von] [|aus|von|an dich|dir]|bis [bald|dann|morgen|spater|demnachst]|mach es gut|machs gut|alles gute|hallo zusammen|na|ach|tja|naja|na ja|mal sehen|schauen wir mal|ok dann|los gehts|auf gehts|weiter gehts|weiter so|so|puh|oje|hoppla|juhu
[|jetzt|und jetzt|nun|und] [du|dein zug|bist du dran|du bist dran|du wieder|du bist wieder dran|bist du wieder dran|du bist am zug|bist du am zug]|bist dran|du bist|am zug
[|also|dann|ok|so|jetzt|und|ich denke|ich glaube] [ich] [spiele|ziehe|setze|nehme|lege|wahle|gehe|probiere|versuche|mache|antworte mit|bleibe bei|mochte|versuche es mit|versuchs mit|nehme dann|spiele dann|ziehe dann|spiele jetzt|ziehe jetzt|setze dann|spiele mal|nehme mal] [|auf|nach|mit|meinen stein auf|einen stein auf|mal]
[dann|jetzt|nun|heute|so|da|hier] [spiele|ziehe|setze|nehme|gehe|wahle|probiere|lege] ich [|auf|nach|mal|eben|halt|mal auf|also|jetzt]|[|hier ist|das ist|hier|also] mein [|nachster|neuer] [zug|stein] [|ist|lautet|geht nach|kommt auf|kommt nach|geht auf|heute|ist dann|ware]|meine [antwort|wahl|entscheidung] [|ist|lautet]
[dann|na dann|gut dann|ok dann|dann eben|dann halt|dann mal|dann also|dann doch|also gut|also dann|na schon|schon|gut also|und zwar|diesmal]
[merci|merci beaucoup|merci bien] [|pour|pour la|pour ta|pour votre|pour le|pour cette|pour ce] [partie|patience|jeu|reponse|reponse rapide|invitation|rappel|beau jeu|belle partie|coup|attente]|merci a toi|merci bien|mille mercis
[desole|desolee|pardon|excuse|excuse moi|excusez moi|excuses|toutes mes excuses|mes excuses|vraiment desole] [|pour|de] [le|mon|ce|la] [retard|delai|long retard|silence|attente|longue attente]|[desole|desolee|pardon] [|etais|j etais] [malade|en vacances|absent|absente|occupe|occupee|en voyage]|[etais|ai ete] [malade|en vacances|absent|absente|occupe|occupee|en voyage]
[|tres|une|passe une|et] [bonne|belle|excellente] [journee|soiree|nuit|semaine|continuation|chance|partie|annee|fin de semaine|idee|reponse] [|a toi|a tous|a vous]|[|un|tres|passe un] [bon|beau|joli|excellent] [weekend|week end|jeu|courage|dimanche|samedi|coup|match|debut] [|a toi]|joyeux noel|joyeuses fetes|joyeuses paques
[salutations|amities|bises|bisous|bons baisers|bonjour|un bonjour] [|de|du]|bien a toi|bien a vous|a plus|a plus tard|a la prochaine|a tres bientot|tchao|allez|allons y|on y va|voyons|voyons voir|tiens|ah bon|bon alors|oh la la|mince|zut|super|bravo|chapeau
[|et] [a toi|a vous|a ton tour|est a toi|est ton tour|est a ton tour|a toi maintenant|a vous de jouer|a toi de jouer|est a toi de jouer|ton tour]
[|alors|bon|donc|ok|moi|et|cette fois] je [joue|prends|place|mets|pose|choisis|vais|reponds|tente|essaie|essaye|opte pour|pars|vais jouer|vais en|vais prendre|vais mettre|propose|mise|pense jouer|crois que je joue|reste] [|en|sur|a|au|avec|par|mon pion en|mon pion sur|un pion en|ma pierre en|ma pierre sur|une pierre en|donc|alors]
[|voici|alors|donc|ok] [mon coup|mon prochain coup|ma reponse|mon choix|mon tour|mon mouvement] [|est|sera|sera en|est en|est donc|cest]|ce sera|ca sera|disons|va pour
[gracias|muchas gracias|mil gracias] [|por] [|el|la|tu|su|la bonita|esta] [partida|juego|paciencia|espera|invitacion|respuesta|rapida respuesta|respuesta rapida|recordatorio|jugar]|gracias [y saludos|a ti|de nuevo|amigo|amiga]|muchas gracias y saludos
[perdon|perdona|perdone|disculpa|disculpas|disculpe|siento|lo siento|lamento|mil disculpas] [|por] [el|la|mi] [retraso|demora|tardanza|espera|atraso|tardanza en responder]|[perdon|disculpa|siento|lo siento] [|por] [tardar|tardar tanto|haber tardado]|[estaba|estuve|he estado] [enfermo|enferma|de vacaciones|ocupado|ocupada|muy ocupado|muy ocupada|de viaje|fuera|malo|mala]
[|que tengas|que tengas un|que pases un|ten un|un|feliz|muy] [buen|bonito|gran|lindo|feliz] [dia|fin de semana|finde|domingo|juego|viaje|movimiento|sabado|lunes|ano|intento|inicio]|[|una|que tengas una|muy] [buena|gran|bonita|linda|feliz|bella] [semana|tarde|noche|partida|jugada|suerte|idea|respuesta|navidad]|feliz [ano nuevo|navidad|dia|finde|cumpleanos]|bien hecho|mucha suerte|suerte para ti|buena suerte a ti|que te diviertas
[saludos|un saludo|abrazo|abrazos|un abrazo|besos|saludos cordiales] [|desde|de|a todos|cordiales|cordial|fuerte]|nos vemos|hasta la proxima|chao|chau|venga|a ver|veamos|pues nada|pues bien|pues entonces|bueno pues|entonces nada|ay|uf|ojala|vaya|dale|listo|genial
[|y|ahora|y ahora] [te toca|a ti|tu turno|es tu turno|te toca a ti|le toca|tu|es tu jugada|tu jugada|vas tu|a ti te toca|tu vas]
[|yo|pues|pues yo|entonces|bueno|creo que|ahora|pues nada|entonces yo|ahora yo|vale] [juego|pongo|muevo|coloco|voy|elijo|escojo|tomo|respondo|contesto|pruebo|intento|me quedo|me voy|voy a jugar|voy a poner|voy a probar|quiero jugar|quiero poner|apuesto] [|en|a|con|por|mi ficha en|una ficha en|mi piedra en|una piedra en|entonces|ahora]
[|aqui va|esta es|aqui esta|y] mi [|proxima|siguiente] [jugada|movimiento|respuesta|eleccion|turno|movida] [|es|sera|es en|es entonces|va a]|la jugada es|jugada|vamos con|vamos a|sea
[obrigado|obrigada|muito obrigado|muito obrigada|grato|grata|valeu] [|pelo|pela|por] [|esta|este|a tua|tua|sua] [jogo|partida|paciencia|espera|convite|resposta|resposta rapida|lembrete|esperar|esperares|jogar]|obrigado [a ti|amigo|e abraco|e ate breve]|obrigada [a ti|amiga]|valeu|obg|brigado|brigada
[desculpa|desculpe|desculpem|perdao|peco desculpa|as minhas desculpas|lamento|sinto muito|mil desculpas] [|por|pelo|pela|o|a] [|o|a|este|esta|meu|minha] [atraso|demora|espera|longo atraso|silencio|ausencia|demorar|demorar tanto]|[estava|estive] [doente|de ferias|ocupado|ocupada|muito ocupado|muito ocupada|fora|em viagem|de viagem]
[|um|tem um|tenha um|muito|continuacao de|continuacao de um] [bom|otimo|belo|grande|lindo|feliz] [dia|fim de semana|domingo|sabado|jogo|lance|descanso|feriado|trabalho|inicio|movimento]|[|uma|tem uma|muito|continuacao de] [boa|otima|bela|grande|linda] [semana|tarde|noite|partida|jogada|sorte|ideia|resposta|pascoa|viagem] [|para ti|para voce]|feliz [natal|ano novo|pascoa]|boas festas|bem feito|diverte te|boa sorte para ti
[cumprimentos|saudacoes|abraco|abracos|um abraco|beijos|beijinhos|beijo|um beijo|atenciosamente|com os melhores cumprimentos|melhores cumprimentos|abs|bjs|att] [|de|do|da|grande|forte]|ate a proxima|ate mais|ate depois|tchau|vamos la|vamos|vejamos|ora bem|pois|pois bem|pronto|ufa|opa|ai|la vai|ai vai|legal|boa|fixe
[|e|agora|e agora] [a tua vez|a sua vez|sua vez|tua vez|e a tua vez|e a sua vez|e sua vez|e tua vez|es tu|tu|voce|e contigo|joga tu|e voce|e tu]
[|eu|entao|entao eu|bem|acho que|ok|agora|agora eu|pronto|hoje] [jogo|ponho|movo|coloco|vou|escolho|respondo|tento|experimento|meto|fico|pego|vou jogar|vou por|vou colocar|quero jogar|quero por] [|em|para|com|no|na|a minha pedra em|uma pedra em|a minha peca em|a peca em|minha pedra em|entao|agora|por]
[|aqui vai|esta e|aqui esta|ca vai|e|eis] [a minha|minha|o meu|meu] [|proxima|proximo] [jogada|lance|resposta|escolha|movimento] [|e|sera|vai ser|fica|e em|vai para]|entao vai|vamos de|seja`;

/** All the phrases that a template stands for. */
function expand(template: string): readonly string[] {
  const {
    before = '',
    choices = null,
    after = '',
  } = /^(?<before>[^[]*)\[(?<choices>[^\]]*)\](?<after>.*)$/.exec(template)?.groups ?? {};
  if (choices === null) return [template.trim().replace(/ +/g, ' ')];
  return choices.split('|').flatMap(choice => expand(`${before}${choice}${after}`));
}

/** The templates of a line: a bar within brackets separates no templates. */
const splitTemplates = (line: string): readonly string[] => line.match(/(?:\[[^\]]*\]|[^|[])+/g) ?? [];

const COURTESIES: ReadonlySet<string> = new Set(
  TEMPLATES.split('\n')
    .flatMap(splitTemplates)
    .flatMap(expand)
    .filter(phrase => phrase !== ''),
);

/** Recognises courtesies around a move or an answer, in five languages. */
const MOST_WORDS = Math.max(...[...COURTESIES].map(phrase => phrase.split(' ').length));

/** The number of words that phrases of courtesy take from this place on. */
function phraseAt(words: readonly string[], at: number): number {
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length--)
    if (COURTESIES.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
}

/** What follows one of these may be a name: `Hi Otto`. */
const GREETING =
  /^(?:hi|hello|hey|dear|hallo|moin|bonjour|salut|cher|chere|hola|querid[oa]|estimad[oa]|ola|car[oa]|viva|thanks|danke|merci|gracias|obrigad[oa]|played|game|luck|move|morning|evening|you|gespielt|gluck|zug|morgen|abend|joue|chance|coup|jugado|suerte|jugada|dias|tardes|jogado|sorte|jogada|dia|tarde)$/;

/** What follows one of these is a name or a place, even at the end: `Regards, Otto`, `Greetings from Spain`. */
const SIGN_OFF =
  /^(?:regards|cheers|sincerely|yours|wishes|from|grusse|gruss|grussen|lg|mfg|vg|aus|von|cordialement|amicalement|amities|bises|bisous|bientot|saludos?|abrazos?|desde|cumprimentos|abracos?|saudacoes|beijinhos|beijos|abs|bjs|att|atenciosamente)$/;

/** A name: a word of letters alone, so that no cell is one. */
const NAME = /^\p{L}{2,16}$/u;

/** Is the word at this place a name that goes with the word before it? The last word of a line may be the move. */
function isName(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  const mayBeName = SIGN_OFF.test(before) || (GREETING.test(before) && at < words.length - 1);
  return mayBeName && NAME.test(words[at] ?? '') && phraseAt(words, at) === 0;
}

/** The index of the first word that is no courtesy; the length if all are. */
function firstOther(words: readonly string[]): number {
  let at = 0;
  for (let length = phraseAt(words, at); length > 0; length = phraseAt(words, at)) {
    at += length;
    // `Hi Otto, b3,a3`
    if (isName(words, at)) at += 1;
  }
  return at;
}

/** Does a text say nothing but courtesies? Smileys are some. At most a few lines. */
export function isCourtesy(text: string): boolean {
  const words = splitWords(text.replace(SMILEY, ' ').replace(/\s+/g, ' ').trim());
  if (words === null) return false;
  if (words.length === 0) return SMILEY_ONLY.test(text);
  const other = firstOther(words);
  const [name = '', ...rest] = words.slice(other);
  return (
    other === words.length ||
    (other > 0 && rest.length === 0 && GREETING.test(words[other - 1] ?? '') && NAME.test(name))
  );
}

/** Emoticons of letters and marks; pictures are no words anyway. */
const SMILEY = /(?:^|\s)[:;=8xX][-o^']?[)(\]D|pPoO3](?=\s|$)/g;
const SMILEY_ONLY = /\p{Extended_Pictographic}|[:;=][-o^']?[)(\]D]/u;

/** Breaks between the parts of a line of which one may be a move. */
const BREAK = /[!.;:()\n]+\s+|\s+[-\u2013\u2014]\s+|[!.?]+$/g;

/** A line without the courtesies around what else it says: `hi otto, I play b3,a3, thanks!` is `b3,a3`. '' if there is nothing else. */
export function removeCourtesy(line: string): string {
  // The patterns below take long over a long line.
  if (line.length > MAX_LENGTH) return line;
  const text = line
    .replace(SMILEY, ' ')
    .replace(/\p{Extended_Pictographic}|\ufe0f|\u200d/gu, ' ')
    .replace(BREAK, ' ');
  const typed = text.split(/\s+/).filter(word => word !== '');
  const plain = typed.map(word => (splitWords(word) ?? []).join(' '));
  const words = plain.filter(word => word !== '');
  const before = firstOther(words);
  const rest = words.slice(before);
  const end = lastOther(rest);
  // The typed words with these numbers among those that have letters or digits.
  const to = before + end;
  const kept: string[] = [];
  let at = 0;
  typed.forEach((word, index) => {
    const isWord = plain[index] !== '';
    if (at >= before && at < to) kept.push(word);
    if (isWord) at += 1;
  });
  return kept.join(' ').replace(/^[,;]+|[,;.!?]+$/g, '');
}

/** The number of words up to the last one that is no courtesy. */
function lastOther(words: readonly string[]): number {
  for (let end = 1; end <= words.length; end++) if (firstOther(words.slice(end)) === words.length - end) return end;
  return words.length;
}

/** Ways to say yes to an invitation. */
const YES: ReadonlySet<string> = new Set(
  `yes|yes please|yep|yeah|yup|ok|okay|sure|sure thing|of course|certainly|absolutely|definitely|gladly|with pleasure|my pleasure|lets play|let us play|lets do it|lets go
id be delighted|i would be delighted|id be happy to|sehr gern|sehr gerne|com certeza|id love to|i would love to|love to|id like to|i would like to|id like to play|i would like to play|id love to play|i would love to play|happy to|happy to play|glad to|im in|i am in|count me in|why not|good idea|great idea|sounds good|sounds great|sounds fun
accepted|accept|i accept|i accept the invitation|i accept the challenge|challenge accepted|i will play|ill play|i want to play|deal|game on|bring it on|thumbs up|agreed|i agree|fine|fine with me|perfect|great|cool|super
ja|ja bitte|ja gerne|gerne|sehr gerne|ja gern|gern|klar|na klar|naturlich|selbstverstandlich|einverstanden|ich nehme an|ich bin dabei|bin dabei|auf gehts|los gehts|warum nicht|mit vergnugen|ich mache mit|ich spiele mit|ich spiele gerne|lass uns spielen|passt|prima|toll
oui|oui avec plaisir|avec plaisir|avec joie|volontiers|bien sur|daccord|dac|pourquoi pas|jaccepte|accepte|je veux bien|ok pour moi|allons y|on joue|jouons|entendu|parfait|partant|je suis partant|je suis partante
si|si por favor|si gracias|claro|claro que si|por supuesto|con gusto|con mucho gusto|encantado|encantada|vale|de acuerdo|acepto|acepto la invitacion|acepto el reto|por que no|vamos|juguemos|venga|me apunto|perfecto|genial
sim|sim por favor|claro que sim|com gosto|com muito gosto|com todo o gosto|com prazer|aceito|aceito o convite|aceito o desafio|de acordo|porque nao|vamos|vamos a isso|vamos jogar|esta bem|combinado|perfeito|otimo|bora|alinho`
    .split(/[|\n]/)
    .map(phrase => phrase.trim()),
);

const MAX_YES_WORDS = Math.max(...[...YES].map(phrase => phrase.split(' ').length));

/** What may stand before the name that somebody chooses. */
const NAMING =
  /^(?:my name is|name is|call me|as|me as|under the name|ich heisse|mein name ist|als|je mappelle|mappelle|me llamo|mi nombre es|como|chamo me|o meu nome e) /;

/** A userid that is meant as one: with a digit or a hyphen. */
const CHOSEN_NAME = /^(?=.*[0-9_-])\p{L}[\p{L}\p{N}_-]{1,15}$/u;

/** The number of words of the longest yes from this place on. */
function yesAt(words: readonly string[], at: number): number {
  for (let length = Math.min(MAX_YES_WORDS, words.length - at); length > 0; length--)
    if (YES.has(words.slice(at, at + length).join(' '))) return length;
  return 0;
}

/** A mail of nothing but one of these pictures: thumbs up, a hand that says ok, a tick, and `OK`. */
const YES_PICTURE = /^(?:\u{1f44d}|\u{1f44c}|\u2705|\u{1f197})(?:\p{Emoji_Modifier}|\ufe0f|!|\s)*$/u;

/** A friendly yes, with the name its writer chooses if there is one. null: the line is no clear yes. */
export function parseAcceptance(line: string): { readonly name: string | null } | null {
  // `Game on?`, `OK? No.`
  if (line.includes('?')) return null;
  if (YES_PICTURE.test(line.trim())) return { name: null };
  const words = splitWords(line) ?? [];
  // The index behind the words of agreement and courtesy; null: none of them says yes.
  let at = 0;
  let hasYes = false;
  for (let length = 1; length > 0; at += length) {
    const yes = yesAt(words, at);
    const courtesy = phraseAt(words, at);
    // `great` and `ok, let's play` say yes, `great to hear from you` does not.
    hasYes ||= yes > 0 && yes + yesAt(words, at + yes) >= courtesy;
    // `Hi alice, yes, I'd like to play`
    length = Math.max(yes, courtesy, isName(words, at) ? 1 : 0);
  }
  const end = hasYes ? at : null;
  if (end === null) return null;
  return end === words.length ? { name: null } : findChosenName(line, words.slice(end).join(' '));
}

/** The name in what stands behind a yes. null: there are other words. */
function findChosenName(line: string, rest: string): { readonly name: string } | null {
  const name = rest.replace(NAMING, '');
  const typed = /[\p{L}\p{N}_-]+(?=[^\p{L}\p{N}_-]*$)/u.exec(line)?.[0] ?? '';
  const isNamed = name !== rest || CHOSEN_NAME.test(typed);
  return isNamed && /^[a-z]\S+$/.test(name) && !/[.!;]/.test(line.slice(0, -typed.length).replace(/^\W+/, '').slice(-3))
    ? { name: typed.toLowerCase() }
    : null;
}

/** What people say of themselves beside a yes. It takes nothing back. In words without marks and accents. */
const INEXPERIENCE = new RegExp(
  [
    'why not|warum nicht|pourquoi pas|por que no|porque nao',
    '(?:i |ive |i have |we |weve |we have )?(?:never|not) (?:ever |yet |really )?(?:played|tried|heard of|seen|done)(?: (?:it|this|that|one|nex|hex|y|gomoku|gonnect|nexos|hexafive))?(?: game)?(?: before)?',
    'i (?:havent|have not) (?:ever |really )?(?:played|tried|heard of|seen)(?: (?:it|this|that))?(?: game)?(?: before)?',
    'i (?:am|m) not (?:very |so |too )?(?:good|strong|experienced)(?: at (?:it|this))?|im not (?:very |so |too )?(?:good|strong|experienced)(?: at (?:it|this))?',
    'i (?:dont|do not) know (?:it|the rules|the game|how it works)(?: yet)?',
    '(?:ich habe )?(?:es |das )?noch nie (?:es |das )?gespielt|ich kenne (?:es|das spiel|die regeln) nicht',
    '(?:je n ai|je nai|jai) jamais joue(?: a ce jeu)?|nunca joguei(?: isso| este jogo)?|nunca he jugado(?: a esto)?|nunca lo he jugado',
  ]
    .map(phrase => `(?:${phrase})`)
    .join('|'),
  'g',
);

const removeInexperience = (line: string): string =>
  (splitWords(line) ?? []).join(' ').replace(INEXPERIENCE, ' ').trim();

/** The words of a line without what people say of their inexperience. */
export const removeRemarks = (line: string): readonly string[] =>
  removeInexperience(line)
    .split(' ')
    .filter(word => word !== '');

/** Is it a sentence about one's own inexperience, and nothing else but `but` or `and`? */
export const isRemark = (line: string): boolean =>
  /^(?:but|and|aber|mais|mas|pero|though)?$/.test(removeInexperience(line));

// A yes or a no. Only the first line counts, and only a word on its own.

const YES_WORDS: ReadonlySet<string> = new Set(['yes', 'ja', 'oui', 'si', 'sí', 'sim', 'da', 'да']);
const NO: ReadonlySet<string> = new Set(['no', 'nein', 'non', 'não', 'nao', 'nee', 'nej', 'нет']);

/** The words that may follow a yes. Any other text could be an automatic answer. */
const YES_TAILS: ReadonlySet<string> = new Set([
  ...[
    '',
    'please',
    'thanks',
    'thank you',
    'that was me',
    'it was me',
    'that is me',
    'that is right',
    'i did',
    'bitte',
    'por favor',
  ],
  ...['obrigado', 'obrigada', 'fui eu', 'está certo', 'está bem'],
]);

/** Marks that mail programs and people put around a word. */
const QUOTATION_MARKS = /[*_`"'“”‘’]/g;

/**
 * Accepts `yes`, `*Yes*.`, `Yes, that was me`, `no`, `NO! I did not send this`. null: the text is neither. An automatic answer must not
 * confirm or undo anything, so a sentence that only begins with yes or no is neither.
 */
export function parseYesOrNo(text: string): 'yes' | 'no' | null {
  const line = tidy(text.split('\n', 1)[0] ?? '')
    .toLowerCase()
    .replace(QUOTATION_MARKS, '');
  const word = /^\p{L}{1,10}/u.exec(line)?.[0] ?? '';
  const rest = line.slice(word.length);
  const tail = rest.replace(/^[\s.!,;]{1,9}/, '');
  if (YES_WORDS.has(word)) return YES_TAILS.has(tail.replace(/[.!]{1,9}$/, '')) ? 'yes' : null;
  // `No. 4711`, `no-reply` and `no: …` are not the answer no.
  return NO.has(word) && (rest === '' || /^[.!,;]\s?(?:\p{L}|$)|^[.!]{1,9}$/u.test(rest)) ? 'no' : null;
}
