// The feature `clubs`: players who are asked to join, with news and tournaments among themselves.
import { limits } from '#core/kernel/limits.ts';
import { type Refused, refused } from '#core/kernel/refusal.ts';
import { apply } from '#core/kernel/state.ts';
import { type Command, type CommandLine, type ParsedLine, parseCredentials } from '#core/language/command.ts';
import { hasLeft } from '#core/players/account.ts';
import { hasBlocked, isOptedOut, optOutHash } from '#core/players/blocked.ts';
import {
  type CommandContext,
  type Decision,
  type Notification,
  allow,
  chargedPlayerOf,
  deny,
  sendMail,
  takeCharges,
  writeDocument,
  tell,
  buildNotice,
} from '#core/players/decision.ts';
import {
  chargePlayer,
  createDayRule,
  invitationCharges,
  mailboxIdOf,
  unaskedCharge,
} from '#core/players/quota-rules.ts';
import { type Charge, hasRoom } from '#core/players/quota.ts';
import { isRobot } from '#core/players/robots.ts';
import { findUnknownUserids, isUseridShaped, parseAddress } from '#core/players/userid.ts';
import { type MessageKind, listOtherLanguages } from '#core/writing/compose-context.ts';
import type { Feature, Reaction } from '#core/writing/feature.ts';
import { lookUp } from '#games/kit/look-up.ts';
import { formatAndList } from '#games/kit/refusal.ts';
import { ok } from '#games/kit/result.ts';
import { createMailing, newsCharges } from '../mailings/index.ts';
import { CLUB, type Club, clubLimits, isClubName, withoutMember } from './club.ts';

/** A club as its members see it. Organisers see how others join. */
function describeClub({ actor }: CommandContext, { name, code, members, organisers }: Club): readonly Notification[] {
  const isIn = members.includes(actor ?? '');
  const parts = { name, members: members.length, organisers: formatAndList(organisers) };
  return [
    tell(isIn ? 'club-in' : 'club-out', parts),
    ...(isIn ? [tell('club-members', { list: formatAndList(members.toSorted()) })] : []),
    ...(organisers.includes(actor ?? '') ? [tell('club-organise', { name, code })] : []),
  ];
}

function listClubs(context: CommandContext): Decision {
  const clubs = findClubs(context).flatMap(club => describeClub(context, club));
  return allow([], clubs.length === 0 ? [tell('clubs-none')] : clubs);
}

/** Those that the sender is a member of. */
const findClubs = ({ state, actor }: Pick<CommandContext, 'state' | 'actor'>): readonly Club[] =>
  state.listDocuments(`clubs/player/${actor ?? ''}`);

const createCode = (of: CommandContext, name: string): string => of.sign(`club code|${name}|${of.cause}`).slice(0, 12);

function openClub(context: CommandContext, name: string): Decision {
  const { state, actor, now } = context;
  const userid = actor ?? '';
  if (!isClubName(name)) return deny(refused('club-name'));
  if (state.account(userid)?.isOrganiser !== true) return deny(refused('club-open'));
  if (state.get(`club/${name}`) !== null) return deny(refused('club-taken', { name }));
  const most = clubLimits.clubsOrganised;
  if (findClubs(context).filter(({ organisers }) => organisers.includes(userid)).length >= most)
    return deny(refused('club-too-many', { most }));
  const club: Club = {
    ...{ name, code: createCode(context, name), asked: [], opened: now },
    organisers: [userid],
    members: [userid],
  };
  return allow([writeDocument(`club/${name}`, club)], describeClub(context, club));
}

type Words = readonly string[];

/** An act of any player on a club. */
type Act = (context: CommandContext, club: Club, words: Words) => Decision;

const joinClub: Act = (context, club, [code = '']) => {
  const { name, members } = club;
  const userid = context.actor ?? '';
  if (members.includes(userid)) return allow([], describeClub(context, club));
  if (code !== club.code) return deny(refused('club-code', { name }));
  if (members.length >= clubLimits.clubMembers)
    return deny(refused('club-full', { name, most: clubLimits.clubMembers }));
  const most = clubLimits.clubsJoined;
  if (findClubs(context).length >= most) return deny(refused('club-too-many', { most }));
  const joined = { ...club, members: [...members, userid] };
  return allow([writeDocument(`club/${name}`, joined)], describeClub(context, joined));
};

/** Takes a member out. A club needs an organiser as long as it has members. */
function removeMember({ actor }: CommandContext, club: Club, userid: string, code: string): Decision {
  const { name, members, organisers } = club;
  if (!members.includes(userid)) return deny(refused('club-not-in', { name, userid }));
  if (members.length > 1 && organisers.every(each => each === userid)) return deny(refused('club-last', { name }));
  const left = withoutMember(club, { userid });
  const answer =
    userid !== actor
      ? [tell('club-removed', { name, userid }), buildNotice(userid, { code: 'club-removed-you', parts: { name } })]
      : [tell(left === null ? 'club-closed' : 'club-left', { name })];
  return allow([writeDocument(`club/${name}`, left === null ? null : { ...left, code })], answer);
}

const addOrganiser: Act = ({ actor }, club, [userid = '']) => {
  const { name, members, organisers } = club;
  if (!members.includes(userid)) return deny(refused('club-not-in', { name, userid }));
  const changed = { ...club, organisers: [...new Set([...organisers, userid])] };
  const told = tell('club-organisers', { name, organisers: formatAndList(changed.organisers) });
  const notice = buildNotice(userid, { code: 'club-named', parts: { name, player: actor ?? '' } });
  return allow([writeDocument(`club/${name}`, changed)], [told, notice]);
};

/** The addresses in a list of names and addresses, and those of the players in the line. Each once. */
function findInvited({ state, comment }: CommandContext, words: Words): Words {
  const typed = comment.match(/[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/g) ?? [];
  const addresses = typed.flatMap(each => {
    const address = parseAddress(each.replace(/^'+|[.']+$/g, ''));
    return address.ok ? [address.value] : [];
  });
  const players = words.filter(isUseridShaped);
  state.requireAccounts(players);
  return [...new Set([...addresses, ...players.flatMap(userid => state.account(userid)?.addresses[0] ?? [])])];
}

const askedCharges = (context: CommandContext): readonly Charge[] =>
  chargePlayer(chargedPlayerOf(context), createDayRule('club asked', clubLimits.clubAskedPerDay));

/** Why none of these is asked. null: there is no reason. */
function findAskingRefusal(context: CommandContext, { name, asked }: Club, words: Words, fresh: Words): Refused | null {
  const { state, now } = context;
  const unknown = words.filter(each => isRobot(state, each) || findUnknownUserids(state, [each]).length > 0).join(', ');
  if (unknown !== '') return refused('user-unknown', { userid: unknown });
  if (context.comment.length >= limits.commentLength) return refused('club-list', { most: clubLimits.clubAskedPerDay });
  if (fresh.length === 0) return refused('club-nobody', { name });
  if (asked.length + fresh.length > clubLimits.clubAsked)
    return refused('club-full', { name, most: clubLimits.clubAsked });
  if (!hasRoom(state, askedCharges(context), now, fresh.length))
    return refused('club-list', { most: clubLimits.clubAskedPerDay });
  const { all } = invitationCharges(chargedPlayerOf(context));
  return hasRoom(state, [all], now, fresh.length) ? null : refused('invitations-busy');
}

/** Stops the decision unless all that is known of these addresses is loaded. */
function requireKnown({ state, sign }: CommandContext, addresses: readonly string[]): void {
  state.requireDocuments(
    addresses.flatMap(each => {
      const mailbox = mailboxIdOf(each);
      return [`address/${each}`, `optout/${mailbox}`, `optout/${optOutHash(each, sign)}`, `quota/${mailbox}`] as const;
    }),
  );
  state.requireAccounts(addresses.flatMap(each => state.owner(each) ?? []));
}

/**
 * Asks each address once, whatever lists it is in. The answer is the same for members, for addresses that want no mail, and for those that
 * another player has invited lately: that is private.
 */
const askToJoin: Act = (context, club, words) => {
  const { state, sign, now } = context;
  const by = context.actor ?? '';
  const typed = findInvited(context, words);
  requireKnown(context, typed);
  const fresh = typed.filter(address => !club.asked.includes(optOutHash(address, sign)));
  const why = findAskingRefusal(context, club, words, fresh);
  if (why !== null) return deny(why);
  const { mailbox, all } = invitationCharges(chargedPlayerOf(context));
  const reached = fresh.filter(address => {
    const owner = state.owner(address);
    const isWelcome = !isOptedOut(context, address) && !hasBlocked(state, owner, by);
    const isFree = hasRoom(state, [mailbox(address), unaskedCharge(address)], now);
    return isWelcome && isFree && !club.members.includes(owner ?? '');
  });
  const asked = [...club.asked, ...fresh.map(address => optOutHash(address, sign))];
  const charges = [...fresh.flatMap(() => [...askedCharges(context), all]), ...reached.map(mailbox)];
  const invite = (address: string): Notification =>
    sendMail({ kind: 'club-invitation', to: { kind: 'address', address }, by, club: club.name, code: club.code });
  const events = [writeDocument(`club/${club.name}`, { ...club, asked }), takeCharges(charges, now)];
  return allow(events, [tell('club-asked', { count: fresh.length, name: club.name }), ...reached.map(invite)]);
};

/** Writes to all members who want news. */
const sendNews: Act = (context, { name }) => {
  const { state, comment, now, actor } = context;
  if (comment === '') return deny(refused('message-empty'));
  const most = clubLimits.clubNewsPerWeek;
  const charges = newsCharges(chargedPlayerOf(context), most);
  if (!hasRoom(state, charges, now)) return deny(refused('club-news-week', { most }));
  const id = context.sign(`news|${context.cause}|${name}`);
  const mailing = writeDocument(`mailing/${id}`, { ...createMailing(actor, comment, now), club: name });
  return allow([mailing, takeCharges(charges, now)], [tell('club-news-sent', { name })]);
};

/** What is done to a club by a verb, and how many words may stand behind its name. */
interface Verb {
  readonly act: Act;
  readonly words?: readonly [least: number, most: number];
  readonly isOrganisers?: true;
}

const VERBS: Readonly<Record<string, Verb>> = {
  show: { act: (context, club) => allow([], describeClub(context, club)) },
  join: { act: joinClub, words: [0, 1] },
  leave: { act: (context, club) => removeMember(context, club, context.actor ?? '', club.code) },
  add: { act: askToJoin, words: [0, Infinity], isOrganisers: true },
  news: { act: sendNews, isOrganisers: true },
  organiser: { act: addOrganiser, words: [1, 1], isOrganisers: true },
  remove: {
    act: (context, club, [userid = '']) => removeMember(context, club, userid, createCode(context, club.name)),
    ...{ words: [1, 1], isOrganisers: true },
  },
};

function actOnClub(context: CommandContext, verb: Verb, name: string, words: Words): Decision {
  const found = context.state.get(`club/${name}`);
  if (found === null) return deny(refused('club-unknown', { name }));
  const isAllowed = verb.isOrganisers !== true || found.organisers.includes(context.actor ?? '');
  return isAllowed ? verb.act(context, found, words) : deny(refused('club-not-organiser', { name }));
}

const isComplete = ({ words: [least, most] = [0, 0] }: Verb, count: number): boolean => least <= count && count <= most;

function parseClub(commandLine: CommandLine): ParsedLine {
  const { credentials, rest } = parseCredentials(commandLine, 0);
  const [typed = 'list', name = '', ...words] = rest.map(word => word.toLowerCase());
  if (typed === 'list' && name === '') return ok({ credentials, run: listClubs });
  if (typed === 'open' && words.length === 0)
    return ok({ credentials, permission: 'owner', run: context => openClub(context, name) });
  const verb = lookUp(VERBS, typed);
  if (verb === undefined || name === '' || !isComplete(verb, words.length)) return null;
  // A reply to a board mail proves no organiser: players pass such mails on.
  const permission = verb.isOrganisers === true ? 'owner' : 'account';
  return ok({ credentials, permission, run: context => actOnClub(context, verb, name, words) });
}

export const club: Command = {
  name: 'club',
  listedAfter: 'league',
  aliases: ['clubs'],
  isForNewcomers: true,
  isPrivate: true,
  usage:
    'club [userid password] [list | open name | show name | join name code | leave name | add name [userid …] | news name | remove name userid | organiser name userid]',
  example: 'club list',
  permission: 'account',
  parse: parseClub,
};

interface ClubInvitation {
  readonly by: string;
  readonly club: string;
  readonly code: string;
}

/** Asks an address to join a club. A `yes` joins. */
const invitation: MessageKind<ClubInvitation> = {
  charge: 'unasked',
  write: (context, { to, by, club: name, code }) => {
    const line = `club join ${name} ${code}`;
    return {
      subject: { code: 'subject-club', parts: { player: by, name } },
      idToken: to.kind === 'address' ? { kind: 'question', askedLines: [line], address: to.address } : null,
      text: context.templates.render('club-invitation.txt', {
        ...{ by, name, line, webUrl: context.webUrl },
        otherLanguages: listOtherLanguages(context, 'language-club'),
      }),
      unsubscribe: { list: { kind: 'invitations' }, line: 'stop' },
    };
  },
};

export const messages = { 'club-invitation': invitation };

/** Takes a player who left out of all clubs. */
const dropLeavers: Reaction = (before, after) => ({
  messages: [],
  state: after.changedOfKind('account').reduce((state, account) => {
    const { userid } = account;
    if (!hasLeft(before.account(userid), account)) return state;
    const left = findClubs({ state, actor: userid }).map(club =>
      writeDocument(`club/${club.name}`, withoutMember(club, account)),
    );
    return left.reduce(apply, state);
  }, after),
});

export const clubs = {
  documents: { club: CLUB },
  refusals: {
    'club-name': [],
    'club-open': [],
    'club-taken': ['name'],
    'club-too-many': ['most'],
    'club-code': ['name'],
    'club-full': ['name', 'most'],
    'club-not-in': ['name', 'userid'],
    'club-last': ['name'],
    'club-list': ['most'],
    'club-nobody': ['name'],
    'club-news-week': ['most'],
    'club-unknown': ['name'],
    'club-not-organiser': ['name'],
  } as const,
  commands: [club],
  reaction: dropLeavers,
} satisfies Feature;
