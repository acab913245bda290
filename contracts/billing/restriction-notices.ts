// Restriction notices: debtors are warned that a utility service will be restricted, and the steps that follow.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Id, IdText, InstantText, Line, MoneyText, MonthText } from '../scalars.ts';
import { PDF } from './receipts.ts';

/** In the order in which they may follow one another. */
export const NOTICE_STEPS = ['delivered', 'restricted', 'suspended', 'ended'] as const;
export const NoticeStep = Type.Enum(NOTICE_STEPS, {
  description:
    '`delivered`: 20 days to pay run; `restricted`: 10 days run; `suspended`; `ended`: paid, or taken back',
});
export type NoticeStep = Static<typeof NoticeStep>;

export const NoticeState = Type.Enum(['made', ...NOTICE_STEPS], {
  description: 'The last step; `made` before the first',
});
export type NoticeState = Static<typeof NoticeState>;

/** Which steps may follow each state. A service that cannot be restricted is suspended at once. */
export const NOTICE_STEPS_AFTER: Readonly<Record<NoticeState, readonly NoticeStep[]>> = {
  made: ['delivered', 'ended'],
  delivered: ['restricted', 'suspended', 'ended'],
  restricted: ['suspended', 'ended'],
  suspended: ['ended'],
  ended: [],
};

export const RestrictionNoticeBody = Type.Object(
  { personalAccountId: Id, houseServiceId: Id },
  { additionalProperties: false },
);
export type RestrictionNoticeBody = StaticDecode<typeof RestrictionNoticeBody>;

export const NoticeStepBody = Type.Object(
  { step: NoticeStep, on: Day, reference: Line(200) },
  { additionalProperties: false },
);
export type NoticeStepBody = StaticDecode<typeof NoticeStepBody>;

export const RestrictionNotice = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  payer: Type.String(),
  address: Type.String({ description: 'Of the room' }),
  payerAddress: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the payer lived, if not in the room: the letter went there',
  }),
  houseServiceId: Id,
  serviceName: Type.String(),
  debt: Type.String({ description: 'Of the service, overdue on `madeOn`' }),
  normCharge: Type.String({
    description: 'The cost of a month by the norm; the debt is above two of them',
  }),
  madeOn: DayText,
  state: NoticeState,
  termEndsOn: Type.Union([DayText, Type.Null()], {
    description: 'The last day of the term that runs: to pay, or of the restriction',
  }),
  nextSteps: Type.Array(NoticeStep),
  steps: Type.Array(
    Type.Object({
      step: NoticeStep,
      on: DayText,
      reference: Type.String(),
      createdBy: Id,
      createdAt: InstantText,
    }),
  ),
  createdBy: Id,
  createdAt: InstantText,
});
export type RestrictionNotice = Static<typeof RestrictionNotice>;

const RestrictableService = Type.Object({
  houseServiceId: Id,
  name: Type.String(),
  debt: MoneyText,
  normCharge: Type.Union([MoneyText, Type.Null()], {
    description: 'The cost of a month by the norm; null if unknown',
  }),
  instalmentUntil: Type.Union([MonthText, Type.Null()], {
    description: 'The last month of an instalment plan that is kept: no notice is made until then',
  }),
  closedOn: Type.Union([DayText, Type.Null()], {
    description: 'The last day of the account, if it is over: no notice is made any more',
  }),
  mayBeWarned: Type.Boolean({
    description:
      'Whether the debt is above two of them, the account is not closed, and no plan is kept',
  }),
});
export type RestrictableService = Static<typeof RestrictableService>;

const NoticesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    state: Type.Optional(NoticeState),
    open: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Whether it has not ended; both by default' }),
    ),
  },
  { additionalProperties: false },
);

export const listRestrictableServices = endpoint({
  id: 'listRestrictableServices',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/restriction-notices/services',
  tag: 'restriction-notices',
  summary: 'List the services of an account that may be restricted',
  description:
    'Services that may be restricted by law and have an overdue debt, with the cost of a month by the norm. Heating, ' +
    'cold water and non-utility services never appear.',
  access: 'viewer',
  query: Type.Object({ personalAccountId: IdText }, { additionalProperties: false }),
  answers: { 200: Type.Object({ items: Type.Array(RestrictableService) }) },
  refusals: ['not-found', 'dependency-unavailable'],
});

export const createRestrictionNotice = endpoint({
  id: 'createRestrictionNotice',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/restriction-notices',
  tag: 'restriction-notices',
  summary: 'Make a notice that a service will be restricted',
  description:
    'As of today in Moscow. Checked in this order: the account, the role, that the service is one of its house and may ' +
    'be restricted by law, the key, that the account is not closed, that no notice about it is open, that no instalment ' +
    'plan of the account is kept, that the cost of a month by the norm is known, that the debt of the service is above two of them.',
  access: 'accountant',
  body: RestrictionNoticeBody,
  idempotent: true,
  answers: { 201: RestrictionNotice },
  refusals: [
    'not-found',
    'service-not-restrictable',
    'account-closed',
    'notice-open',
    'instalment-runs',
    'norm-charge-unknown',
    'debt-below-two-norms',
  ],
});

export const listRestrictionNotices = endpoint({
  id: 'listRestrictionNotices',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/restriction-notices',
  tag: 'restriction-notices',
  summary: 'List restriction notices',
  description: 'Newest first.',
  access: 'viewer',
  query: NoticesQuery,
  answers: { 200: Page(RestrictionNotice) },
  refusals: ['not-found'],
});

export const getRestrictionNotice = endpoint({
  id: 'getRestrictionNotice',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/restriction-notices/:restrictionNoticeId',
  tag: 'restriction-notices',
  summary: 'Get a restriction notice',
  description: 'With its steps.',
  access: 'viewer',
  answers: { 200: RestrictionNotice },
  refusals: ['not-found'],
});

export const getRestrictionLetter = endpoint({
  id: 'getRestrictionLetter',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/restriction-notices/:restrictionNoticeId/letter',
  tag: 'restriction-notices',
  summary: 'Get the letter of a restriction notice as PDF',
  description: 'As the notice was made. The audit log records it.',
  access: 'viewer',
  answers: { 200: fileAnswer(PDF) },
  refusals: ['not-found'],
});

export const addRestrictionNoticeStep = endpoint({
  id: 'addRestrictionNoticeStep',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/restriction-notices/:restrictionNoticeId/steps',
  tag: 'restriction-notices',
  summary: 'Take a step of a restriction notice',
  description:
    'With its day and its document. A service is restricted or suspended after the term to pay is over, and suspended ' +
    'after the term of its restriction. Checked in this order: that the day is not after today, the notice, the role, ' +
    'the key, the order of the steps and of their days, the terms, that the account is not closed on that day and no ' +
    'instalment plan is kept (otherwise only an end may follow).',
  access: 'accountant',
  body: NoticeStepBody,
  idempotent: true,
  answers: { 201: RestrictionNotice },
  refusals: [
    'not-found',
    'step-out-of-order',
    'term-runs',
    'account-closed',
    'instalment-runs',
    'law-not-known',
  ],
});
