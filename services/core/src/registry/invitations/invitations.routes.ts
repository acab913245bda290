// /api/organizations/:id/invitations, /api/invitations, and POST /api/organizations/:id/members, which invites too
import {
  Invitation,
  InvitationParams,
  ListInvitationsQuery,
  NewInvitation,
  OrganizationInvitationParams,
  OwnInvitation,
} from '@kvartplata/contracts/core/invitations.ts';
import { NewMember, OrganizationParams } from '@kvartplata/contracts/core/members.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import {
  getInvitation,
  invite,
  listInvitations,
  withdrawInvitation,
} from './invitations.service.ts';
import {
  acceptInvitation,
  declineInvitation,
  listOwnInvitations,
} from './own-invitations.service.ts';

const PATH = '/api/organizations/:id/invitations';

export function invitationsRoutes(app: HttpServer, deps: Deps): void {
  const { access, users, now } = deps;

  app.get(PATH, LIST, async (request) =>
    listInvitations(await access.callerOf(request), request.params.id, request.query, now()),
  );

  app.post(PATH, INVITE, async (request, reply) => {
    const caller = await access.callerOf(request);
    const invitation = await invite(caller, users, request.params.id, request.body, now());
    return reply.code(201).header('location', placeOf(invitation)).send(invitation);
  });

  app.post('/api/organizations/:id/members', INVITE_MEMBER, async (request, reply) => {
    const caller = await access.callerOf(request);
    const invitation = await invite(caller, users, request.params.id, request.body, now());
    return reply.code(202).header('location', placeOf(invitation)).send(invitation);
  });

  app.get(`${PATH}/:invitationId`, READ, async (request) => {
    const { id: organizationId, invitationId } = request.params;
    const caller = await access.callerOf(request);
    return getInvitation(caller, { organizationId, invitationId }, now());
  });

  app.delete(`${PATH}/:invitationId`, WITHDRAW, async (request, reply) => {
    const { id: organizationId, invitationId } = request.params;
    const caller = await access.callerOf(request);
    await withdrawInvitation(caller, { organizationId, invitationId }, now());
    return reply.code(204).send(null);
  });

  ownInvitationsRoutes(app, deps);
}

function ownInvitationsRoutes(app: HttpServer, { access, users, now }: Deps): void {
  app.get('/api/invitations', LIST_OWN, async (request) =>
    listOwnInvitations(await access.callerOf(request), users, request.query, now()),
  );

  app.post('/api/invitations/:id/accept', ACCEPT, async (request) =>
    acceptInvitation(await access.callerOf(request), users, request.params.id, now()),
  );

  app.post('/api/invitations/:id/decline', DECLINE, async (request) =>
    declineInvitation(await access.callerOf(request), users, request.params.id, now()),
  );
}

function placeOf({ organizationId, id }: Invitation): string {
  return `/api/organizations/${organizationId}/invitations/${id}`;
}

const tags = ['invitations'];
const owner = { access: 'owner' } as const;
const user = { access: 'user' } as const;

const LIST = {
  config: owner,
  schema: {
    tags,
    summary: 'The invitations into an organization that wait for an answer',
    params: OrganizationParams,
    querystring: ListInvitationsQuery,
    response: { 200: Page(Invitation), ...refusals(400, 401, 403, 404) },
  },
};

const INVITE = {
  config: owner,
  schema: {
    tags,
    summary:
      'Invite somebody by username or e-mail; the answer does not say whether there is such a user',
    params: OrganizationParams,
    body: NewInvitation,
    response: { 201: Invitation, ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const INVITE_MEMBER = {
  config: owner,
  schema: {
    tags: ['members'],
    summary: 'The same by username: a member is who accepts',
    params: OrganizationParams,
    body: NewMember,
    response: { 202: Invitation, ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const READ = {
  config: owner,
  schema: {
    tags,
    summary: 'An invitation and what became of it',
    params: OrganizationInvitationParams,
    response: { 200: Invitation, ...refusals(400, 401, 403, 404) },
  },
};

const WITHDRAW = {
  config: owner,
  schema: {
    tags,
    summary: 'Take an invitation back',
    params: OrganizationInvitationParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409) },
  },
};

const LIST_OWN = {
  config: user,
  schema: {
    tags,
    summary: 'The invitations that wait for the answer of who asks',
    querystring: ListInvitationsQuery,
    response: { 200: Page(OwnInvitation), ...refusals(400, 401, 503) },
  },
};

const ACCEPT = {
  config: user,
  schema: {
    tags,
    summary: 'Become a member',
    params: InvitationParams,
    response: { 200: OwnInvitation, ...refusals(400, 401, 404, 409, 503) },
  },
};

const DECLINE = {
  config: user,
  schema: {
    tags,
    summary: 'Decline an invitation; the organization does not learn who has',
    params: InvitationParams,
    response: { 200: OwnInvitation, ...refusals(400, 401, 404, 409, 503) },
  },
};
