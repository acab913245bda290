// The readings on a receipt: those from which its charges were computed, whatever has changed since.
import type { ReceiptMeter } from '@kvartplata/contracts/core/receipt-facts.ts';
import type { MeterBasis } from '@kvartplata/domain/charging/charge-line.ts';
import type { ReceiptChargeRow } from './receipts.repository.ts';

type Charge = Pick<ReceiptChargeRow, 'serviceName' | 'basis'>;
type Paired = readonly [meterId: number, counted: MeterBasis];

/**
 * @param meters of the account and its room, as core knows them now; a meter that no charge uses stays unchanged
 * @param charges those of a service in the order of its lines
 */
export function withChargedReadings(
  meters: readonly ReceiptMeter[],
  charges: readonly Charge[],
): readonly ReceiptMeter[] {
  const counted = new Map(
    Array.from(
      Map.groupBy(meters, (meter) => JSON.stringify([meter.serviceName, meter.serialNumber])),
      ([, alike]) => pairsOf(alike, charges),
    ).flat(),
  );
  return meters.map((meter) => {
    const found = counted.get(meter.meterId);
    if (found === undefined) return meter;
    const { current, currentOn, previous, previousOn } = found;
    return {
      ...meter,
      current: { value: current, takenOn: currentOn },
      previous: { value: previous, takenOn: previousOn },
    };
  });
}

/** @param alike meters of one service with one serial number: a charge has them in the same order */
function pairsOf(alike: readonly ReceiptMeter[], charges: readonly Charge[]): readonly Paired[] {
  const [first] = alike;
  const ofService = charges.filter(({ serviceName }) => serviceName === first?.serviceName);
  const counted = countedIn(ofService).filter(
    ({ serialNumber }) => serialNumber === first?.serialNumber,
  );
  const unread = new Set(ofService.flatMap(({ basis }) => basis.unread ?? []).map(idOf));
  const read =
    alike.length === counted.length ? alike : alike.filter((meter) => !unread.has(idOf(meter)));
  if (read.length !== counted.length) return [];
  return counted.flatMap((one, nth) => {
    const meter = read[nth];
    return meter === undefined ? [] : [[meter.meterId, one] as const];
  });
}

/** By the month's own charge: a correction has the meters of another month. */
function countedIn(charges: readonly Charge[]): readonly MeterBasis[] {
  const counted = charges
    .filter(({ basis }) => basis.correction === undefined)
    .map(({ basis: { meters = [], ownMeters = [] } }) => meters.concat(ownMeters));
  return counted.find((meters) => meters.length > 0) ?? [];
}

function idOf({ meterId }: { readonly meterId: number }): number {
  return meterId;
}
