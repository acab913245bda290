// The catalogues of services and meter types: filled by core's migrations, so rows are matched by code and not by id.
import type { Finding } from './finding.ts';

export type FormerService = {
  readonly formerId: number;
  readonly code: string | null;
  readonly unit: string | null;
};
export type FormerMeterType = { readonly formerId: number; readonly code: string | null };
export type OwnService = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: string;
  readonly everyday_name_ru: string | null;
  readonly everyday_name_en: string | null;
  readonly methods: readonly string[];
};
export type OwnMeterType = { readonly id: number; readonly code: string };

export type Catalogue = {
  readonly services: readonly (OwnService & { readonly formerId: number })[];
  readonly meterTypes: readonly (OwnMeterType & { readonly formerId: number })[];
};

export type Catalogues<Service, MeterType> = {
  readonly services: readonly Service[];
  readonly meterTypes: readonly MeterType[];
};

/** Matches what is in both; `catalogueFindings` reports the rest. */
export function matchCatalogues(
  former: Catalogues<FormerService, FormerMeterType>,
  own: Catalogues<OwnService, OwnMeterType>,
): Catalogue {
  return {
    services: byCode(former.services, own.services),
    meterTypes: byCode(former.meterTypes, own.meterTypes),
  };
}

function byCode<Own extends { readonly code: string }>(
  former: readonly { readonly formerId: number; readonly code: string | null }[],
  own: readonly Own[],
): readonly (Own & { readonly formerId: number })[] {
  return former.flatMap(({ formerId, code }) => {
    const match = own.find((one) => one.code === code);
    return match === undefined ? [] : [{ ...match, formerId }];
  });
}

export function catalogueFindings(
  former: Catalogues<FormerService, FormerMeterType>,
  own: Catalogues<OwnService, OwnMeterType>,
): readonly Finding[] {
  const services = former.services.flatMap(({ formerId: id, code, unit }): readonly Finding[] => {
    const match = own.services.find((one) => one.code === code);
    const about = { table: 'utility_services', id };
    if (match === undefined)
      return [{ ...about, column: 'code', reason: unknownCode(code, own.services) }];
    if (match.unit === unit) return [];
    const reason = `"${unit}" is not the unit of ${match.code} here, "${match.unit}"`;
    return [{ ...about, column: 'unit', reason }];
  });
  const meterTypes = former.meterTypes
    .filter(({ code }) => !own.meterTypes.some((one) => one.code === code))
    .map(({ formerId: id, code }) => ({
      table: 'meter_types',
      id,
      column: 'code',
      reason: unknownCode(code, own.meterTypes),
    }));
  return [...services, ...meterTypes];
}

function unknownCode(code: string | null, known: readonly { readonly code: string }[]): string {
  return `"${code}" is none of ${known.map((one) => one.code).join(', ')}`;
}
