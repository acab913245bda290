// Benefits: legal reductions of the charges of some of an account's residents. PUT replaces.
import { BENEFIT_LIMITS } from '@kvartplata/domain/regulation/benefit/benefit.ts';
import {
  BENEFIT_CATEGORIES,
  BENEFIT_PAYERS,
} from '@kvartplata/domain/regulation/benefit/categories.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Decimal, DecimalIn, DecimalText, Id, Line, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';

/** More services than a house has, so a longer list is a mistake. */
const MOST_SERVICES = 100;

export const BenefitCategory = Type.Enum(BENEFIT_CATEGORIES, {
  description: 'The benefit category of the entitled',
});
export const BenefitLimit = Type.Enum(BENEFIT_LIMITS, {
  description:
    'Where the benefit ends: at the norm per person, at the social norm of the dwelling’s area, or nowhere',
});
export const BenefitPayer = Type.Enum(BENEFIT_PAYERS, {
  description: 'The budget that pays for the category',
});

const SquareMetres = { places: 2, from: '0', isOpen: true, to: '1000', unit: 'm²' };

/** By the law of the region. More persons never count for less. */
const SocialNormBody = Type.Object(
  {
    one: Decimal(SquareMetres),
    two: Decimal(SquareMetres),
    each: Decimal(SquareMetres),
  },
  { additionalProperties: false },
);

const SocialNorm = Type.Object({
  one: DecimalIn('m² for one who lives alone'),
  two: DecimalIn('m² for two together'),
  each: DecimalIn('m² for each of three or more'),
});

/** The body of POST and PUT. */
export const BenefitBody = Type.Object(
  {
    category: BenefitCategory,
    share: Decimal({ places: 4, from: '0', isOpen: true, to: '1' }),
    persons: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'How many of the registered persons are entitled',
    }),
    limit: BenefitLimit,
    /** Required if it is the limit, and not allowed otherwise. */
    socialNorm: Type.Optional(Nullable(SocialNormBody)),
    services: Type.Array(Id, {
      minItems: 1,
      maxItems: MOST_SERVICES,
      uniqueItems: true,
      description: 'The services of the house whose charges it lowers',
    }),
    validFrom: Day,
    validTo: Type.Optional(Nullable(Day)),
    /** The document that proves it. */
    basis: Line(500),
  },
  { additionalProperties: false },
);

const BenefitsQuery = Type.Object(PageQuery, { additionalProperties: false });

export const Benefit = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  category: BenefitCategory,
  payer: BenefitPayer,
  share: DecimalText,
  persons: Type.Integer(),
  limit: BenefitLimit,
  socialNorm: Nullable(SocialNorm),
  services: Type.Array(Id, { description: 'In the order of ids' }),
  validFrom: DayText,
  validTo: Nullable(DayText),
  basis: Type.String(),
});
export type Benefit = Static<typeof Benefit>;

export const WrittenBenefit = Written(Benefit);
export type WrittenBenefit = Static<typeof WrittenBenefit>;

export const listBenefits = endpoint({
  id: 'listBenefits',
  service: 'core',
  method: 'GET',
  path: '/api/personal-accounts/:personalAccountId/benefits',
  tag: 'benefits',
  summary: 'List the benefits of an account',
  description: 'Past ones too, in the order of ids.',
  access: 'viewer',
  query: BenefitsQuery,
  answers: { 200: Page(Benefit) },
  refusals: ['not-found'],
});

export const createBenefit = endpoint({
  id: 'createBenefit',
  service: 'core',
  method: 'POST',
  path: '/api/personal-accounts/:personalAccountId/benefits',
  tag: 'benefits',
  summary: 'Add a benefit',
  description:
    'For some of the registered persons, on services of the account’s house, from a day on. `socialNorm` is given if it is ' +
    'the limit. Two benefits of one ' +
    'category and service never share a day, and no more persons are entitled in total than are registered.',
  access: 'accountant',
  body: BenefitBody,
  answers: { 201: WrittenBenefit },
  refusals: ['not-found', 'period-overlap', 'benefit-of-too-many'],
});

export const getBenefit = endpoint({
  id: 'getBenefit',
  service: 'core',
  method: 'GET',
  path: '/api/benefits/:benefitId',
  tag: 'benefits',
  summary: 'Get a benefit',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Benefit },
  refusals: ['not-found'],
});

export const replaceBenefit = endpoint({
  id: 'replaceBenefit',
  service: 'core',
  method: 'PUT',
  path: '/api/benefits/:benefitId',
  tag: 'benefits',
  summary: 'Replace a benefit',
  description:
    'A changed document counts on no day; any other change, on all days of the old and the new record. Without ' +
    '`validTo` it has no last day.',
  access: 'accountant',
  body: BenefitBody,
  ifMatch: true,
  answers: { 200: WrittenBenefit },
  refusals: ['not-found', 'period-overlap', 'benefit-of-too-many'],
});

export const deleteBenefit = endpoint({
  id: 'deleteBenefit',
  service: 'core',
  method: 'DELETE',
  path: '/api/benefits/:benefitId',
  tag: 'benefits',
  summary: 'Delete a benefit',
  description: 'The header `Applied-Months` lists the applied months that it concerns.',
  access: 'accountant',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
