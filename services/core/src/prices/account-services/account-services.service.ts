// Account services, recorded by owners: differences from the house's services.
import type { Named } from '@kvartplata/platform/http/entity-tag.ts';
import type {
  AccountService,
  AccountServiceBody,
} from '@kvartplata/contracts/core/account-services.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { differenceOf, hullOf } from '@kvartplata/domain/calendar/day-span.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import type { FactDays } from '../../access/applied-months/applied-months.service.ts';
import type { HousePlace } from '../../access/places.ts';
import {
  appliedMonthsOf,
  auditorOf,
  lockVersion,
  refuseBrokenRules,
  type Changed,
  type Editor,
  type Versioned,
} from '../../access/records/records.service.ts';
import {
  getAccountPlace,
  type AccountPlace,
} from '../../registry/personal-accounts/personal-accounts.service.ts';
import type { Trx } from '../../tables.ts';
import { getOwnHouseService, holdService } from '../house-services/house-services.service.ts';
import { toValidity } from '../validity.ts';
import { getUtilityService } from '../utility-services/utility-services.service.ts';
import { brokenRules } from './account-service-rules.ts';
import * as repository from './account-services.repository.ts';
import type { AccountServiceFields, AccountServiceRow } from './account-services.repository.ts';

/** More than any account has. */
const MOST_COPIED = 10_000;

type Body = StaticDecode<typeof AccountServiceBody>;

const audit = auditorOf<AccountService>('account-service');

/** @throws Refusal not-found */
export async function listAccountServices(
  caller: Caller,
  personalAccountId: number,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<PageOf<AccountService>> {
  const { houseId, organizationId } = await getAccountPlace(caller, personalAccountId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const key = { houseId, organizationId, personalAccountId };
  return pageOf(
    await repository.listAccountServices(caller.db, key, { afterId, limit: limit + 1 }),
    limit,
    ({ id }) => [id],
    (row) => toVersioned(row).record,
  );
}

/** @throws Refusal not-found */
export async function getAccountService(
  caller: Caller,
  id: number,
): Promise<Versioned<AccountService>> {
  return toVersioned(await getRow(caller, id));
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, period-overlap */
export async function createAccountService(
  editor: Editor,
  personalAccountId: number,
  body: Body,
): Promise<Changed<AccountService>> {
  const { caller } = editor;
  const { houseId, organizationId } = await getAccountPlace(caller, personalAccountId);
  const place = { houseId, organizationId, personalAccountId };
  const fields = await fieldsOf(caller, place, body);
  const created = await inTransaction(caller.db, async (trx) => {
    await holdService(trx, { houseId, organizationId, id: body.houseServiceId });
    const id = await repository.insertAccountService(trx, place, fields);
    const made = toVersioned(await repository.getAccountService(trx, { ...place, id }));
    await audit(trx, caller, place, { after: made.record });
    return made;
  });
  const days = daysOf(created.record);
  return { ...created, appliedMonths: await appliedMonthsOf(editor, place, days) };
}

/** @throws Refusal not-found, forbidden below owner, validation-failed, version-stale, period-overlap */
export async function replaceAccountService(
  editor: Editor,
  { id, ifMatch }: Named,
  body: Body,
): Promise<Changed<AccountService>> {
  const { caller } = editor;
  const { houseId, organizationId } = await getRow(caller, id);
  const key = { houseId, organizationId, id };
  const fields = await fieldsOf(caller, key, body);
  const { before, after } = await inTransaction(caller.db, async (trx) => {
    await holdService(trx, { ...key, id: body.houseServiceId });
    const replaced = toVersioned(await lock(trx, key, ifMatch)).record;
    await repository.updateAccountService(trx, key, fields);
    const replacing = toVersioned(await repository.getAccountService(trx, key));
    await audit(trx, caller, key, { before: replaced, after: replacing.record });
    return { before: replaced, after: replacing };
  });
  const days = changedDays(before, after.record);
  return { ...after, appliedMonths: await appliedMonthsOf(editor, key, days) };
}

/** @throws Refusal not-found, forbidden below owner, version-stale */
export async function deleteAccountService(
  editor: Editor,
  { id, ifMatch }: Named,
): Promise<AppliedMonths> {
  const { caller } = editor;
  const { houseId, organizationId } = await getRow(caller, id);
  const key = { houseId, organizationId, id };
  const before = await inTransaction(caller.db, async (trx) => {
    const { record } = toVersioned(await lock(trx, key, ifMatch));
    await repository.deleteAccountService(trx, key);
    await audit(trx, caller, key, { before: record });
    return record;
  });
  return appliedMonthsOf(editor, key, daysOf(before));
}

/** @throws Refusal not-found for a service of another house, validation-failed */
async function fieldsOf(
  caller: Caller,
  { houseId }: HousePlace,
  body: Body,
): Promise<AccountServiceFields> {
  const service = await getOwnHouseService(caller, body.houseServiceId);
  if (service.houseId !== houseId) throw notFound('The house service');
  refuseBrokenRules(
    brokenRules(
      body,
      await getUtilityService(caller.db, service.organizationId, service.utilityServiceId),
    ),
  );
  return {
    houseServiceId: body.houseServiceId,
    charged: body.charged,
    reason: body.reason ?? null,
    coefficientApplies: body.coefficientApplies ?? true,
    tariffGroup: body.tariffGroup ?? null,
    normGroup: body.normGroup ?? null,
    contractVolume: body.contractVolume ?? null,
    allocatorUnits: body.allocatorUnits ?? null,
    basis: body.basis ?? null,
    ...toValidity(body),
  };
}

async function lock(
  trx: Trx,
  key: repository.AccountServiceKey,
  ifMatch: string | undefined,
): Promise<AccountServiceRow> {
  return lockVersion('The account service', ifMatch, async () =>
    repository.lockAccountService(trx, key),
  );
}

async function getRow(caller: Caller, id: number): Promise<AccountServiceRow> {
  return caller.getOwn('The account service', async (organizations) =>
    repository.findAccountService(caller.db, id, organizations),
  );
}

function toVersioned({ version, ...record }: AccountServiceRow): Versioned<AccountService> {
  return { record, version };
}

function daysOf({ validFrom, validTo }: AccountService): FactDays {
  return { from: validFrom, to: validTo };
}

/** The days on which the change affects charges; null when none. */
function changedDays(a: AccountService, b: AccountService): FactDays | null {
  const isSame = (
    [
      'houseServiceId',
      'charged',
      'reason',
      'coefficientApplies',
      'tariffGroup',
      'normGroup',
      'contractVolume',
      'allocatorUnits',
    ] as const
  ).every((name) => a[name] === b[name]);
  const compare = isSame ? differenceOf : hullOf;
  return compare(daysOf(a), daysOf(b));
}

/** Copies to the successor what applies on the day or later, from that day on. */
export async function copyAccountServices(
  trx: Trx,
  caller: Caller,
  { id, organizationId, houseId }: AccountPlace,
  { successorId, on }: { readonly successorId: number; readonly on: string },
): Promise<void> {
  const key = { organizationId, houseId, personalAccountId: id };
  const all = await repository.listAccountServices(trx, key, { afterId: 0, limit: MOST_COPIED });
  for (const row of all.filter(({ validTo }) => validTo === null || validTo >= on)) {
    const copied = await repository.insertAccountService(
      trx,
      { ...key, personalAccountId: successorId },
      {
        houseServiceId: row.houseServiceId,
        charged: row.charged,
        reason: row.reason,
        coefficientApplies: row.coefficientApplies,
        tariffGroup: row.tariffGroup,
        normGroup: row.normGroup,
        contractVolume: row.contractVolume,
        // Units counted for the former owner: the new account needs its own figure.
        allocatorUnits: null,
        basis: row.basis,
        validFrom: row.validFrom < on ? on : row.validFrom,
        validTo: row.validTo,
      },
    );
    const after = toVersioned(
      await repository.getAccountService(trx, { organizationId, houseId, id: copied }),
    ).record;
    await audit(trx, caller, key, { after });
  }
}
