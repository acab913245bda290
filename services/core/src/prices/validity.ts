// The days on which a fact of a house is in force.
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { compareDays, formatDay } from '@kvartplata/domain/calendar/day.ts';

/** As given in a body: `validTo` is the last day, inclusive; absent or null for open-ended. */
export type GivenValidity = {
  readonly validFrom: Temporal.PlainDate;
  readonly validTo?: Temporal.PlainDate | null | undefined;
};

/** As in a record. */
export type Validity = { readonly validFrom: string; readonly validTo: string | null };

export function brokenValidity({ validFrom, validTo }: GivenValidity): FieldError[] {
  if (validTo === null || validTo === undefined || compareDays(validFrom, validTo) <= 0) return [];
  return [
    { path: '/validTo', message: 'is before validFrom', reason: { code: 'ends-before-start' } },
  ];
}

export function toValidity({ validFrom, validTo }: GivenValidity): Validity {
  return {
    validFrom: formatDay(validFrom),
    validTo: validTo === null || validTo === undefined ? null : formatDay(validTo),
  };
}
