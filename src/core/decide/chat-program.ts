// Handles mails from chat programs.
// Later mails to the account get the form that chat programs show well. A line without a Subject is matched to a board.
import { makeBoardContext } from '../mail/mail-sender.ts';
import { addOpenProposal } from '../board/sender.ts';
import { firstLineOf } from '../reading/parse-mail.ts';
import { parseCommandLine, looksLikeMove, type ParseContext } from '../reading/statement.ts';
import { listWaiting } from '../matches/list.ts';
import { requireGame, matchStateOf } from '../board/match.ts';
import { apply } from '../kernel/state.ts';
import type { Event } from '../kernel/documents.ts';
import { commandContextOf, type MailState, type MailOutcome } from './mail-state.ts';

/** Notes whether the account writes from a chat program. Its next mails get the form for chats. */
export function rememberChatClient(verdict: MailOutcome): MailOutcome {
  const { isChat, proof, address } = verdict.identity.sender;
  const userid = proof === 'none' ? null : verdict.state.owner(address);
  const account = userid === null ? null : verdict.state.account(userid);
  if (userid === null || account === null || account.closed || (account.inChat ?? false) === isChat) return verdict;
  const event: Event = { kind: 'chat-noticed', userid, inChat: isChat };
  return { ...verdict, events: [...verdict.events, event], state: apply(verdict.state, event) };
}

/**
 * Chooses the board of a chat line, which has no Subject. A line that is no command is about the sender's only running board. A move is
 * about the only board that waits for the sender.
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
  const [onlyBoard, ...others] = boards;
  const match = onlyBoard === undefined || others.length > 0 ? null : state.match(onlyBoard);
  if (match?.state !== 'active') return mailState;
  const { plies, takeBacks } = matchStateOf(requireGame(state, match), match);
  const shownState = { ply: plies.length, takeBacks: takeBacks.length };
  const boardContext = makeBoardContext({ game: match.game, number: match.number }, shownState);
  return { ...mailState, identity: { ...identity, board: addOpenProposal(boardContext, state, sender.userid) } };
}
