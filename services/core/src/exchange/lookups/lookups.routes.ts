// What billing asks about organizations, houses and accounts, service to service.
import {
  AccountCards,
  AccountIds,
  AccountNumbers,
  AccountSummaries,
  AccountSummary,
  HouseSummary,
  Memberships,
  OrganizationHouses,
  OrganizationSummary,
} from '@kvartplata/contracts/core/internal.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText } from '@kvartplata/contracts/scalars.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import * as repository from './lookups.repository.ts';

const IdParams = Type.Object({ id: IdText });

export function lookupsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  const config = { access: 'service' } as const;
  const tags = ['internal'];

  app.get(
    '/api/internal/users/:userId/memberships',
    {
      config,
      schema: {
        tags,
        summary: "A user's organizations and roles",
        params: Type.Object({ userId: IdText }),
        response: { 200: Memberships, ...refusals(400, 401) },
      },
    },
    async (request) => ({
      memberships: await repository.listMemberships(everything, request.params.userId),
    }),
  );

  app.get(
    '/api/internal/organizations/:id',
    {
      config,
      schema: {
        tags,
        summary: 'An organization in short',
        params: IdParams,
        response: { 200: OrganizationSummary, ...refusals(400, 401, 404) },
      },
    },
    async (request) =>
      orNotFound(
        await repository.findOrganization(everything, request.params.id),
        'The organization',
      ),
  );

  app.get(
    '/api/internal/organizations/:id/houses',
    {
      config,
      schema: {
        tags,
        summary: "An organization's houses",
        params: IdParams,
        response: { 200: OrganizationHouses, ...refusals(400, 401, 404) },
      },
    },
    async (request) =>
      orNotFound(
        await repository.findOrganizationHouses(everything, request.params.id),
        'The organization',
      ),
  );

  app.post(
    '/api/internal/organizations/:id/personal-accounts',
    {
      config,
      schema: {
        tags,
        summary: "Where an organization's accounts of these numbers belong; nothing is changed",
        params: IdParams,
        body: AccountNumbers,
        response: { 200: AccountSummaries, ...refusals(400, 401, 404) },
      },
    },
    async (request) =>
      orNotFound(
        await repository.findAccounts(everything, request.params.id, request.body.accountNumbers),
        'The organization',
      ),
  );

  app.post(
    '/api/internal/account-cards',
    {
      config,
      schema: {
        tags,
        summary: 'What paper says of personal accounts; nothing is changed',
        body: AccountIds,
        response: { 200: AccountCards, ...refusals(400, 401) },
      },
    },
    async (request) => ({
      accounts: await repository.listAccountCards(everything, request.body.personalAccountIds),
    }),
  );

  app.get(
    '/api/internal/houses/:id',
    {
      config,
      schema: {
        tags,
        summary: 'A house in short',
        params: IdParams,
        response: { 200: HouseSummary, ...refusals(400, 401, 404) },
      },
    },
    async (request) =>
      orNotFound(await repository.findHouse(everything, request.params.id), 'The house'),
  );

  app.get(
    '/api/internal/personal-accounts/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Where a personal account belongs',
        params: IdParams,
        response: { 200: AccountSummary, ...refusals(400, 401, 404) },
      },
    },
    async (request) =>
      orNotFound(
        await repository.findAccount(everything, request.params.id),
        'The personal account',
      ),
  );
}

function orNotFound<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw notFound(what);
  return found;
}
