// House setups: the services and values of many houses, read and changed at once.
import * as api from '@kvartplata/contracts/core/house-setups.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { editorOf } from '../../access/records/records.service.ts';
import * as setups from './house-setups.service.ts';

export function houseSetupsRoutes(app: HttpServer, deps: Deps): void {
  const { access, today } = deps;

  route(app, api.listHouseSetups, async (request) => {
    const caller = await access.callerOf(request);
    const { organizationId } = request.params;
    return setups.listHouseSetups(caller, organizationId, request.query, today());
  });

  route(app, api.copyHouseSetup, async (request) =>
    setups.copyHouseSetup(await editorOf(deps, request), askedIn(request)),
  );

  route(app, api.setTariffOfHouses, async (request) =>
    setups.setValueOfHouses('tariff', await editorOf(deps, request), askedIn(request)),
  );

  route(app, api.setNormOfHouses, async (request) =>
    setups.setValueOfHouses('norm', await editorOf(deps, request), askedIn(request)),
  );
}

function askedIn<Body>({
  params,
  query,
  body,
}: {
  readonly params: { readonly organizationId: number };
  readonly query: { readonly dryRun?: boolean | undefined };
  readonly body: Body;
}) {
  return { organizationId: params.organizationId, dryRun: query.dryRun ?? false, body };
}
