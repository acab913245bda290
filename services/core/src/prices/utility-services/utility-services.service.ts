// The catalogue of utility services, for those who choose from it.
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Db } from '../../tables.ts';
import { findUtilityService } from './utility-services.repository.ts';

/** @throws Refusal not-found */
export async function getUtilityService(db: Db, utilityServiceId: number): Promise<UtilityService> {
  const found = await findUtilityService(db, utilityServiceId);
  if (found === undefined) throw notFound('The utility service');
  return found;
}
