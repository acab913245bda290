// Payees other than the organization: who gets what is paid for a service, such as the special account for major repairs.
import Type, { type Static, type StaticDecode } from 'typebox';
import { BankDetails, BankDetailsBody, Kpp } from '../core/organizations.ts';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Decimal, Id, IdText, Inn, Line, Nullable } from '../scalars.ts';

const PayeeFields = {
  name: Line(300),
  inn: Inn,
  kpp: Type.Optional(Nullable(Kpp)),
  bankDetails: Type.Optional(Nullable(BankDetailsBody)),
  agencyReward: Type.Optional(Nullable(Decimal({ places: 2, from: '0', to: '100', unit: '%' }))),
};

export const PayeeBody = Type.Object(
  { organizationId: Type.Optional(Id), ...PayeeFields },
  { additionalProperties: false },
);

/** PUT replaces: a field that is left out becomes null. */
export const PayeeChange = Type.Object(PayeeFields, { additionalProperties: false });
export type PayeeChange = StaticDecode<typeof PayeeChange>;

export const Payee = Type.Object({
  id: Id,
  organizationId: Id,
  name: Type.String(),
  inn: Type.String(),
  kpp: Nullable(Type.String()),
  bankDetails: BankDetails,
  agencyReward: Type.Union([Type.String(), Type.Null()], {
    description:
      'The part of payments that the organization keeps, in per cent with two places; null: nothing',
  }),
});
export type Payee = Static<typeof Payee>;

const PayeesQuery = Type.Object(
  { ...PageQuery, organizationId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const listPayees = endpoint({
  id: 'listPayees',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/payees',
  tag: 'payees',
  summary: 'List payees',
  description: 'Of the caller’s organizations, in the order of ids.',
  access: 'viewer',
  query: PayeesQuery,
  answers: { 200: Page(Payee) },
  refusals: ['not-found'],
});

export const createPayee = endpoint({
  id: 'createPayee',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/payees',
  tag: 'payees',
  summary: 'Add a payee',
  description:
    'Without `organizationId` it is the caller’s only organization’s. Check digits and bank accounts are checked after ' +
    'the shape, and every wrong one is named. Receipts need all bank details of a payee; a service may name it before ' +
    'they are complete.',
  access: 'owner',
  body: PayeeBody,
  answers: { 201: Payee },
  refusals: ['not-found', 'organization-required'],
});

export const getPayee = endpoint({
  id: 'getPayee',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/payees/:payeeId',
  tag: 'payees',
  summary: 'Get a payee',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Payee },
  refusals: ['not-found'],
});

export const replacePayee = endpoint({
  id: 'replacePayee',
  service: 'billing',
  method: 'PUT',
  path: '/api/billing/payees/:payeeId',
  tag: 'payees',
  summary: 'Replace a payee',
  description:
    'A field that is left out becomes null. Receipts and reports, also of earlier months, show its current data.',
  access: 'owner',
  body: PayeeChange,
  ifMatch: true,
  answers: { 200: Payee },
  refusals: ['not-found'],
});

export const deletePayee = endpoint({
  id: 'deletePayee',
  service: 'billing',
  method: 'DELETE',
  path: '/api/billing/payees/:payeeId',
  tag: 'payees',
  summary: 'Delete a payee',
  description:
    'Only one that no house service names, as the core-service confirms first, and that no charge was ever made for.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'payee-in-use'],
});
