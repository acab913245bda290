// /api/organizations
import { Organization, OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText } from '@kvartplata/contracts/scalars.ts';
import { entityTag } from '@kvartplata/platform/http/entity-tag.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Db } from '../tables.ts';
import * as organizations from './organizations.service.ts';

const PATH = '/api/organizations';

export function organizationsRoutes(app: HttpServer, { db }: { readonly db: Db }): void {
  const config = { access: 'user' } as const;
  const tags = ['organizations'];
  const params = Type.Object({ id: IdText });

  app.get(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: "List the caller's organizations",
        response: { 200: Type.Array(Organization), ...refusals(401) },
      },
    },
    async (request) => organizations.listOrganizations(db, sessionOf(request)),
  );

  app.get(
    `${PATH}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'One organization',
        params,
        response: { 200: Organization, ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) =>
      answer(reply, await organizations.getOrganization(db, sessionOf(request), request.params.id)),
  );

  app.post(
    PATH,
    {
      config,
      schema: {
        tags,
        summary: 'Create an organization; its creator becomes its owner',
        body: OrganizationBody,
        response: { 201: Organization, ...refusals(400, 401, 403, 503) },
      },
    },
    async (request, reply) =>
      answerCreated(
        reply,
        await organizations.createOrganization(db, sessionOf(request), request.body),
      ),
  );

  app.put(
    `${PATH}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Replace an organization; a field left out becomes null',
        params,
        body: OrganizationBody,
        response: { 200: Organization, ...refusals(400, 401, 403, 404, 412, 503) },
      },
    },
    async (request, reply) =>
      answer(
        reply,
        await organizations.replaceOrganization(
          db,
          sessionOf(request),
          { organizationId: request.params.id, ifMatch: ifMatchOf(request) },
          request.body,
        ),
      ),
  );

  app.delete(
    `${PATH}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Delete an organization that has no houses',
        params,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 412, 503) },
      },
    },
    async (request, reply) => {
      await organizations.deleteOrganization(db, sessionOf(request), {
        organizationId: request.params.id,
        ifMatch: ifMatchOf(request),
      });
      return reply.code(204).send(null);
    },
  );
}

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

function ifMatchOf(request: FastifyRequest): string | undefined {
  return request.headers['if-match'];
}
