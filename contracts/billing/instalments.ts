// Instalments: plans to pay the debts of some months in parts, with interest and without new penalties.
import { FEWEST_MONTHS, MOST_MONTHS } from '@kvartplata/domain/regulation/instalment/schedule.ts';
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  Day,
  DayText,
  Decimal,
  DecimalText,
  Id,
  IdText,
  Line,
  MoneyText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';

export const InstalmentState = Type.Enum(['active', 'kept', 'broken', 'cancelled'], {
  description:
    '`active` while it runs; `kept` when all of it is paid; `broken` since a part was not paid by its due day; `cancelled` by a person',
});
export type InstalmentState = Static<typeof InstalmentState>;

export const InstalmentBody = Type.Object(
  {
    personalAccountId: Id,
    months: Type.Integer({
      minimum: FEWEST_MONTHS,
      maximum: MOST_MONTHS,
      description: 'The number of months, from that of `startsOn` on',
    }),
    startsOn: Day,
    annualInterest: Type.Optional(
      Decimal({ places: 4, from: '0', to: '100', unit: 'per cent a year' }),
    ),
    periods: Type.Array(Month, {
      minItems: 1,
      maxItems: 600,
      uniqueItems: true,
      description: 'The months whose debts the plan covers, as far as anything is owed of them',
    }),
    basis: Type.Optional(Nullable(Line(200))),
  },
  { additionalProperties: false },
);
export type InstalmentBody = StaticDecode<typeof InstalmentBody>;

export const InstalmentPart = Type.Object({
  period: MonthText,
  dueDate: DayText,
  principal: Type.String({ description: 'The part of the debt, in roubles' }),
  interest: Type.String({
    description: 'By the schedule, or as it was booked once it is; in roubles',
  }),
  isInterestBooked: Type.Boolean(),
  left: Type.String({ description: 'Of the debt by the schedule once the part is paid' }),
  paid: Type.String({ description: 'Of `principal`' }),
  state: Type.Enum(['paid', 'due', 'missed', 'ended'], {
    description: '`missed`: the plan ended with it; `ended`: the plan ended before it was due',
  }),
});
export type InstalmentPart = Static<typeof InstalmentPart>;

export const Instalment = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.Optional(Type.String({ description: 'In lists, as are the next two' })),
  payer: Type.Optional(Type.String()),
  address: Type.Optional(Type.String({ description: 'Of the house, and the room' })),
  state: InstalmentState,
  startsOn: DayText,
  endedOn: Type.Union([DayText, Type.Null()], {
    description:
      'The last day on which the covered debt bore no penalty; null while the plan is active, and if it was cancelled ' +
      'before its first day',
  }),
  months: Type.Integer(),
  annualInterest: DecimalText,
  highestInterest: Type.String({
    description: 'The legal maximum on the first day: the key rate plus three points',
  }),
  amount: Type.String({ description: 'The debt that it covers, in roubles' }),
  interest: Type.String({ description: 'Of all its months by the schedule, in roubles' }),
  paid: MoneyText,
  left: MoneyText,
  debts: Type.Array(Type.Object({ period: MonthText, amount: MoneyText }), {
    description: 'The debt of each month when the plan was made',
  }),
  schedule: Type.Array(InstalmentPart),
  basis: Type.Union([Type.String(), Type.Null()], { description: 'The document' }),
  createdBy: Id,
  createdAt: Type.String({ format: 'date-time' }),
  cancelledBy: Type.Union([Id, Type.Null()]),
  cancelReason: Type.Union([Type.String(), Type.Null()]),
});
export type Instalment = Static<typeof Instalment>;

/** The reason is optional: a request without a body cancels a plan too. */
export const InstalmentCancellation = Type.Object(
  { reason: Type.Optional(Line(500)) },
  { additionalProperties: false },
);

const InstalmentsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    state: Type.Optional(InstalmentState),
  },
  { additionalProperties: false },
);

export const createInstalment = endpoint({
  id: 'createInstalment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/instalments',
  tag: 'instalments',
  summary: 'Agree on a plan of instalments',
  description:
    'Equal parts of what is owed of `periods`, the first due with the charges of the month of `startsOn`, each with a ' +
    'twelfth of the year’s interest on what is still owed. `annualInterest` is by default the legal maximum, the key ' +
    'rate of `startsOn` plus three points. From `startsOn` on the covered debt bears no new penalty, until a part is ' +
    'not paid by its due day along with the current charges. Checked in this order: the account, the role, the first ' +
    'day, the interest, the key, the first month, that the account has no other plan, that something is owed of each ' +
    'of the months.',
  access: 'accountant',
  body: InstalmentBody,
  idempotent: true,
  answers: { 201: Instalment },
  refusals: [
    'not-found',
    'rate-missing',
    'month-out-of-range',
    'month-closed',
    'instalment-exists',
  ],
});

export const listInstalments = endpoint({
  id: 'listInstalments',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/instalments',
  tag: 'instalments',
  summary: 'List plans of instalments',
  description: 'Newest first, each as it stands today.',
  access: 'viewer',
  query: InstalmentsQuery,
  answers: { 200: Page(Instalment) },
  refusals: ['not-found'],
});

export const getInstalment = endpoint({
  id: 'getInstalment',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/instalments/:instalmentId',
  tag: 'instalments',
  summary: 'Get a plan of instalments',
  description: 'Its schedule month by month, and how far it is paid.',
  access: 'viewer',
  answers: { 200: Instalment },
  refusals: ['not-found'],
});

export const cancelInstalment = endpoint({
  id: 'cancelInstalment',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/instalments/:instalmentId/cancel',
  tag: 'instalments',
  summary: 'Cancel a plan of instalments',
  description:
    'From today on its debt bears penalties like any other. Its interest in months that are not closed is reversed.',
  access: 'accountant',
  body: Nullable(InstalmentCancellation),
  idempotent: true,
  answers: { 200: Instalment },
  refusals: ['not-found', 'instalment-over'],
});
