// The yearly volumes by which a house is charged evenly: for heating as stated or by its meters, for common-house needs as stated.
import type { SnapshotService } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { Trx } from '../../tables.ts';
import type { ServiceRow } from './billing-snapshot.repository.ts';
import { listHeatVolumes, type HeatVolumeRow } from './heat-volumes.repository.ts';

export type YearVolumes = NonNullable<SnapshotService['yearVolumes']>;

/** By service: for the year before, by which its months are charged, and for the year itself, which settles them. */
export async function readYearVolumes(
  trx: Trx,
  organizationId: number,
  services: readonly ServiceRow[],
  year: number,
): Promise<ReadonlyMap<number, YearVolumes>> {
  const years = [year - 1, year];
  const evenly = services.filter(({ heatingMode }) => heatingMode === 'even-by-meter');
  const houseServiceIds = evenly.map(({ houseServiceId }) => houseServiceId);
  const counted =
    houseServiceIds.length === 0
      ? []
      : await listHeatVolumes(trx, { organizationId, houseServiceIds, years });
  const stated = services.filter((one) => one.method !== 'heating' && one.stated.length > 0);
  return new Map(
    [...evenly, ...stated].map((service) => [
      service.houseServiceId,
      years.flatMap((one) => volumeOf(service, one, counted) ?? []),
    ]),
  );
}

function volumeOf(
  { houseServiceId, stated }: Pick<ServiceRow, 'houseServiceId' | 'stated'>,
  year: number,
  counted: readonly HeatVolumeRow[],
): YearVolumes[number] | undefined {
  const typed = stated.find((one) => one.year === year);
  if (typed !== undefined) return { ...typed, by: 'stated' };
  const found = counted.find((one) => one.houseServiceId === houseServiceId && one.year === year);
  return found && { year, volume: found.volume, by: 'meters' };
}
