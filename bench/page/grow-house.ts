// Makes a house large without going through the services: accounts, meters, and the entries of a month for each account.
import type { ThreeServices } from '../../acceptance/testing/three-services.ts';

/** @param period the month of each new account's entries, `YYYY-MM` */
export async function growHouse(
  { core, billing }: ThreeServices['owners'],
  houseId: number,
  period: string,
  count: number,
): Promise<void> {
  await core.query(
    `insert into rooms (organization_id, house_id, number, area)
     select organization_id, id, 'Б' || n, 50 from houses, generate_series(1, $2::int) as n where id = $1`,
    [houseId, count],
  );
  await core.query(
    `insert into account_numbers (organization_id, account_number, house_id)
     select organization_id, 'Б' || n, id from houses, generate_series(1, $2::int) as n where id = $1`,
    [houseId, count],
  );
  const { rows } = await core.query<{ id: number }>(
    `insert into personal_accounts (organization_id, house_id, room_id, account_number, payer, opened_on)
     select organization_id, house_id, id, number, 'Плательщик ' || number, '2020-01-01' from rooms
     where house_id = $1 and number like 'Б%' returning id`,
    [houseId],
  );
  await core.query(
    `insert into meters (organization_id, house_id, house_service_id, owner_type, personal_account_id, meter_type_id, serial_number,
       digits, initial_reading, installed_on)
     select organization_id, house_id, house_service_id, 'account', account, meter_type_id, 'Б-' || account, digits, 0, installed_on
     from meters cross join unnest($1::bigint[]) as account
     where id = (select min(id) from meters where owner_type = 'account')`,
    [rows.map(({ id }) => id)],
  );
  await billing.query(`alter table ledger_entries disable trigger user`);
  await billing.query(
    `insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
       debt_kind, debit, credit, document_id, effective_on)
     select $1, account, id, $2::date, 1, 'CHARGE', 'principal', 100.10, 0, id, $2::date
     from (select account, nextval('document_ids') as id from unnest($3::bigint[]) as account,
       generate_series(1, 8)) as entries`,
    [houseId, `${period}-01`, rows.map(({ id }) => id)],
  );
  await billing.query(
    `insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
     select $1, account, 1, 800.80, now() from unnest($2::bigint[]) as account`,
    [houseId, rows.map(({ id }) => id)],
  );
}
