// Validates a house service against its catalogue service.
import type { HouseServiceBody } from '@kvartplata/contracts/core/house-services.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { BY_YEAR_BEFORE } from '@kvartplata/domain/charging/charging-methods.ts';
import type { StaticDecode } from 'typebox';
import { brokenValidity } from '../validity.ts';

/** Every rule that the body breaks, in the order of its fields. */
export function brokenRules(
  body: StaticDecode<typeof HouseServiceBody>,
  { code, methods, coefficientAllowed }: UtilityService,
): FieldError[] {
  const { method, heatingMode, coefficientApplies } = body;
  const errors: FieldError[] = [];
  if (!methods.includes(method))
    errors.push({
      path: '/method',
      message: `must be one of ${methods.join(', ')} for ${code}`,
      reason: { code: 'not-for-service' },
    });
  errors.push(...brokenValidity(body));
  if (coefficientApplies === true && !coefficientAllowed)
    errors.push({
      path: '/coefficientApplies',
      message: `never counts for ${code}`,
      reason: { code: 'not-for-service' },
    });
  if (heatingMode !== null && heatingMode !== undefined && method !== 'heating')
    errors.push({
      path: '/heatingMode',
      message: 'is for the method heating alone',
      reason: { code: 'not-for-service' },
    });
  return [...errors, ...brokenVolumes(body)];
}

/** One volume per year, for the methods that charge by the year before. */
function brokenVolumes({
  method,
  yearVolumes = [],
}: StaticDecode<typeof HouseServiceBody>): FieldError[] {
  if (yearVolumes.length > 0 && !BY_YEAR_BEFORE.includes(method))
    return [
      {
        path: '/yearVolumes',
        message: `is for the methods ${BY_YEAR_BEFORE.join(' and ')} alone`,
        reason: { code: 'not-for-service' },
      },
    ];
  return yearVolumes.flatMap(({ year }, index) =>
    yearVolumes.findIndex((one) => one.year === year) === index
      ? []
      : [
          {
            path: `/yearVolumes/${index}/year`,
            message: 'stands there twice',
            reason: { code: 'repeated' as const },
          },
        ],
  );
}
