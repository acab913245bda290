// What must hold between the fields of a tariff or norm and the service that it is for.
import type { Component } from '@kvartplata/domain/charging/house-facts.ts';
import type { TariffBody } from '@kvartplata/contracts/core/tariffs.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import type { StaticDecode } from 'typebox';
import { brokenValidity } from '../validity.ts';

/**
 * Every rule that the body breaks, in the order of its fields.
 * @param components the parts of the service; empty for a service of one part
 */
export function brokenRules(
  body: StaticDecode<typeof TariffBody>,
  components: readonly Component[],
): FieldError[] {
  const component = body.component ?? null;
  const errors = brokenValidity(body);
  if (component === null && components.length > 0)
    errors.push({
      path: '/component',
      message: `must be one of ${components.join(', ')}`,
      reason: { code: 'no-choice' },
    });
  if (component !== null && !components.includes(component))
    errors.push({
      path: '/component',
      message: 'is for services of two components alone',
      reason: { code: 'not-for-service' },
    });
  return errors;
}
