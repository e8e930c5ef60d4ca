// The page of a club: its organisers, the members with a page of their own, and its tournaments.
import { sayPhrase } from '#core/writing/compose-context.ts';
import { type PageDefinition, filterShownPlayers, playerPath, tournamentPath } from '#core/writing/on-web.ts';
import { titleOf } from './mails.ts';
import { tournamentLimits } from './tournament.ts';

export const clubPage: PageDefinition = {
  path: '/clubs/:name{[a-z][a-z0-9-]{1,29}}',
  listsPlayers: true,
  build: (context, { param }) => {
    const { state } = context;
    const club = state.get(`club/${param('name')}`);
    if (club === null) return null;
    const { name, members, organisers } = club;
    const listed = filterShownPlayers(
      state,
      members.map(userid => ({ userid })),
    );
    const players = listed.map(({ userid }) => ({
      userid,
      href: playerPath(userid),
      organises: organisers.includes(userid),
    }));
    const tournaments = state
      .listHighest([`tournaments/club/${name}`], tournamentLimits.tournamentsListed)
      .map(each => ({ title: titleOf(context, each), href: tournamentPath(each.number) }));
    const title = sayPhrase(context, { code: 'web-club', parts: { name } });
    return {
      template: 'club',
      frame: {
        title,
        description: sayPhrase(context, { code: 'web-club-members', parts: { members: members.length } }),
      },
      view: { page: { name, members: members.length, players, tournaments }, heading: title },
    };
  },
};
