// Registry records of a test company that no other requests use.
import { createAbsence } from '@kvartplata/contracts/core/absences.ts';
import { createAccountService } from '@kvartplata/contracts/core/account-services.ts';
import { createBenefit } from '@kvartplata/contracts/core/benefits.ts';
import { createServiceAct } from '@kvartplata/contracts/core/service-acts.ts';
import { createUtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { clientOf, type Person } from '@kvartplata/platform/testing/people.ts';
import { AWAY_IN } from './operations.ts';
import type { Place } from './place.ts';
import { hourOf } from './whole-bodies.ts';
import type { ThreeServices } from './three-services.ts';

export async function addAbsence(
  { urls }: ThreeServices,
  owner: Person,
  personalAccountId: number,
): Promise<number> {
  const absence = {
    from: `${AWAY_IN}-11`,
    to: `${AWAY_IN}-20`,
    persons: 1,
    basis: 'something',
  };
  return (
    await clientOf({ urls }, owner).call(createAbsence, {
      params: { personalAccountId },
      body: absence,
    })
  ).id;
}

export async function addOwnService(
  { urls }: ThreeServices,
  owner: Person,
  organizationId: number,
): Promise<number> {
  const body = {
    name: 'Домофон',
    unit: 'мес.',
    precision: 2,
    methods: ['fixed'],
    kind: 'other',
  } as const;
  const params = { organizationId };
  return (await clientOf({ urls }, owner).call(createUtilityService, { params, body })).id;
}

/** Changes nothing, on days of its own. */
export async function addAccountService(
  { urls }: ThreeServices,
  owner: Person,
  { personalAccountId, houseServiceId }: Pick<Place, 'personalAccountId' | 'houseServiceId'>,
): Promise<number> {
  const body = { houseServiceId, charged: true, validFrom: '2019-01-01', validTo: '2019-01-31' };
  const params = { personalAccountId };
  return (await clientOf({ urls }, owner).call(createAccountService, { params, body })).id;
}

/** For an hour, which changes no charge. */
export async function addServiceAct(
  { urls }: ThreeServices,
  owner: Person,
  { houseId, houseServiceId }: Pick<Place, 'houseId' | 'houseServiceId'>,
): Promise<number> {
  const body = {
    houseServiceId,
    kind: 'interruption',
    ...hourOf(1),
    basis: 'Акт № 1',
  } as const;
  return (await clientOf({ urls }, owner).call(createServiceAct, { params: { houseId }, body })).id;
}

/** For a month without charges. */
export async function addBenefit(
  { urls }: ThreeServices,
  owner: Person,
  { personalAccountId, houseServiceId }: Pick<Place, 'personalAccountId' | 'houseServiceId'>,
): Promise<number> {
  const body = {
    category: 'labour-veteran',
    share: '0.5',
    persons: 1,
    limit: 'none',
    services: [houseServiceId],
    validFrom: '2980-02-01',
    validTo: '2980-02-28',
    basis: 'something',
  } as const;
  const params = { personalAccountId };
  return (await clientOf({ urls }, owner).call(createBenefit, { params, body })).id;
}
