// House setups: read as a table, and changed in all chosen houses or in none, with the outcome of each row.
import type {
  HouseSetup,
  NormOfHouses,
  SetupCopy,
  SetupOutcome,
  SetupRow,
  TariffOfHouses,
} from '@kvartplata/contracts/core/house-setups.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import {
  appliedMonthsOf,
  auditRecords,
  type Editor,
  type RecordChange,
} from '../../access/records/records.service.ts';
import type { Db, Trx } from '../../tables.ts';
import { getHousePlace } from '../../registry/houses/houses.service.ts';
import { refuseBrokenValue } from '../house-services/dated-values.service.ts';
import { getUtilityService } from '../utility-services/utility-services.service.ts';
import * as repository from './house-setups.repository.ts';
import type { HousesPlace, NamedHouse, ValueInHouse } from './house-setups.repository.ts';
import {
  planCopy,
  planValue,
  type SetupHouse,
  type SetupPlan,
  type SetupValue,
} from './setup-plan.ts';
import { recordOfService, recordOfValue, setupOf } from './setup-records.ts';

/** Billing is queried about one house at a time. */
const MOST_HOUSES_ASKED = 200;
/** No organization has more. */
const MOST_HOUSES = 10_000;
const KINDS = ['tariff', 'norm'] as const;

/** @throws Refusal not-found for an organization that the caller may not see */
export async function listHouseSetups(
  caller: Caller,
  organizationId: number,
  query: {
    readonly on?: Temporal.PlainDate | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
  today: Temporal.PlainDate,
): Promise<PageOf<HouseSetup>> {
  caller.requireRole(organizationId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const on = formatDay(query.on ?? today);
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const page = { afterId, limit: limit + 1 };
  const houses = await repository.listHouses(caller.db, organizationId, page);
  const houseIds = houses.map(({ houseId }) => houseId);
  const found = await readHouses(caller.db, { organizationId, houseIds }, on);
  return pageOf(
    houses,
    limit,
    ({ houseId }) => [houseId],
    (house) => setupOf(house, found(house.houseId), on),
  );
}

export type HouseToday = repository.ListedHouse & SetupHouse;

/** All houses of the caller's organization, with what applies from the day on. */
export async function readAllHouses(
  caller: Caller,
  organizationId: number,
  from: string,
): Promise<readonly HouseToday[]> {
  const page = { afterId: 0, limit: MOST_HOUSES };
  const houses = await repository.listHouses(caller.db, organizationId, page);
  const houseIds = houses.map(({ houseId }) => houseId);
  const found = await readHouses(caller.db, { organizationId, houseIds }, from);
  return houses.map(({ houseId, address, fiasId }) => {
    const { services, values } = found(houseId);
    return { houseId, address, fiasId, services, values };
  });
}

type Asked<Body> = {
  readonly organizationId: number;
  readonly dryRun: boolean;
  readonly body: Body;
};

/** @throws Refusal not-found, forbidden below owner, houses-refused */
export async function copyHouseSetup(
  editor: Editor,
  { organizationId, dryRun, body }: Asked<StaticDecode<typeof SetupCopy>>,
): Promise<SetupOutcome> {
  const { caller } = editor;
  caller.requireRole(organizationId);
  const from = formatDay(body.validFrom);
  const source = { organizationId, houseIds: [body.fromHouseId] };
  const place = await getHousePlace(caller, body.fromHouseId);
  if (place.organizationId !== organizationId) throw notFound('The house');
  const only = body.utilityServiceIds;
  return changeHouses(
    editor,
    { organizationId, houseIds: body.houseIds, from, dryRun },
    async (trx) => {
      const like = (await readHouses(trx, source, from))(body.fromHouseId);
      const services = like.services.filter(
        ({ utilityServiceId }) => only === undefined || only.includes(utilityServiceId),
      );
      return (house) => planCopy({ ...like, services }, house, from);
    },
  );
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, houses-refused */
export async function setValueOfHouses(
  kind: SetupValue['kind'],
  editor: Editor,
  {
    organizationId,
    dryRun,
    body: { utilityServiceId, houseIds, ...body },
  }: Asked<StaticDecode<typeof TariffOfHouses> & StaticDecode<typeof NormOfHouses>>,
): Promise<SetupOutcome> {
  const { caller } = editor;
  caller.requireRole(organizationId);
  const service = await getUtilityService(caller.db, organizationId, utilityServiceId);
  refuseBrokenValue(body, service);
  const { value, basis, component = null, group = null, validFrom, validTo } = body;
  const from = formatDay(validFrom);
  const given = {
    kind,
    id: 0,
    houseServiceId: 0,
    component,
    group,
    value,
    basis,
    steps: body.ranges ?? body.byPersons ?? [],
    validFrom: from,
    validTo: validTo === null || validTo === undefined ? null : formatDay(validTo),
  };
  const place = { organizationId, houseIds, from, dryRun };
  return changeHouses(editor, place, async () => (house) => planValue(service, given, house));
}

type PlanOf = (house: SetupHouse) => SetupPlan;
type Planned = NamedHouse & { readonly plan: SetupPlan };

/** Plans every house, and writes the plans unless it is a dry run or a row is refused. */
async function changeHouses(
  editor: Editor,
  { dryRun, from, ...place }: HousesPlace & { readonly from: string; readonly dryRun: boolean },
  readPlan: (trx: Trx) => Promise<PlanOf>,
): Promise<SetupOutcome> {
  const { caller } = editor;
  const planned = await inTransaction(caller.db, async (trx) => {
    const houses = await holdHouses(trx, place);
    await repository.holdServices(trx, place);
    const planOf = await readPlan(trx);
    const found = await readHouses(trx, place, from);
    const all = houses.map(({ houseId, address }) => ({
      houseId,
      address,
      plan: planOf(found(houseId)),
    }));
    if (dryRun) return all;
    refuseRefused(all);
    await write(trx, caller, place.organizationId, all);
    return all;
  });
  return toOutcome(editor, place.organizationId, planned, dryRun);
}

/** @throws Refusal not-found that names every unknown house */
async function holdHouses(trx: Trx, place: HousesPlace): Promise<readonly NamedHouse[]> {
  const held = await repository.holdHouses(trx, place);
  const byId = new Map(held.map((house) => [house.houseId, house]));
  const errors = place.houseIds.flatMap((id, index) =>
    byId.has(id) ? [] : [{ path: `/houseIds/${index}`, message: 'is no house of yours' }],
  );
  if (errors.length > 0)
    throw new Refusal('not-found', 'The request names houses that are not there', { errors });
  return place.houseIds.flatMap((id) => byId.get(id) ?? []);
}

/** @throws Refusal houses-refused that lists every refused row */
function refuseRefused(all: readonly Planned[]): void {
  const errors = all.flatMap(({ address, plan }, index) =>
    plan.rows
      .filter(({ outcome }) => outcome === 'refused')
      .map((row) => errorOf(`/houseIds/${index}`, address, row)),
  );
  if (errors.length > 0)
    throw new Refusal('houses-refused', `${errors.length} rows are refused`, { errors });
}

function errorOf(
  path: string,
  address: string,
  { serviceName, reason, day }: SetupRow,
): FieldError {
  const where = `${address}, ${serviceName}`;
  const params = { day: day ?? '' };
  if (reason === 'service-begins-later')
    return {
      path,
      message: `${where}: the house has this service from ${day} on`,
      reason: { code: 'before-day', params },
    };
  if (reason === 'period-overlap')
    return {
      path,
      message: `${where}: overlaps the value that begins on ${day}`,
      reason: { code: 'overlaps', params },
    };
  return {
    path,
    message: `${where}: the house has no such service`,
    reason: { code: 'not-of-house' },
  };
}

async function readHouses(
  db: Db,
  place: HousesPlace,
  from: string,
): Promise<(houseId: number) => SetupHouse> {
  const services = await repository.listServices(db, place, from);
  const tariffs = await repository.listValues(db, 'tariff', place, from);
  const norms = await repository.listValues(db, 'norm', place, from);
  const servicesOf = Map.groupBy(services, ({ houseId }) => houseId);
  const valuesOf = Map.groupBy([...tariffs, ...norms], ({ houseId }) => houseId);
  return (houseId) => ({
    services: servicesOf.get(houseId) ?? [],
    values: valuesOf.get(houseId) ?? [],
  });
}

async function write(
  trx: Trx,
  caller: Caller,
  organizationId: number,
  all: readonly Planned[],
): Promise<void> {
  const audited: RecordChange[] = [];
  const newValues: ValueInHouse[] = [];
  const begun = all.flatMap(({ houseId, plan }) =>
    plan.newServices.map((service) => ({ ...service, houseId })),
  );
  const ids = await repository.drawIds(trx, 'service', begun.length);
  const services = begun.map(({ like, days, houseId }, index) => ({
    ...like,
    ...days,
    houseId,
    id: ids[index] ?? 0,
  }));
  await repository.insertServices(trx, organizationId, services);
  for (const [index, service] of services.entries()) {
    audited.push(recordOfService(organizationId, service));
    for (const value of begun[index]?.values ?? [])
      newValues.push({ ...value, houseId: service.houseId, houseServiceId: service.id });
  }
  for (const { houseId, plan } of all) {
    for (const { houseServiceId, value } of plan.newValues)
      newValues.push({ ...value, houseId, houseServiceId });
    for (const { before, after } of plan.changedValues) {
      await repository.updateValue(trx, organizationId, { ...after, houseId });
      const change = { before: { ...before, houseId }, after: { ...after, houseId } };
      audited.push(recordOfValue(organizationId, change));
    }
  }
  audited.push(...(await insertValues(trx, organizationId, newValues)));
  await auditRecords(trx, caller, audited);
}

async function insertValues(
  trx: Trx,
  organizationId: number,
  values: readonly ValueInHouse[],
): Promise<readonly RecordChange[]> {
  const audited: RecordChange[] = [];
  for (const kind of KINDS) {
    const ofKind = values.filter((value) => value.kind === kind);
    const ids = await repository.drawIds(trx, kind, ofKind.length);
    const stored = ofKind.map((value, index) => numbered(value, ids[index]));
    await repository.insertValues(trx, kind, organizationId, stored);
    audited.push(...stored.map((after) => recordOfValue(organizationId, { after })));
  }
  return audited;
}

function numbered(value: ValueInHouse, id = 0): ValueInHouse {
  return { ...value, id };
}

async function toOutcome(
  editor: Editor,
  organizationId: number,
  all: readonly Planned[],
  dryRun: boolean,
): Promise<SetupOutcome> {
  const isAsked = all.length <= MOST_HOUSES_ASKED;
  const houses: SetupOutcome['houses'] = [];
  for (const { houseId, address, plan } of all) {
    const months =
      isAsked || plan.days === null
        ? await appliedMonthsOf(editor, { organizationId, houseId }, plan.days)
        : null;
    houses.push({ houseId, address, rows: [...plan.rows], appliedMonths: months });
  }
  const count = (outcome: SetupRow['outcome']): number =>
    all.reduce(
      (sum, { plan }) => sum + plan.rows.filter((row) => row.outcome === outcome).length,
      0,
    );
  return {
    dryRun,
    added: count('added'),
    changed: count('changed'),
    kept: count('kept'),
    refused: count('refused'),
    houses,
  };
}
