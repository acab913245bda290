// The services of an organization's houses, and changes in many of them at once.
import {
  copyHouseSetup,
  listHouseSetups,
  setNormOfHouses,
  setTariffOfHouses,
  type NormOfHouses,
  type SetupCopy,
  type SetupOutcome,
  type TariffOfHouses,
} from '@kvartplata/contracts/core/house-setups.ts';
import type { StaticEncode } from 'typebox';
import { call } from '../../lib/api.ts';
import { readAll } from '../../lib/reads.ts';

export type Kind = 'tariff' | 'norm';
export type CopyBody = StaticEncode<typeof SetupCopy>;
export type ValueBody = StaticEncode<typeof TariffOfHouses> & StaticEncode<typeof NormOfHouses>;

/** All houses, with the services and values of the day. */
export function setupsOf(organizationId: number, on: string) {
  return readAll(listHouseSetups, { params: { organizationId }, query: { on } });
}

export async function copySetup(
  organizationId: number,
  body: CopyBody,
  dryRun: boolean,
): Promise<SetupOutcome> {
  return call(copyHouseSetup, { params: { organizationId }, query: { dryRun }, body });
}

export async function giveValue(
  kind: Kind,
  organizationId: number,
  body: ValueBody,
  dryRun: boolean,
): Promise<SetupOutcome> {
  const asked = { params: { organizationId }, query: { dryRun }, body };
  return kind === 'tariff' ? call(setTariffOfHouses, asked) : call(setNormOfHouses, asked);
}
