// The yearly volumes by which a house is charged evenly for heating: stated ones, otherwise those of its meters.
import type { SnapshotService } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { Trx } from '../../tables.ts';
import type { ServiceRow } from './billing-snapshot.repository.ts';
import { listHeatVolumes } from './heat-volumes.repository.ts';

export type HeatVolumes = NonNullable<SnapshotService['heatVolumes']>;

type Evenly = Pick<ServiceRow, 'houseServiceId' | 'organizationId' | 'stated'>;

/** By service: for the year before, by which its months are charged, and for the year itself, which settles them. */
export async function readHeatVolumes(
  trx: Trx,
  services: readonly ServiceRow[],
  year: number,
): Promise<ReadonlyMap<number, HeatVolumes>> {
  const evenly = services.filter(({ heatingMode }) => heatingMode === 'even-by-meter');
  const years = [year - 1, year];
  const told = new Map<number, HeatVolumes>();
  for (const [organizationId, own] of Map.groupBy(evenly, (one) => one.organizationId)) {
    const houseServiceIds = own.map(({ houseServiceId }) => houseServiceId);
    const counted = await listHeatVolumes(trx, { organizationId, houseServiceIds, years });
    for (const service of own)
      told.set(
        service.houseServiceId,
        years.flatMap((one) => volumeOf(service, one, counted) ?? []),
      );
  }
  return told;
}

function volumeOf(
  { houseServiceId, stated }: Evenly,
  year: number,
  counted: Awaited<ReturnType<typeof listHeatVolumes>>,
): HeatVolumes[number] | undefined {
  const typed = stated.find((one) => one.year === year);
  if (typed !== undefined) return { ...typed, by: 'stated' };
  const found = counted.find((one) => one.houseServiceId === houseServiceId && one.year === year);
  return found && { year, volume: found.volume, by: 'meters' };
}
