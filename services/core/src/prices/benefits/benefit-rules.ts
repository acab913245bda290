// Validates a benefit against its services and the other benefits of its account. Days are `YYYY-MM-DD`: sorting them as text is
// chronological.
import type { BenefitBody } from '@kvartplata/contracts/core/benefits.ts';
import type { RegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import type { FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { BENEFIT_LIMITS_OF } from '@kvartplata/domain/charging/benefit-limits.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { StaticDecode } from 'typebox';
import { brokenValidity } from '../validity.ts';
import type { LoweredService } from './benefits.repository.ts';

export type Body = StaticDecode<typeof BenefitBody>;

/** Every rule that the body breaks, in the order of its fields. */
export function brokenRules(body: Body, services: readonly LoweredService[]): FieldError[] {
  const known = new Map(services.map((service) => [service.id, service]));
  return [
    ...body.services.flatMap((id, index) =>
      brokenService(body, `/services/${index}`, known.get(id)),
    ),
    ...brokenSocialNorm(body),
    ...brokenValidity(body),
  ];
}

/** It is there if it is the limit, and never counts less for more persons. */
function brokenSocialNorm({ limit, socialNorm }: Body): FieldError[] {
  const path = '/socialNorm';
  if (socialNorm === undefined || socialNorm === null)
    return limit === 'social-norm'
      ? [{ path, message: 'is required for this limit', reason: { code: 'required' } }]
      : [];
  if (limit !== 'social-norm')
    return [{ path, message: 'is for its own limit', reason: { code: 'contradicts' } }];
  const [one, two, each] = [socialNorm.one, socialNorm.two, socialNorm.each].map((area) =>
    parseScaled(area, 2),
  ) as [bigint, bigint, bigint];
  const tooSmall = (field: 'two' | 'each', least: bigint): FieldError => {
    const area = formatScaled(least, 2);
    return {
      path: `${path}/${field}`,
      message: `is below ${area}, which fewer persons have`,
      reason: { code: 'too-small', params: { limit: area } },
    };
  };
  return [
    ...(two < one ? [tooSmall('two', one)] : []),
    ...(3n * each < two ? [tooSmall('each', (two + 2n) / 3n)] : []),
  ];
}

function brokenService(
  { limit }: Body,
  path: string,
  service: LoweredService | undefined,
): FieldError[] {
  const error = (message: string, code: 'not-of-house' | 'not-for-service' | 'norm-missing') => [
    { path, message, reason: { code } satisfies FieldReason },
  ];
  if (service === undefined) return error('is no service of the house', 'not-of-house');
  const limits = BENEFIT_LIMITS_OF[service.method];
  if (!limits.includes(limit))
    return error(
      `has no benefit ${LIMIT_WORDS[limit]}: its method is ${service.method}`,
      'not-for-service',
    );
  if (limit === 'norm' && !service.hasNorm)
    return error('has no norm, and so no benefit within the norm', 'norm-missing');
  return [];
}

const LIMIT_WORDS = {
  norm: 'within the norm of a person',
  'social-norm': 'within the social norm of area',
  none: 'at all',
} as const;

/** The days on which persons are entitled; `validTo` is inclusive, null for open-ended. */
export type Entitled = {
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly persons: number;
  readonly services: readonly number[];
};

export type ExceededDay = {
  readonly day: string;
  readonly entitled: number;
  readonly registered: number;
};

/**
 * The first day of the benefit on which more persons would be entitled for one service than are registered; undefined when there
 * is none.
 * @param others of the same account
 * @param registered the whole history, in chronological order
 */
export function findExceededDay(
  benefit: Entitled,
  others: readonly Entitled[],
  registered: readonly RegisteredPersons[],
): ExceededDay | undefined {
  const days = [
    benefit.validFrom,
    ...others.map(({ validFrom }) => validFrom),
    ...registered.map(({ validFrom }) => validFrom),
  ];
  return days
    .filter((day) => holdsOn(benefit, day))
    .toSorted()
    .map((day) => ({
      day,
      entitled: Math.max(
        ...benefit.services.map((service) => sumOn(day, service, [benefit, ...others])),
      ),
      registered: registered.findLast(({ validFrom }) => validFrom <= day)?.count ?? 0,
    }))
    .find(({ entitled, registered: living }) => entitled > living);
}

function holdsOn({ validFrom, validTo }: Entitled, day: string): boolean {
  return validFrom <= day && (validTo === null || day <= validTo);
}

function sumOn(day: string, service: number, all: readonly Entitled[]): number {
  return all
    .filter((one) => holdsOn(one, day) && one.services.includes(service))
    .reduce((sum, { persons }) => sum + persons, 0);
}
