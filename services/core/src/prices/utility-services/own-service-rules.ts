// Validates a service that an organization adds for itself.
import type { UtilityServiceBody } from '@kvartplata/contracts/core/utility-services.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { StaticDecode } from 'typebox';

/** Methods whose volumes follow only from the house, the account and the service's own rows. */
const OWN_METHODS: readonly ChargingMethod[] = [
  'fixed',
  'per-person',
  'area',
  'area-norm',
  'norm',
  'meter',
  'calculated-volume',
];

/** Every rule that the body breaks, in the order of its fields. */
export function brokenRules({ methods }: StaticDecode<typeof UtilityServiceBody>): FieldError[] {
  return methods.flatMap((method, index): FieldError[] =>
    OWN_METHODS.includes(method)
      ? []
      : [
          {
            path: `/methods/${index}`,
            message: `${method} is for services of the catalogue alone`,
            reason: { code: 'not-for-service' },
          },
        ],
  );
}
