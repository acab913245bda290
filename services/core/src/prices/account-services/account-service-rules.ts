// Validates an account service against the house service that it belongs to.
import type { AccountServiceBody } from '@kvartplata/contracts/core/account-services.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import type { StaticDecode } from 'typebox';
import { brokenValidity } from '../validity.ts';

/** Every rule that the body breaks, in the order of its fields. */
export function brokenRules(
  body: StaticDecode<typeof AccountServiceBody>,
  { code, methods, coefficientAllowed }: UtilityService,
): FieldError[] {
  const errors = brokenValidity(body);
  const reason = body.reason ?? null;
  if (!body.charged && reason === null)
    errors.push({
      path: '/reason',
      message: 'is required where the service is not charged',
      reason: { code: 'required' },
    });
  if (body.charged && reason !== null)
    errors.push({
      path: '/reason',
      message: 'is for a service that is not charged',
      reason: { code: 'either-or' },
    });
  if (reason === 'own-boiler' && !methods.includes('heating'))
    errors.push({
      path: '/reason',
      message: 'own-boiler is for heating alone',
      reason: { code: 'not-for-service' },
    });
  if (body.coefficientApplies === false && !coefficientAllowed)
    errors.push({
      path: '/coefficientApplies',
      message: `the coefficient K never counts for ${code}`,
      reason: { code: 'not-for-service' },
    });
  return [...errors, ...brokenUnits(body, methods)];
}

/** Allocator units are for heating only, and for one year at a time. */
function brokenUnits(
  { allocatorUnits = null, validFrom, validTo = null }: StaticDecode<typeof AccountServiceBody>,
  methods: UtilityService['methods'],
): FieldError[] {
  if (allocatorUnits === null) return [];
  if (!methods.includes('heating'))
    return [
      {
        path: '/allocatorUnits',
        message: 'are for heating alone',
        reason: { code: 'not-for-service' },
      },
    ];
  if (validTo?.year === validFrom.year) return [];
  const day = `${validFrom.year}-12-31`;
  return [
    {
      path: '/validTo',
      message: `must be at most ${day}: units of allocators are of one year`,
      reason: { code: 'after-day', params: { day } },
    },
  ];
}
