// Computes the charges of a month of a house or a company.
import assert from 'node:assert/strict';
import type { Client } from '@kvartplata/client/client.ts';
import {
  createCalculationJob,
  getCalculationJob,
  type CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { until } from '@kvartplata/platform/testing/until.ts';

/**
 * Requests the calculation of a month.
 * @param period such as `2026-07`
 */
async function beginMonth(
  { call }: Client,
  of: { readonly houseId: number } | { readonly organizationId: number },
  period: string,
): Promise<CalculationJob> {
  const [year = 0, month = 0] = period.split('-').map(Number);
  const begun = await call(createCalculationJob, { body: { ...of, year, month } });
  assert.ok('id' in begun, 'only a dry run is answered without a job');
  return begun;
}

/** The same, and waits for the job. */
export async function computeMonth(
  client: Client,
  of: { readonly houseId: number } | { readonly organizationId: number },
  period: string,
): Promise<CalculationJob> {
  let job = await beginMonth(client, of, period);
  await until(`job ${job.id} is done`, async () => {
    job = await client.call(getCalculationJob, { params: { jobId: job.id } });
    return job.status === 'COMPLETED';
  });
  return job;
}
