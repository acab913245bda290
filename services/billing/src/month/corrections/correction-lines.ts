// The lines of a correction as shown: what was charged, what would be charged now, and the difference.
import type { CorrectionLine } from '@kvartplata/contracts/billing/corrections.ts';
import type { Difference } from '@kvartplata/domain/charging/recalculation.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { ChargedService } from '../calculation-jobs/compute-houses.ts';
import type { CorrectionChargeRow } from './corrections.repository.ts';

/** A difference that is not charged, or not yet. */
export function lineOfDifference(
  difference: Difference,
  services: readonly ChargedService[],
): CorrectionLine {
  const { personalAccountId, accountNumber, houseServiceId, basis } = difference;
  const service = services.find((one) => one.houseServiceId === houseServiceId);
  if (service === undefined) throw new Error(`service ${houseServiceId} has no name`);
  return lineOf({
    id: null,
    personalAccountId: personalAccountId,
    accountNumber: accountNumber,
    houseServiceId: houseServiceId,
    serviceCode: service.code,
    serviceName: service.name,
    unit: service.unit,
    consumption: formatScaled(difference.consumptionE6, 6),
    amount: formatKopecks(difference.amountKopecks),
    basis,
  });
}

export function lineOf(
  row: Omit<CorrectionChargeRow, 'id'> & { readonly id: number | null },
): CorrectionLine {
  const { correction, unit = row.unit } = row.basis;
  if (correction === undefined) throw new Error(`charge ${row.id} corrects nothing`);
  const booked = sumBy(correction.stood, ({ amount }) => parseKopecks(amount));
  return {
    chargeId: row.id,
    personalAccountId: row.personalAccountId,
    accountNumber: row.accountNumber,
    houseServiceId: row.houseServiceId,
    serviceCode: row.serviceCode,
    serviceName: row.serviceName,
    correctedPeriod: correction.period,
    booked: formatKopecks(booked),
    replayed: formatKopecks(booked + parseKopecks(row.amount)),
    amount: row.amount,
    consumption: row.consumption,
    unit,
    stood: [...correction.stood],
  };
}
