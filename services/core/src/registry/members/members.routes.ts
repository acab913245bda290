// /api/organizations/:id/members, but for the POST, which invites
import {
  ChangedMember,
  ListMembersQuery,
  Member,
  MemberParams,
  OrganizationParams,
} from '@kvartplata/contracts/core/members.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { changeMember, getMember, listMembers, removeMember } from './members.service.ts';

const PATH = '/api/organizations/:id/members';

export function membersRoutes(app: HttpServer, { access, users }: Deps): void {
  app.get(PATH, LIST, async (request) =>
    listMembers(await access.callerOf(request), users, request.params.id, request.query),
  );

  app.get(`${PATH}/:userId`, READ, async (request) => {
    const { id: organizationId, userId } = request.params;
    return getMember(await access.callerOf(request), users, { organizationId, userId });
  });

  app.put(`${PATH}/:userId`, CHANGE, async (request) => {
    const { id: organizationId, userId } = request.params;
    const caller = await access.callerOf(request);
    return changeMember(caller, users, { organizationId, userId }, request.body);
  });

  app.delete(`${PATH}/:userId`, REMOVE, async (request, reply) => {
    const { id: organizationId, userId } = request.params;
    await removeMember(await access.callerOf(request), { organizationId, userId });
    return reply.code(204).send(null);
  });
}

const tags = ['members'];
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;

const LIST = {
  config: viewer,
  schema: {
    tags,
    summary: 'Who may act for an organization, in the order of user ids',
    params: OrganizationParams,
    querystring: ListMembersQuery,
    response: { 200: Page(Member), ...refusals(400, 401, 404, 503) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'A member of an organization',
    params: MemberParams,
    response: { 200: Member, ...refusals(400, 401, 404, 503) },
  },
};

const CHANGE = {
  config: owner,
  schema: {
    tags,
    summary: "Change a member's role",
    params: MemberParams,
    body: ChangedMember,
    response: { 200: Member, ...refusals(400, 401, 403, 404, 409, 503) },
  },
};

const REMOVE = {
  config: owner,
  schema: {
    tags,
    summary: 'End a membership',
    params: MemberParams,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 503) },
  },
};
