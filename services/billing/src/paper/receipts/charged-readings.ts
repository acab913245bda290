// The readings on a receipt: those from which its charges were computed, whatever has changed since.
import type { ReceiptMeter } from '@kvartplata/contracts/core/receipt-facts.ts';
import type { ReceiptChargeRow } from './receipts.repository.ts';

/** @param meters of the account and its room, as core knows them now; a meter that no charge uses stays unchanged */
export function withChargedReadings(
  meters: readonly ReceiptMeter[],
  charges: readonly Pick<ReceiptChargeRow, 'serviceName' | 'basis'>[],
): readonly ReceiptMeter[] {
  const charged = new Map(
    charges.flatMap(({ serviceName, basis: { meters: counted = [], ownMeters = [] } }) =>
      [...counted, ...ownMeters].map((meter) => [keyOf(serviceName, meter), meter] as const),
    ),
  );
  return meters.map((meter) => {
    const found = charged.get(keyOf(meter.serviceName, meter));
    if (found === undefined) return meter;
    const { current, currentOn, previous, previousOn } = found;
    return {
      ...meter,
      current: { value: current, takenOn: currentOn },
      previous: { value: previous, takenOn: previousOn },
    };
  });
}

function keyOf(serviceName: string, { serialNumber }: { readonly serialNumber: string }): string {
  return JSON.stringify([serviceName, serialNumber]);
}
