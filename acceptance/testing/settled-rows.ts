// Settings of a test company: a payee, and a penalty rule.
import { createPenaltyRule } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { clientOf, type Person } from '@kvartplata/platform/testing/people.ts';
import type { ThreeServices } from './three-services.ts';

/** Inserted without the service: there is no audit entry. */
export async function addPayee({ owners }: ThreeServices, organizationId: number): Promise<number> {
  const { rows } = await owners.billing.query<{ id: number }>(
    `insert into payees (organization_id, name, inn) values ($1, 'Фонд капремонта', '7707083893') returning id::integer`,
    [organizationId],
  );
  return rows[0]?.id ?? 0;
}

export async function addPenaltyRule(
  { urls }: ThreeServices,
  owner: Person,
  houseId: number,
): Promise<number> {
  const rule = {
    houseId,
    kind: 'method',
    value: 'daily',
    validFrom: '2000-01-01',
    basis: 'Протокол',
  } as const;
  return (await clientOf({ urls }, owner).call(createPenaltyRule, { body: rule })).id;
}
