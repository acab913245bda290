// Validates a service act and its service.
import type { ServiceActBody } from '@kvartplata/contracts/core/service-acts.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import {
  BREAK_RULES,
  ELECTRICITY_HOURS,
  isKnown,
  PRESSURE_RULES,
} from '@kvartplata/domain/regulation/quality/standards.ts';
import type { StaticDecode } from 'typebox';

export type Body = StaticDecode<typeof ServiceActBody>;

/** The hours of acts are counted in this zone, as days are in the whole project. */
const TIME_ZONE = 'Europe/Moscow';
/** A typing error in a date would otherwise take back the charges of years. */
const MOST_DAYS = 366;

/** The days of the first and the last hour, in Moscow time. */
export function daysOf(from: Temporal.Instant, to: Temporal.Instant): DaysOfAct {
  const last = to.subtract({ milliseconds: 1 });
  return { from: dayOf(from), to: dayOf(last) };
}
export type DaysOfAct = { readonly from: string; readonly to: string };

/** The days on which the house has the service. */
export type Standing = { readonly validFrom: string; readonly validTo: string | null };

/** Every rule that the body breaks, in the order of its fields. */
export function brokenRules(
  body: Body,
  service: UtilityService,
  standing: Standing,
  now: Date,
): FieldError[] {
  return [
    ...brokenKind(body, service),
    ...brokenTime(body, standing, now),
    ...brokenMeasure(body, service),
    ...brokenHours(body, service),
  ];
}

function brokenKind({ kind }: Body, { code, qualityStandard }: UtilityService): FieldError[] {
  if (qualityStandard === null)
    return [
      error('/houseServiceId', `appendix 1 of Decree 354 has no rules of ${code}`, {
        code: 'not-for-service',
      }),
    ];
  if (isKnown(qualityStandard, kind)) return [];
  return [
    error('/kind', `appendix 1 of Decree 354 has no rule of it for ${code}`, {
      code: 'not-for-service',
    }),
  ];
}

function brokenTime({ from, to }: Body, standing: Standing, now: Date): FieldError[] {
  if (Temporal.Instant.compare(from, to) >= 0)
    return [error('/to', 'is not after from', { code: 'ends-before-start' })];
  const days = daysOf(from, to);
  const { validFrom, validTo } = standing;
  return [
    ...(to.epochMilliseconds > now.getTime()
      ? [error('/to', 'is in the future', { code: 'after-now' })]
      : []),
    ...(to.epochMilliseconds - from.epochMilliseconds > MOST_DAYS * 86_400_000
      ? [
          error('/to', `is more than ${MOST_DAYS} days after from`, {
            code: 'span-too-long',
            params: { limit: MOST_DAYS },
          }),
        ]
      : []),
    ...(days.from < validFrom
      ? [
          error('/from', `is before the house has the service, from ${validFrom}`, {
            code: 'before-day',
            params: { day: validFrom },
          }),
        ]
      : []),
    ...(validTo !== null && days.to > validTo
      ? [
          error('/to', `is after the house has the service, until ${validTo}`, {
            code: 'after-day',
            params: { day: validTo },
          }),
        ]
      : []),
  ];
}

function brokenMeasure(body: Body, { qualityStandard }: UtilityService): FieldError[] {
  const { kind, measured = null, required = null } = body;
  if (qualityStandard === null) return [];
  const isNeeded =
    kind === 'temperature' ||
    kind === 'pressure' ||
    (kind === 'interruption' && BREAK_RULES[qualityStandard].isMeasured === true);
  const bounds = kind === 'pressure' ? PRESSURE_RULES[qualityStandard] : undefined;
  return [
    ...(isNeeded && measured === null
      ? [error('/measured', `is needed of such an act: ${kind}`, { code: 'required' })]
      : []),
    ...(bounds?.leastE4 === null && required === null
      ? [error('/required', 'is needed: the law names no pressure', { code: 'required' })]
      : []),
    ...(kind === 'pressure' && required !== null && Number(required) <= 0
      ? [
          error('/required', 'must be above 0', {
            code: 'decimal-above',
            params: { from: '0', to: '10000', places: 4 },
          }),
        ]
      : []),
  ];
}

function brokenHours(body: Body, { qualityStandard }: UtilityService): FieldError[] {
  const { kind, allowedHours = null } = body;
  if (kind !== 'interruption')
    return allowedHours === null
      ? []
      : [error('/allowedHours', 'are of an interruption alone', { code: 'not-for-kind' })];
  if (qualityStandard !== 'power') return [];
  const told = ELECTRICITY_HOURS.join(' or ');
  if (allowedHours === null)
    return [
      error('/allowedHours', `are needed of electricity: ${told}, by its sources of power`, {
        code: 'required',
      }),
    ];
  return ELECTRICITY_HOURS.includes(allowedHours)
    ? []
    : [error('/allowedHours', `must be ${told}, by the sources of power`, { code: 'no-choice' })];
}

function error(path: string, message: string, reason: FieldReason): FieldError {
  return { path, message, reason };
}

function dayOf(instant: Temporal.Instant): string {
  return formatDay(instant.toZonedDateTimeISO(TIME_ZONE).toPlainDate());
}
