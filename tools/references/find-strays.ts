// What one service's database names and the other's does not have, as after a recovery of the three to different moments.
import type { ClientBase } from 'pg';
import type { ServiceName } from '../platform/service-environment.ts';

export type Pictures = Readonly<Record<ServiceName, ClientBase>> & {
  /** Billing's again, taken after core's, which names its payees. */
  readonly billingAfterCore: ClientBase;
};

type House = { readonly organizationId: string; readonly houseId: string };

export type Strays = {
  /** Houses in billing's books that core does not know. */
  readonly houses: readonly House[];
  /** Accounts in billing's books that core does not know, of houses that it knows. */
  readonly accounts: readonly (House & { readonly personalAccountId: string })[];
  /** Members of organizations in core who are no users of auth. */
  readonly members: readonly { readonly organizationId: string; readonly userId: string }[];
  /** Payees of services in core that billing does not know. */
  readonly payees: readonly NamedPayee[];
};

type NamedPayee = House & { readonly payeeId: string };

export async function findStrays(pictures: Pictures): Promise<Strays> {
  const { auth, core, billing, billingAfterCore } = pictures;
  const known = new Set((await listHouses(core)).map(keyOf));
  const booked = await listBookedHouses(billing);
  const accounts: Strays['accounts'][number][] = [];
  for (const house of booked) {
    if (!known.has(keyOf(house))) continue;
    const own = new Set(await listAccounts(core, house));
    for (const personalAccountId of await listBookedAccounts(billing, house))
      if (!own.has(personalAccountId)) accounts.push({ ...house, personalAccountId });
  }
  const users = new Set(await listUsers(auth));
  const payees = new Set((await listPayees(billingAfterCore)).map(keyOfPayee));
  return {
    houses: booked.filter((house) => !known.has(keyOf(house))),
    accounts,
    members: (await listMembers(core)).filter(({ userId }) => !users.has(userId)),
    payees: (await listNamedPayees(core)).filter((named) => !payees.has(keyOfPayee(named))),
  };
}

/** An id that was given to another organization's house in the meantime is not the same house. */
function keyOf({ organizationId, houseId }: House): string {
  return `${organizationId} ${houseId}`;
}

function keyOfPayee({ organizationId, payeeId }: Omit<NamedPayee, 'houseId'>): string {
  return `${organizationId} ${payeeId}`;
}

async function listHouses(core: ClientBase): Promise<readonly House[]> {
  const { rows } = await core.query<House>(
    'select organization_id as "organizationId", id as "houseId" from houses',
  );
  return rows;
}

async function listBookedHouses(billing: ClientBase): Promise<readonly House[]> {
  const { rows } = await billing.query<House>(`
    select distinct organization_id as "organizationId", house_id as "houseId" from merged_balances order by 1, 2`);
  return rows;
}

async function listAccounts(core: ClientBase, house: House): Promise<readonly string[]> {
  return listIds(
    core,
    'select id from personal_accounts where organization_id = $1 and house_id = $2',
    house,
  );
}

async function listBookedAccounts(billing: ClientBase, house: House): Promise<readonly string[]> {
  return listIds(
    billing,
    `select personal_account_id as id from merged_balances
     where organization_id = $1 and house_id = $2 order by personal_account_id`,
    house,
  );
}

async function listIds(
  client: ClientBase,
  statement: string,
  { organizationId, houseId }: House,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(statement, [organizationId, houseId]);
  return rows.map(({ id }) => id);
}

async function listUsers(auth: ClientBase): Promise<readonly string[]> {
  const { rows } = await auth.query<{ id: string }>('select id from users');
  return rows.map(({ id }) => id);
}

async function listMembers(core: ClientBase): Promise<Strays['members']> {
  const { rows } = await core.query<Strays['members'][number]>(`
    select organization_id as "organizationId", user_id as "userId" from organization_members order by 1, 2`);
  return rows;
}

async function listPayees(billing: ClientBase): Promise<readonly Omit<NamedPayee, 'houseId'>[]> {
  const { rows } = await billing.query<Omit<NamedPayee, 'houseId'>>(
    'select organization_id as "organizationId", id as "payeeId" from payees',
  );
  return rows;
}

async function listNamedPayees(core: ClientBase): Promise<readonly NamedPayee[]> {
  const { rows } = await core.query<NamedPayee>(`
    select distinct organization_id as "organizationId", house_id as "houseId", payee_id as "payeeId"
    from house_services where payee_id is not null order by 1, 2, 3`);
  return rows;
}
