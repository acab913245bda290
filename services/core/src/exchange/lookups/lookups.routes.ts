// Lookups for billing about organizations, houses and accounts.
import * as api from '@kvartplata/contracts/core/internal.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import * as repository from './lookups.repository.ts';

const ORGANIZATION = 'The organization';

export function lookupsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, api.listMemberships, async ({ params }) => ({
    memberships: await repository.listMemberships(everything, params.userId),
  }));

  route(app, api.getOrganizationSummary, async ({ params }) =>
    orNotFound(await repository.findOrganization(everything, params.organizationId), ORGANIZATION),
  );

  route(app, api.listOrganizationHouses, async ({ params }) =>
    orNotFound(
      await repository.findOrganizationHouses(everything, params.organizationId),
      ORGANIZATION,
    ),
  );

  route(app, api.countHouseAccounts, async ({ params }) =>
    orNotFound(
      await repository.countHouseAccounts(everything, params.organizationId),
      ORGANIZATION,
    ),
  );

  route(app, api.listAccountsByNumber, async ({ params, body }) =>
    orNotFound(
      await repository.findAccounts(everything, params.organizationId, body.accountNumbers),
      ORGANIZATION,
    ),
  );

  route(app, api.listAccountSummaries, async ({ body }) => ({
    accounts: await repository.listAccounts(everything, body.personalAccountIds),
  }));

  route(app, api.listServiceNames, async ({ params, body }) => ({
    services: await repository.listServiceNames(everything, params.organizationId, body.houseIds),
  }));

  route(app, api.listServicesOfPayee, async ({ params: { organizationId, payeeId } }) => ({
    houseServiceIds: await repository.listServicesOfPayee(everything, organizationId, payeeId),
  }));

  route(app, api.listAccountCards, async ({ body }) => ({
    accounts: await repository.listAccountCards(everything, body.personalAccountIds),
  }));

  route(app, api.getHouseSummary, async ({ params }) =>
    orNotFound(await repository.findHouse(everything, params.houseId), 'The house'),
  );

  route(app, api.getHouseServiceSummary, async ({ params: { houseId, houseServiceId } }) =>
    orNotFound(
      await repository.findHouseService(everything, houseId, houseServiceId),
      'The service of the house',
    ),
  );
}

function orNotFound<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw notFound(what);
  return found;
}
