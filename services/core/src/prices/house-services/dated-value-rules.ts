// What must hold between the fields of a tariff or norm and the service that it is for.
import type { NormBody } from '@kvartplata/contracts/core/norms.ts';
import type { TariffBody } from '@kvartplata/contracts/core/tariffs.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { StaticDecode } from 'typebox';
import { brokenValidity } from '../validity.ts';
import type { ServiceOfValues } from './dated-values.repository.ts';

/** Of a tariff or of a norm. */
export type Body = StaticDecode<typeof TariffBody> & StaticDecode<typeof NormBody>;

/** Every rule that the body breaks, in the order of its fields. */
export function brokenRules(body: Body, service: ServiceOfValues): FieldError[] {
  return [
    ...brokenValidity(body),
    ...brokenComponent(body, service),
    ...brokenRanges(body, service),
    ...brokenByPersons(body, service),
  ];
}

function brokenComponent(body: Body, { components }: ServiceOfValues): FieldError[] {
  const component = body.component ?? null;
  if (component === null && components.length > 0)
    return [
      {
        path: '/component',
        message: `must be one of ${components.join(', ')}`,
        reason: { code: 'no-choice' },
      },
    ];
  if (component !== null && !components.includes(component))
    return [
      {
        path: '/component',
        message: 'is for services of two components alone',
        reason: { code: 'not-for-service' },
      },
    ];
  return [];
}

/** A volume of a month is that of one line: not of the hours of the day, nor of what the house shares out. */
function brokenRanges(body: Body, { components, methods, hoursOf }: ServiceOfValues): FieldError[] {
  const ranges = body.ranges ?? [];
  if (ranges.length === 0) return [];
  const isMeasured = methods.includes('meter') || methods.includes('norm');
  if (!isMeasured || components.length > 0 || hoursOf !== null)
    return [
      {
        path: '/ranges',
        message: 'are for a service of one part that is charged by meter or norm, at one rate',
        reason: { code: 'not-for-service' },
      },
    ];
  return ranges.flatMap(({ above }, index) => {
    const before = ranges[index - 1]?.above;
    if (before === undefined || parseScaled(above, 3) > parseScaled(before, 3)) return [];
    return [
      {
        path: `/ranges/${index}/above`,
        message: `must be above the bound before it, ${before}`,
        reason: { code: 'decimal-above', params: { from: before, to: '1000000', places: 3 } },
      },
    ];
  });
}

/** Of persons, not of square metres; the heat in a cubic metre of water is everybody's. */
function brokenByPersons(body: Body, { methods }: ServiceOfValues): FieldError[] {
  const byPersons = body.byPersons ?? [];
  if (byPersons.length === 0) return [];
  const isPersonal = (['meter', 'norm', 'water-disposal'] as const).some((method) =>
    methods.includes(method),
  );
  if (!isPersonal || body.component === 'heat')
    return [
      {
        path: '/byPersons',
        message: 'are for a norm of persons alone',
        reason: { code: 'not-for-service' },
      },
    ];
  return byPersons.flatMap(({ persons }, index) => {
    const before = byPersons[index - 1]?.persons ?? 0;
    if (persons > before) return [];
    return [
      {
        path: `/byPersons/${index}/persons`,
        message: `must be above ${before}`,
        reason: { code: 'too-small', params: { limit: before + 1 } },
      },
    ];
  });
}
