// The state's system (ГИС ЖКХ): which houses' documents are placed, the files themselves, and what its lists call services.
import {
  exportGisZhkh,
  listGisPlacements,
  listGisServices,
  replaceGisServices,
  type GisService,
} from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';

export function placementsOf(organizationId: number, period: string) {
  return read(listGisPlacements, { query: { organizationId, period } });
}

export function documentsOf(houseId: number, period: string): FileOf {
  return async (options) => callFile(exportGisZhkh, { query: { houseId, period }, ...options });
}

export function gisServicesOf(organizationId: number) {
  return read(listGisServices, { query: { organizationId } });
}

export async function saveGisServices(
  organizationId: number,
  items: readonly GisService[],
): Promise<void> {
  await call(replaceGisServices, { query: { organizationId }, body: { items: [...items] } });
}
