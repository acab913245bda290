// Restriction notices: debtors are warned that a utility service will be restricted, and what came of it.
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

/** Which steps may come after each state. A service that cannot be restricted is suspended at once. */
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
  address: Type.String(),
  houseServiceId: Id,
  serviceName: Type.String(),
  debt: Type.String({ description: 'Of the service, overdue on `madeOn`' }),
  normCharge: Type.String({ description: 'A month of it by the norm; the debt is above two' }),
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
    description: 'A month by the norm; null where it cannot be told',
  }),
  instalmentUntil: Type.Union([MonthText, Type.Null()], {
    description: 'The last month of an instalment plan that is kept: nobody is warned meanwhile',
  }),
  mayBeWarned: Type.Boolean({
    description: 'Whether the debt is above two of them, and no plan is kept',
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
      Type.Enum(['true', 'false'], { description: 'Whether it has not ended; both when left out' }),
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
    'Those that the law allows to restrict and of which something is overdue, with what a month costs by the norm. Heating, cold ' +
    'water and what is no utility never appear.',
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
    'As of today in Moscow. Checked in this order: the account, the role, the service is one of its house, the law allows to ' +
    'restrict it, the key, no notice about it is open, no instalment plan of the account is kept, a month by the norm is known, ' +
    'the debt of the service is above two.',
  access: 'accountant',
  body: RestrictionNoticeBody,
  idempotent: true,
  answers: { 201: RestrictionNotice },
  refusals: [
    'not-found',
    'service-not-restrictable',
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
    'With its day and its document. A service is restricted or suspended after the term to pay is over, and suspended after ' +
    'the term of its restriction. Checked in this order: the day is not after today, the notice, the role, the key, the order ' +
    'of the steps, of their days, the terms, and that no instalment plan is kept: only an end follows then.',
  access: 'accountant',
  body: NoticeStepBody,
  idempotent: true,
  answers: { 201: RestrictionNotice },
  refusals: ['not-found', 'step-out-of-order', 'term-runs', 'instalment-runs', 'law-not-known'],
});
