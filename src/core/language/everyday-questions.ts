// Lists questions about the game, the players and us by their telling words, with their answers.
import { answerWith, forMailAndBoard, type SentenceRow } from './everyday-list.ts';
import { GAME, MY, RULES, SHOW } from './everyday-pattern.ts';

/** A wish for advice about a move, and a question about the chances. */
const ADVICE: readonly string[] = [
  'hint|hints|tip|tips|suggestion*|suggest|advice|advise|tipp|tipps|hinweis*|vorschlag*|indice*|conseil*|pista*|sugerencia*|consejo*|dica*|sugest*|sugerenc*',
  'what|which|was|que|quel|welche* & should|shall|would|soll*|dois|devo|debo|best & play|move|do|spielen|ziehen|jouer|jugar|jogar|mover',
  'best|good|beste*|bester|meilleur*|mejor*|melhor* & move|zug|coup|jugada|lance|jogada',
  'help|hilf|helfen|aide*|aider|ayuda*|ajuda* & me|mir|moi|move|think|decide|zug|coup|jugada|jogada',
];

const CHANCES: readonly string[] = [
  'who|wer|qui|quien|quem & winning|ahead|better|leading|gewinnt|fuhrt|vorn|vorne|gagne|mene|gana|ganando|ganhar|ganha|vence',
  'am_i|are_we|bin_ich|suis_je|estoy|estou & winning|losing|ahead|lost|better|worse|verloren|perdu|ganando|perdiendo|ganhar|perder',
];

export const everydayQuestions: readonly SentenceRow[] = [
  // asking about the game
  {
    about: [
      'how|where|wie|wo|comment|como & move|moves|play|send|write|ziehe|zug|spiele|jouer|jugar|jogar|mover & here|i|my|it|work|works|ich|man|je|on|se',
      'how|wie|comment|como & work|works|start|started|begin|use|funktioniert|geht_das|geht_es|fang*|anfang*|beginn*|marche|commence*|debut*|utilise*|funciona|empiezo|empezar|comienzo|comeco|comecar|usa|uso',
      'comment_jouer|comment_joue_t_on|como_jugar|como_jogar|wie_spielen|wie_spiele_ich',
      'where_do_i_start|where_to_start|wo_fange_ich|par_ou|por_donde|por_onde',
      'getting_started|first_steps|erste_schritte|premiers_pas|primeros_pasos|primeiros_passos|beginner*|newbie|anfanger|debutant|principiante|i_am_new|im_new|ich_bin_neu|je_suis_nouveau|soy_nuevo|sou_novo',
      'teach|learn|lern*|apprendre|aprender|explain|erklar*|expliqu*|explic* & me|play|game|spiel|jouer|jugar|jogar|how',
    ],
    ...forMailAndBoard({ command: 'help tutorial' }),
    board: { command: 'help' },
  },
  {
    about: [
      'why|warum|pourquoi|por_que|porque & refused|rejected|illegal|invalid|not_allowed|ungultig|abgelehnt|refuse*|invalide|rechazad*|ilegal|recusad*|invalid* & move|zug|coup|jugada|jogada|lance|it|this',
      'can|could|may|darf|kann|muss|puis_je|peut_on|puedo|se_puede|posso|pode & capture*|captured|taken|geschlagen|schlagen|prendre|captura*|capturar & stone*|piece*|stein*|pierre*|piedra*|pedra*|them|they',
      'can|could|may|must|have_to|allowed|need_to|darf|muss|dois|debo|tengo_que|devo|tenho_de & place|put|move|play|set|setzen|legen|poser|jouer|colocar|poner|por|jogar & stone*|piece*|two|stein*|pierre*|piedra*|pedra*|zwei|deux|dos|dois|duas',
    ],
    hasNot: true,
    ...forMailAndBoard({ command: 'help' }),
  },
  {
    about: [
      'show|see|list|give|send|zeig*|montre*|muestra*|mostra* & the_moves|all_moves|all_the_moves|game_so_far|moves_so_far|alle_zuge|les_coups|las_jugadas|as_jogadas',
    ],
    ...forMailAndBoard(answerWith('everyday-record')),
  },
  { about: ADVICE, board: { command: 'hint' } },
  { about: CHANCES, board: { command: 'analyse' } },
  {
    about: [
      ...ADVICE,
      ...CHANCES,
      'which|what|possible|legal|allowed|valid|welche|mogliche*|erlaubte*|quels|possibles|que|posibles|quais|possiveis|list|show & moves|zuge|coups|jugadas|jogadas|lances|movimientos',
      'what|whats|how|wie|quel|cual|qual & score|points|punktestand|stand|puntuacion|marcador|pontuacao|resultado',
    ],
    ...forMailAndBoard(answerWith('everyday-hint')),
  },
  {
    about: [
      'start|begin|anfang*|empezar|comenzar|recommenc*|recomec*|comecar & over|again|fresh|anew|von_vorn*|neu|zero|nouveau|nuevo|novo|de_novo',
      'restart|reset|start_over|von_vorne|recommencer|neustart|reiniciar|recomecar|start_afresh',
    ],
    board: answerWith('everyday-start-over'),
    mail: answerWith('everyday-start-over'),
  },
  {
    about: [
      'take|took|taking|want|like|can|may|could|let & move_back|it_back|that_back|this_back|back_my|take_back|take_that_back|take_it_back|undo|change_my_move|change_move|another_move|different_move',
      'change|correct|alter|cancel|andern|changer|modifier|cambiar|corregir|rectificar|mudar|alterar|corrigir & move|last_move|zug|coup|jugada|jugadas|movimiento|jogada|lance',
      'wrong|bad|mistake*|error|typo|misclick*|mis_click|blunder* & move|sorry|my|made|i|was|cell',
      'zurucknehm*|zuruck_nehm*|vertan|verklickt|verschrieben|falsche*_zug|falscher|vertippt',
      'reprendre|annuler|trompe|erreur|mauvais_coup',
      'deshacer|retractar|equivoqu*|equivocad*|me_equivoque|error_mio|volver_atras|rectificar',
      'desfazer|voltar_atras|enganei*|engano|retirar_a_jogada',
      'oops|ups|uups|hoppla|whoops|my_bad|mistake',
    ],
    hasNot: true,
    board: { command: 'undo', isDoubtful: true },
    mail: answerWith('everyday-undo'),
  },
  {
    about: [
      'who|which|what|welche*|wer|quel*|qui|que|quien|quem|qual & am_i|do_i_have|habe_ich|j_ai|tengo|tenho|colour|color|side|farbe|seite|bin_ich|couleur|suis_je|soy|color|lado|cor|sou_eu|sou',
      'am_i|bin_ich|suis_je|soy|sou & black|white|red|blue|schwarz|weiss|noir|blanc|negro*|blanco*|preto*|branco*|negras|blancas|pretas|brancas',
      'whose|who|wer|qui|quien|quem|de_quien|a_qui & turn|move|dran|zug|tour|turno|toca|vez|joue|juega|joga|next|jouer|jugar|jogar',
      'is_it_my_turn|my_turn|bin_ich_dran|mon_tour|mi_turno|minha_vez|did_you_get_my_move|where_are_we|current_position|last_move',
      'show|see|send|zeig*|schick*|sende|montre*|envoie*|renvoie*|muestra*|envia*|mostra*|manda*|resend|again|once_more|nochmal|encore|lost|ver|where|link & online|web|website|browser|page|board|position|mail|brett|stellung|plateau|tablero|tabuleiro|posicao|posicion|last_mail|picture',
    ],
    board: { command: 'show' },
    mail: { command: 'games' },
  },
  {
    about: [
      'end|finish|stop|abort|cancel|delete|leave|give_up|quit|beend*|abbrech*|aufhor*|losch*|arret*|abandon*|quitter|termin*|acabar|cancel*|desist*|rendir*|rend & game|board|match|it|this|spiel|partie|partida|jeu|juego|jogo',
      'play|playing|spielen|jouer|jugar|jogar & any_more|anymore|any_longer|no_longer|nicht_mehr|ne_veux_plus|ya_no|ja_nao',
      '^you_win|^you_won|^you_have_won|du_gewinnst|du_hast_gewonnen|tu_as_gagne|tu_gagnes|has_ganado|ganaste|tu_ganas|ganhaste|voce_ganhou|i_have_lost',
      'abandonner|aufgeben|ich_geb*_auf|rendirme|desistir|abandonar|j_abandonne',
    ],
    hasNot: true,
    board: { command: 'resign', isDoubtful: true },
    mail: answerWith('everyday-resign'),
  },
  {
    about: [
      'how|wie|comment|como|can_i|kann_ich|puedo|posso|let_me|want_to|what|whats|was|que|quest & swap|pie|switch_sides|tausch*|echanger|intercambi*|trocar',
    ],
    ...forMailAndBoard({ command: 'help swap' }),
  },
  {
    about: [
      'how|wie|comment|como|can_i|kann_ich|puedo|posso|want_to|like_to|have_to|must|let_me|will|mochte|veux|quiero|quero & resign|give_up|surrender|aufgeben|abandonner|rendirme|desistir|abandonar',
    ],
    ...forMailAndBoard(answerWith('everyday-resign')),
  },
  {
    about: [
      'draw|remis|unentschieden|nulle|match_nul|tablas|empate & lets|call|shall|take|accept|machen|faire|fazer|hacer|offer|want|agree|propose|can|how|biete|anbieten|propose|ofre*|propon*|possible|like',
    ],
    board: { command: 'draw', isDoubtful: true },
    mail: answerWith('everyday-draw'),
  },
  {
    about: [
      RULES,
      `explain|show|tell|read|know|understand*|send|remember|forgot*|erklar*|versteh*|kenne|zeig*|schick*|explique*|compren*|connais|montre*|explica*|entiend*|entend*|conozco|conheco|percebo|mostra*|game|this_game|spiel|spiels|jeu|juego|jogo & ${RULES}`,
      'how_to_play|how_to_win|wie_spielt_man|como_posso_jogar|o_que_devo_fazer|what_do_i_have_to_do|o_que_e_isto|sou_nov*_aqui|neu_hier|wie_geht_das_spiel|wie_geht_dieses_spiel|comment_on_joue|comment_se_joue|como_se_juega|como_se_joga|explain_the_game|explain_this_game|das_spiel_erklaren|what_game_is_this|what_is_this_game',
      'how|wie|comment|como & win|capture*|captur*|won|end|ends|gewinn*|schlag*|gagne*|prendre|gana*|captura*|ganha*|neutral*|convert*|conversion*',
      'what|whats|was|que|was_sind|how_do|wie|explain|meaning|mean|means & neutral*|grey|gray|stone|stones|question_mark*|stein*|pierre*|piedra*|pedra*|goal|ziel|aim|objective|but|objetivo',
    ],
    hasNot: true,
    ...forMailAndBoard({ command: 'help' }),
  },
  {
    about: [
      'holiday*|vacation*|on_leave|urlaub*|ferien|vacances|conges|vacaciones|ferias|travel*|reise|verreis*|voyage|viaje|viajar|viagem|away|abwesend|absent|ausente|fora|unterwegs|out_of_office|hospital|krankenhaus|hopital|klinik|surgery|honeymoon',
      'pause|stop & clock*|my_clock|game|games|uhr|horloge|reloj|relogio',
      'back & i|im|am|ive|from|home|again|holiday|vacation',
      'bin_wieder_da|wieder_zuruck|wieder_zuhause|de_retour|he_vuelto|ya_volvi|estoy_de_vuelta|ja_voltei|estou_de_volta|voltei',
      'bin|bis|ab & weg|nicht_da|nicht_zuhause|fort',
      'pars|serai|suis & absent*|parti|partie_en|pas_la|voyage',
      'no_estare|me_voy|estare_fuera|vou_estar_fora|nao_vou_estar|nao_estarei|estarei_fora|wont_be_here|wont_be_home|not_be_here|cant_play_until|cannot_play_until',
    ],
    ...forMailAndBoard(answerWith('everyday-holiday')),
  },
  // looking around
  {
    about: [
      'show|see|send|resend|open|where|zeig*|schick*|montre*|muestra*|mostra*|^board|^game|^match & board|game|match|brett|spiel|partie|partida|tabuleiro & \\d+',
      'deleted|threw|lost|geloscht|verloren|supprime|perdu|borre|borrado|perdi|apaguei & mail|mails|email|message|board|nachricht|courriel|correo|mensaje|mensagem|it',
    ],
    mail: { command: 'games' },
    board: { command: 'show' },
  },
  {
    about: [
      'sgf|export|download|save_the_game|save_this_game|game_record|herunterladen|telecharger|descargar',
      '^history|move_list|list_of_moves|zugliste|verlauf|historique|historial|historico',
    ],
    ...forMailAndBoard(answerWith('everyday-record')),
  },
  {
    about: [
      `${MY} & ${GAME}`,
      `${SHOW} & ${GAME} & ${MY}|all|running|current|alle|todos|todas|tous|toutes|laufende*|en_cours|en_curso|em_curso`,
      'what|which|welche|quelles|cuales|quais & games|boards|spiele|parties|partidas|jogos & have|playing|play|running|spiele_ich|j_ai|tengo|tenho|waiting',
      'all_my_boards|all_boards|my_boards|mes_parties|mis_partidas|meine_spiele|meus_jogos|as_minhas_partidas|waiting_for_me|where_is_my_game|where_are_my_games',
    ],
    mail: { command: 'games' },
    board: { command: 'show' },
  },
  {
    about: [
      `${MY} & rating*|stat|stats|statistics|record|results|score|scores|elo|rank|ranking|wertung*|punkte|classement|puntos|puntuacion|pontos|pontuacao|resultados|history|statistik*|estadisticas|estatisticas`,
      'how|wie & good|strong|gut|stark & am_i|bin_ich|i',
    ],
    ...forMailAndBoard({ command: 'stats' }),
  },
  {
    about: [
      'leader*|leaderboard|ladder|ranking*|rangliste*|bestenliste|classement*|clasificacion|classificacao|high_score*|highscore*|standings|top_players|top_ten|top_10|best_players|beste_spieler|best_player',
      'top|who_is_the_best|wer_ist_der_beste|strongest',
    ],
    ...forMailAndBoard(answerWith('everyday-ratings')),
  },
  {
    about: [
      'list|show|who|all|liste|zeig*|montre*|lista|muestra*|mostra* & players|people|users|members|spieler|joueurs|jugadores|jogadores|gens|gente|leute',
      'anybody|anyone|somebody|someone|jemand|quelqu_un|quelquun|alguien|alguem & there|here|play|online|want*|da|spielen|la|jouer|ahi|jugar|ai|jogar|around|for_a_game|interested',
      'who|wer|qui|quien|quem & online|here|around|plays|playing|else|active|registered|available|da|hier|la|ahi|aqui|spielt|joue|juega|joga',
      'find|look*|search|seek|need|want|such*|finde|cherche*|trouve*|busc*|encontr*|procur* & opponent*|partner|gegner*|mitspieler|adversaire*|rival*|adversario*|player*|jugador*|jogador*|spieler|somebody|someone|jemand',
      'no_opponent|dont_know_anybody|dont_know_anyone|know_nobody|have_no_friends|kenne_niemand*',
    ],
    hasNot: true,
    ...forMailAndBoard(answerWith('everyday-players')),
  },
  {
    about: [
      'watch*|spectat*|follow|observe|kibitz*|zuschau*|zusehen|regarder|suivre|seguir|mirar|observar|assistir|ver_partidas',
    ],
    ...forMailAndBoard(answerWith('everyday-watch')),
  },
  {
    about: [
      'menu|main_menu|menue|overview|index|start_page|home|contents',
      'what_can_i_write|what_can_i_say|what_can_i_send|what_should_i_write|what_do_i_write|was_kann_ich_schreiben|was_soll_ich|que_puis_je|que_puedo_escribir|o_que_posso_escrever|what_can_i_do|what_can_you_do|what_now|what_next|was_kann_ich|was_kannst_du|que_puedo|que_puis_je|o_que_posso|was_nun|et_maintenant|y_ahora|e_agora|what_is_this|was_ist_das|what_is_nexpost|commands|hilf*_mir|i_am_lost|im_lost|confused|dont_understand|not_understand|dont_get_it|what_do_you_mean|what_does_this_mean|too_complicated|verstehe_nicht|verstehe_das_nicht|verstehe_gar_nichts|ne_comprends_pas|no_entiendo|nao_entendo|nao_percebo',
    ],
    hasNot: true,
    ...forMailAndBoard({ command: 'help' }),
  },
  {
    about: ['calendar|ical|ics|kalender|calendrier|calendario|agenda'],
    ...forMailAndBoard(answerWith('everyday-time')),
  },
  // talking to us
  {
    about: [
      'how|where|who|why|wie|woher|comment|ou|qui|como|donde|onde|quien|quem & my_address|my_email|my_mail|meine_adresse|meine_mail*|mon_adresse|mi_direccion|mi_correo|meu_endereco|meu_email|know_me|find_me|found_me',
    ],
    invitation: answerWith('everyday-invited'),
  },
  {
    about: [
      'who|what|wer|was|qui|quien|quem & are_you|is_this|bist_du|sind_sie|es_tu|etes_vous|eres|es_voce|tu_es',
      'website|web_site|web_page|homepage|app|webseite|site_web|sitio_web|pagina_web|aplicacao|application & have|is|there|you|a|gibt|hast|avez|tienes|tem|where',
      'is_this|is_it|is_he|is_she|is_opponent|is_my_opponent|ist_opponent|est_opponent|es_opponent|e_opponent|ist_das|ist_er|est_ce|es_esto|e_isto & human|robot|bot|person|machine|program|real|mensch|roboter|humain|humano|spam|scam',
      'are_you|bist_du|es_tu|eres|es_um & human|robot|bot|person|machine|program|real|mensch|roboter|humain|humano|ki|ai',
    ],
    ...forMailAndBoard(answerWith('everyday-who-are-you')),
  },
  {
    about: [
      'human|person|mensch*|humain*|humano|someone|somebody|operator|admin* & speak|talk|contact|reach|real|need|sprechen|parler|hablar|falar|want_a',
      'bug|bugs|fault|broken|feedback|complain*|complaint|report|problem*|feature|suggestion_for|fehler|beschwerde|bogue|plainte|queja|erro|falla|fallo|avaria|reclamac*|probleme*',
      'who|wer|qui|quien|quem & made|wrote|runs|owns|programmed|built|created|gemacht|betreibt|programmiert|fait|cree|hizo|hecho|fez|criou',
      'version|source_code|quellcode|open_source|code_source|codigo|licen*|donat*|spend*|impressum|imprint|contact|talk_to_a_human|real_person',
    ],
    ...forMailAndBoard(answerWith('everyday-operator')),
  },
  {
    about: [
      'tell|write|talk|speak|say|message|sagen|schreiben|dire|ecrire|parler|decir|escribir|hablar|dizer|escrever|falar & him|her|them|to|opponent|gegner|adversaire|adversario|ihm|ihr|lui|le|lhe|something|a_message',
    ],
    ...forMailAndBoard(answerWith('everyday-chat')),
  },
  {
    about: [
      'robots|robot|robot1|robot5|bots|bot|computer|computers|roboter|ordinateur|ordenador|computador|robos & how|which|what|who|strong|level|levels|are|is|wie|welche|comment|quels|como|que|cuales|quais|there',
      'easy|easier|easiest|weak*|beginner*|leicht*|einfach*|schwach*|facile|facil|faible|debil|fraco|strong*|stark*|fort|fuerte|forte & opponent|gegner|adversaire|adversario|rival',
    ],
    mail: { command: 'help robots' },
  },
];
