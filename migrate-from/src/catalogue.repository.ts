// SQL for the catalogues of the former application and of core.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql } from 'kysely';
import type {
  Catalogues,
  FormerMeterType,
  FormerService,
  OwnMeterType,
  OwnService,
} from './catalogue.ts';

export async function readFormerCatalogues(
  former: Executor,
): Promise<Catalogues<FormerService, FormerMeterType>> {
  const services = await sql<FormerService>`
    select utility_services.id as "formerId", utility_services.code, utility_services.unit
    from utility_services order by utility_services.id
  `.execute(former);
  const meterTypes = await sql<FormerMeterType>`
    select meter_types.id as "formerId", meter_types.code from meter_types order by meter_types.id
  `.execute(former);
  return { services: services.rows, meterTypes: meterTypes.rows };
}

export async function readOwnCatalogues(
  core: Executor,
): Promise<Catalogues<OwnService, OwnMeterType>> {
  const services = await sql<OwnService>`
    select utility_services.id, utility_services.code, utility_services.name, utility_services.unit,
      utility_services.kind, utility_services.everyday_name_ru, utility_services.everyday_name_en,
      utility_services.methods
    from utility_services where utility_services.organization_id is null order by utility_services.id
  `.execute(core);
  const meterTypes = await sql<OwnMeterType>`
    select meter_types.id, meter_types.code from meter_types order by meter_types.id
  `.execute(core);
  return { services: services.rows, meterTypes: meterTypes.rows };
}
