// Imports that have ended, and a finished receipt file, of a company.
import type { Place } from './place.ts';
import type { ThreeServices } from './three-services.ts';

/** An import that has ended. */
export async function addImport(
  { owners }: ThreeServices,
  organizationId: number,
): Promise<number> {
  const { rows } = await owners.core.query<{ id: string }>(
    `insert into imports (organization_id, kind, dry_run, file_name, file_hash, columns, status, requested_by, request_id, finished_at)
     values ($1, 'houses', false, 'houses.csv', repeat('0', 64), '[]', 'COMPLETED', 1, 'acceptance', now()) returning id`,
    [organizationId],
  );
  return Number(rows[0]?.id);
}

/** A dry run of a move, with its part in billing, which was not stored. */
export async function addMove({ owners }: ThreeServices, organizationId: number): Promise<number> {
  const { rows } = await owners.core.query<{ id: string }>(
    `insert into moves (organization_id, as_of, dry_run, status, requested_by, request_id, finished_at)
     values ($1, '2020-01-01', true, 'COMPLETED', 1, 'acceptance', now()) returning id`,
    [organizationId],
  );
  const moveId = Number(rows[0]?.id);
  await owners.billing.query(
    `insert into opening_imports (organization_id, move_id, as_of, dry_run, file_name, file_hash, status, requested_by, request_id,
       finished_at)
     values ($1, $2, '2020-01-01', false, 'balances.csv', repeat('1', 64), 'FAILED', 1, 'acceptance', now())`,
    [organizationId, moveId],
  );
  return moveId;
}

/** A dry run of an import of opening balances. */
export async function addOpening(
  { owners }: ThreeServices,
  organizationId: number,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: string }>(
    `insert into opening_imports (organization_id, as_of, dry_run, file_name, file_hash, status, requested_by, request_id,
       finished_at)
     values ($1, '2020-01-01', true, 'balances.csv', repeat('0', 64), 'COMPLETED', 1, 'acceptance', now()) returning id`,
    [organizationId],
  );
  return Number(rows[0]?.id);
}

/** A finished receipt file that is still kept. */
export async function addReceiptFile(
  { owners }: ThreeServices,
  { organizationId, houseId }: Pick<Place, 'organizationId' | 'houseId'>,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: string }>(
    `insert into receipt_files (organization_id, period, form, house_ids, file_name, status, total_accounts, byte_count,
       requested_by, request_id, finished_at)
     values ($1, '2020-01-01', 'pdf', array[$2::bigint], 'kvitancii-2020-01.pdf', 'COMPLETED', 1, 4, 1, 'acceptance', now())
     returning id`,
    [organizationId, houseId],
  );
  const id = Number(rows[0]?.id);
  await owners.billing.query(
    `insert into receipt_file_pieces (organization_id, receipt_file_id, number, bytes) values ($1, $2, 1, '%PDF')`,
    [organizationId, id],
  );
  return id;
}

/** A delivery of receipts whose only letter was sent. */
export async function addDelivery(
  { owners }: ThreeServices,
  {
    organizationId,
    houseId,
    personalAccountId,
  }: Pick<Place, 'organizationId' | 'houseId' | 'personalAccountId'>,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: string }>(
    `insert into deliveries (organization_id, period, house_ids, again, status, total_accounts, requested_by, request_id,
       finished_at)
     values ($1, '2020-01-01', array[$2::bigint], false, 'COMPLETED', 1, 1, 'acceptance', now()) returning id`,
    [organizationId, houseId],
  );
  const id = Number(rows[0]?.id);
  await owners.billing.query(
    `insert into delivery_letters (organization_id, house_id, delivery_id, position, personal_account_id, account_number,
       period, recipient, outcome, created_at, expires_at, next_attempt_at, ended_at)
     values ($1, $2, $3, 1, $4, 'A-1', '2020-01-01', 'somebody@example.org', 'sent', now(), now() + interval '3 days', now(),
       now())`,
    [organizationId, houseId, id, personalAccountId],
  );
  return id;
}
