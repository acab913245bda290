// The monthly volume by contract or calculation, charged to non-residential rooms without a counting meter.
import { fromScaled } from '../money/fraction.ts';
import { formatScaled } from '../money/scaled.ts';
import { cutAt, dayNumber, daysBetween, hasDay, type DaySet } from './month-days.ts';
import { UncomputableError } from './uncomputable.ts';
import { forDays, type Place, type VolumeSource } from './volume-source.ts';

const PLACES = 6;

type DatedVolume = { readonly first: number; readonly last: number; readonly volumeE6: bigint };

/** Whether the account has such a volume on any day on which it uses the service. */
export function hasContractVolume(place: Place): boolean {
  return volumesOf(place).some(({ first, last }) => (place.days & daysBetween(first, last)) !== 0);
}

/**
 * @param days the days of the place to compute the volume for
 * @throws UncomputableError contract-volume-missing when one of the days has none
 */
export function byContractVolume(place: Place, days = place.days): VolumeSource {
  const { month } = place;
  const volumes = volumesOf(place);
  requireVolumes(place, volumes, days);
  return {
    rule: 'calculated-volume',
    cuts: volumes.reduce(
      (cuts, { first, last }) => cuts | cutAt(month, first) | cutAt(month, last + 1),
      0,
    ),
    on: (stretch) => {
      const found = volumes.find((one) => one.first <= stretch.first && stretch.first <= one.last);
      if (found === undefined) return undefined;
      return {
        volume: forDays(fromScaled(found.volumeE6, PLACES), stretch.days, month),
        inputs: { contractVolume: formatScaled(found.volumeE6, PLACES) },
      };
    },
    inputs: {},
  };
}

function requireVolumes(
  { month, service }: Place,
  volumes: readonly DatedVolume[],
  days: DaySet,
): void {
  const known = volumes.reduce((set, { first, last }) => set | daysBetween(first, last), 0);
  const lacking = month.texts.findIndex((_, day) => day > 0 && hasDay(days & ~known, day));
  if (lacking < 0) return;
  throw new UncomputableError('contract-volume-missing', {
    services: [service.facts.name],
    day: month.texts[lacking] ?? '',
  });
}

function volumesOf({ month, account, service, first, last }: Place): readonly DatedVolume[] {
  return (account.facts.services ?? []).flatMap((row): DatedVolume[] => {
    const { houseServiceId, contractVolumeE6, validFrom, validTo } = row;
    if (houseServiceId !== service.facts.houseServiceId || contractVolumeE6 === null) return [];
    const from = Math.max(first, dayNumber(month, validFrom));
    const to = validTo === null ? last : Math.min(last, dayNumber(month, validTo));
    return from > to ? [] : [{ first: from, last: to, volumeE6: contractVolumeE6 }];
  });
}
