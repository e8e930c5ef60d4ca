// Handles mails from chat programs.
// Later mails to the account get the form that chat programs show well. A line without a Subject is matched to a board.
import { makeBoardContext } from '../mail/mail-sender.ts';
import { askingOf } from '../board/sender.ts';
import { firstLineOf } from '../reading/parse-mail.ts';
import { parseCommandLine, looksLikeMove, type ParseContext } from '../reading/statement.ts';
import { listWaiting } from '../matches/list.ts';
import { requireGame, matchStateOf } from '../board/match.ts';
import { apply } from '../kernel/state.ts';
import type { Event } from '../kernel/event.ts';
import { commandContextOf, type MailState, type MailOutcome } from './mail-state.ts';

/** The form of a player's last mail is that of their next ones: chat programs show no others well. */
export function rememberChatClient(verdict: MailOutcome): MailOutcome {
  const { isChat, proof, address } = verdict.identity.sender;
  const userid = proof === 'none' ? null : verdict.state.owner(address);
  const account = userid === null ? null : verdict.state.account(userid);
  if (userid === null || account === null || account.closed || (account.inChat ?? false) === isChat) return verdict;
  const event: Event = { kind: 'chat-noticed', userid, inChat: isChat };
  return { ...verdict, events: [...verdict.events, event], state: apply(verdict.state, event) };
}

/**
 * In a chat there is no Subject to name the board: what is no command by itself is about the writer's only running board, and a move about
 * the only one that waits for them.
 */
export function chooseOnlyBoard(mailState: MailState, reader: ParseContext): MailState {
  const { identity, request, state } = mailState;
  const { sender, board } = identity;
  const line = firstLineOf(request.text);
  if (!sender.isChat || board !== null || sender.userid === null) return mailState;
  if (parseCommandLine(line, reader) !== null) return mailState;
  const running = state.boards(`running/player/${sender.userid}`);
  const isMove = state.games.some(game => looksLikeMove(game, line));
  const waiting = isMove && running.length > 1 ? listWaiting(commandContextOf(mailState, ''), sender.userid) : [];
  const boards = running.length === 1 ? running : waiting.map(({ match }) => match);
  const [only, ...others] = boards;
  const match = only === undefined || others.length > 0 ? null : state.match(only);
  if (match?.state !== 'active') return mailState;
  const { plies, takeBacks } = matchStateOf(requireGame(state, match), match);
  const seen = { ply: plies.length, takeBacks: takeBacks.length };
  const about = makeBoardContext({ game: match.game, number: match.number }, seen);
  return { ...mailState, identity: { ...identity, board: askingOf(about, state, sender.userid) } };
}
