// An organization's payees, who get what is paid for a service; its owners maintain them.
import type { Payee, PayeeBody, PayeeChange } from '@kvartplata/contracts/billing/payees.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { accountsOfOtherBanks } from '@kvartplata/domain/organizations/bank-accounts.ts';
import { innIsValid } from '@kvartplata/domain/organizations/registration-numbers.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import { requireVersion, type Named } from '@kvartplata/platform/http/entity-tag.ts';
import { notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import { requireOrganization } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import * as payees from './payees.repository.ts';
import type { OwnPayee, PayeeFields, PayeeRow } from './payees.repository.ts';

/** A payee and the version that its entity tag names. */
export type VersionedPayee = { readonly payee: Payee; readonly version: number };

/** @throws Refusal not-found */
export async function listPayeesFor(
  caller: Caller,
  query: {
    readonly organizationId?: number | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
): Promise<PageOf<Payee>> {
  const organizationIds = await caller.organizationsOf(query.organizationId);
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const [afterId = 0] = decodeCursor(query.cursor, ['id']) ?? [];
  const page = { afterId, limit: limit + 1 };
  const rows = await payees.listPayees(caller.db, organizationIds, page);
  return pageOf(rows, limit, ({ id }) => [id], toPayee);
}

/** @throws Refusal not-found */
export async function getPayee(caller: Caller, id: number): Promise<VersionedPayee> {
  return toVersioned(await getOwnRow(caller, id));
}

/** @throws Refusal organization-required, not-found, forbidden, validation-failed */
export async function createPayee(
  caller: Caller,
  { organizationId: named, ...body }: StaticDecode<typeof PayeeBody>,
): Promise<VersionedPayee> {
  const organizationId = await requireOrganization(caller, named);
  refuseBroken(body);
  return inTransaction(caller.db, async (trx) => {
    const row = await payees.insertPayee(trx, organizationId, fieldsOf(body));
    await audit(trx, caller, 'created', { after: row });
    return toVersioned(row);
  });
}

/** @throws Refusal not-found, forbidden, validation-failed, version-stale */
export async function replacePayee(
  caller: Caller,
  named: Named,
  body: PayeeChange,
): Promise<VersionedPayee> {
  const own = await getOwnRow(caller, named.id);
  refuseBroken(body);
  return inTransaction(caller.db, async (trx) => {
    const before = await lockVersion(trx, own, named.ifMatch);
    const after = await payees.updatePayee(trx, own, fieldsOf(body));
    await audit(trx, caller, 'changed', { before, after });
    return toVersioned(after);
  });
}

/**
 * Core is queried before the transaction: a service that names the payee in the meantime is left with a deleted payee, and the
 * database then refuses its calculation.
 * @throws Refusal not-found, forbidden, version-stale, payee-in-use, dependency-unavailable
 */
export async function deletePayee(caller: Caller, named: Named): Promise<void> {
  const own = await getOwnRow(caller, named.id);
  const { core, requestId } = caller;
  const naming = await core.listServicesOfPayee(own.organizationId, own.id, requestId);
  if (naming.length > 0)
    throw new Refusal('payee-in-use', `Services of houses name it: ${naming.join(', ')}`);
  await inTransaction(caller.db, async (trx) => {
    const before = await lockVersion(trx, own, named.ifMatch);
    if (await payees.isCharged(trx, own))
      throw new Refusal('payee-in-use', 'Charges for a service belong to this payee');
    await payees.deletePayee(trx, own);
    await audit(trx, caller, 'deleted', { before });
  });
}

/** All payees of an organization. */
export async function listOrganizationPayees(
  db: Db,
  organizationId: number,
): Promise<readonly PayeeRow[]> {
  return payees.listPayees(db, [organizationId]);
}

/** @throws Refusal not-found */
export async function requirePayee(db: Db, { organizationId, id }: OwnPayee): Promise<PayeeRow> {
  const payee = await payees.findPayee(db, [organizationId], id);
  if (payee === undefined) throw notFound(`payee ${id}`);
  return payee;
}

async function getOwnRow(caller: Caller, id: number): Promise<PayeeRow> {
  return caller.getOwn(`payee ${id}`, async () =>
    payees.findPayee(caller.db, caller.ownOrganizations(), id),
  );
}

/** @throws Refusal not-found, version-stale */
async function lockVersion(trx: Trx, own: OwnPayee, ifMatch: Named['ifMatch']): Promise<PayeeRow> {
  const row = await payees.lockPayee(trx, own);
  if (row === undefined) throw notFound(`payee ${own.id}`);
  requireVersion(ifMatch, row.version);
  return row;
}

/** @throws Refusal validation-failed naming every wrong number */
function refuseBroken({ inn, bankDetails }: PayeeChange): void {
  const errors: FieldError[] = [
    ...(innIsValid(inn)
      ? []
      : [
          {
            path: '/inn',
            message: 'has a wrong check digit',
            reason: { code: 'check-digit' as const },
          },
        ]),
    ...accountsOfOtherBanks(bankDetails ?? {}).map((account) => ({
      path: `/bankDetails/${account}`,
      message: 'does not belong to the bank with this BIC',
      reason: { code: 'other-bank' as const },
    })),
  ];
  if (errors.length > 0) throw new Refusal('validation-failed', undefined, { errors });
}

function fieldsOf({ name, inn, kpp, bankDetails, agencyReward }: PayeeChange): PayeeFields {
  return {
    name,
    inn,
    kpp: kpp ?? null,
    bankName: bankDetails?.bankName ?? null,
    bic: bankDetails?.bic ?? null,
    settlementAccount: bankDetails?.settlementAccount ?? null,
    correspondentAccount: bankDetails?.correspondentAccount ?? null,
    agencyReward: agencyReward ?? null,
  };
}

async function audit(
  trx: Trx,
  { actor }: Caller,
  verb: 'created' | 'changed' | 'deleted',
  { before, after }: { readonly before?: PayeeRow; readonly after?: PayeeRow },
): Promise<void> {
  const row = after ?? before;
  await recordChange(trx, actor, {
    action: `payee.${verb}`,
    object: { type: 'payee', id: row?.id ?? 0 },
    organizationId: row?.organizationId ?? null,
    ...(before === undefined ? {} : { before: toPayee(before) }),
    ...(after === undefined ? {} : { after: toPayee(after) }),
  });
}

function toVersioned(row: PayeeRow): VersionedPayee {
  return { payee: toPayee(row), version: row.version };
}

function toPayee({
  version: _version,
  bankName,
  bic,
  settlementAccount,
  correspondentAccount,
  ...payee
}: PayeeRow): Payee {
  return { ...payee, bankDetails: { bankName, bic, settlementAccount, correspondentAccount } };
}
