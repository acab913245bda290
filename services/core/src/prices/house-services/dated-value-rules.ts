// Validates a tariff or norm against its service.
import type { NormBody } from '@kvartplata/contracts/core/norms.ts';
import type { TariffBody } from '@kvartplata/contracts/core/tariffs.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { StaticDecode } from 'typebox';
import { brokenValidity } from '../validity.ts';
import type { ServiceOfValues } from './dated-values.repository.ts';

/** The body of a tariff or a norm. */
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

/** Ranges apply to the monthly volume of one line: not with hours of the day, nor for volumes shared in the house. */
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

/** Only norms per person can depend on the number of persons, and not the heat in a cubic metre of water. */
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
