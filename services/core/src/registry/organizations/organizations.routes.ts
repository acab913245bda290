// /api/organizations
import { Organization, OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText } from '@kvartplata/contracts/scalars.ts';
import { entityTag } from '@kvartplata/platform/http/entity-tag.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import * as organizations from './organizations.service.ts';

const PATH = '/api/organizations';

export function organizationsRoutes(app: HttpServer, { access }: Deps): void {
  app.get(PATH, LIST, async (request) =>
    organizations.listOrganizations(await access.callerOf(request)),
  );

  app.get(`${PATH}/:id`, READ, async (request, reply) =>
    answer(
      reply,
      await organizations.getOrganization(await access.callerOf(request), request.params.id),
    ),
  );

  app.post(PATH, CREATE, async (request, reply) =>
    answerCreated(
      reply,
      await organizations.createOrganization(await access.callerOf(request), request.body),
    ),
  );

  app.put(`${PATH}/:id`, REPLACE, async (request, reply) =>
    answer(
      reply,
      await organizations.replaceOrganization(
        await access.callerOf(request),
        { organizationId: request.params.id, ifMatch: request.headers['if-match'] },
        request.body,
      ),
    ),
  );

  app.delete(`${PATH}/:id`, DELETE, async (request, reply) => {
    await organizations.deleteOrganization(await access.callerOf(request), {
      organizationId: request.params.id,
      ifMatch: request.headers['if-match'],
    });
    return reply.code(204).send(null);
  });
}

const user = { access: 'user' } as const;
const viewer = { access: 'viewer' } as const;
const owner = { access: 'owner' } as const;
const tags = ['organizations'];
const params = Type.Object({ id: IdText });

const LIST = {
  config: user,
  schema: {
    tags,
    summary: "List the caller's organizations",
    response: { 200: Type.Array(Organization), ...refusals(401) },
  },
};

const READ = {
  config: viewer,
  schema: {
    tags,
    summary: 'One organization',
    params,
    response: { 200: Organization, ...refusals(400, 401, 404) },
  },
};

const CREATE = {
  config: user,
  schema: {
    tags,
    summary: 'Create an organization; its creator becomes its owner',
    body: OrganizationBody,
    response: { 201: Organization, ...refusals(400, 401, 403, 503) },
  },
};

const REPLACE = {
  config: owner,
  schema: {
    tags,
    summary: 'Replace an organization; a field left out becomes null',
    params,
    body: OrganizationBody,
    response: { 200: Organization, ...refusals(400, 401, 403, 404, 412, 503) },
  },
};

const DELETE = {
  config: owner,
  schema: {
    tags,
    summary: 'Delete an organization that has no houses',
    params,
    response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
  },
};

function answer(
  reply: FastifyReply,
  { organization, version }: organizations.VersionedOrganization,
): FastifyReply {
  return reply.header('etag', entityTag(version)).send(organization);
}

function answerCreated(
  reply: FastifyReply,
  created: organizations.VersionedOrganization,
): FastifyReply {
  return answer(reply.code(201).header('location', `${PATH}/${created.organization.id}`), created);
}
