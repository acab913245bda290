// Organizations, which manage houses. PUT replaces: a field that is left out becomes null.
import Type, { type Static, type StaticDecode } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { Decimal, Email, Id, Inn, InstantText, Line, MoneyText, Nullable } from '../scalars.ts';

export const Kpp = Type.String({ pattern: '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$' });
const OGRN = Type.String({ pattern: '^([0-9]{13}|[0-9]{15})$', description: '13 or 15 digits' });
const BIC = Type.String({ pattern: '^[0-9]{9}$', description: '9 digits' });
const BankAccount = Type.String({ pattern: '^[0-9]{20}$', description: '20 digits' });

function optional<T extends Type.TSchema>(schema: T) {
  return Type.Optional(Nullable(schema));
}

export const BankDetailsBody = Type.Object(
  {
    bankName: optional(Line(200)),
    bic: optional(BIC),
    settlementAccount: optional(BankAccount),
    correspondentAccount: optional(BankAccount),
  },
  { additionalProperties: false },
);

/** The body of POST and PUT. Checksums are verified after the shape, and every wrong one is reported. */
export const OrganizationBody = Type.Object(
  {
    name: Line(300),
    shortName: optional(Line(100)),
    inn: optional(Inn),
    kpp: optional(Kpp),
    ogrn: optional(OGRN),
    legalAddress: optional(Line(500)),
    phone: optional(Line(50)),
    email: optional(Email),
    website: optional(Line(200)),
    bankDetails: optional(BankDetailsBody),
    confirmAbove: optional(Decimal({ places: 2, from: '0', to: '999999999.99', unit: 'roubles' })),
    stepUpAbove: optional(Decimal({ places: 2, from: '0', to: '999999999.99', unit: 'roubles' })),
  },
  { additionalProperties: false },
);
export type OrganizationBody = StaticDecode<typeof OrganizationBody>;

export const BankDetails = Type.Object({
  bankName: Nullable(Type.String()),
  bic: Nullable(Type.String()),
  settlementAccount: Nullable(Type.String()),
  correspondentAccount: Nullable(Type.String()),
});
export type BankDetails = Static<typeof BankDetails>;

export const Organization = Type.Object({
  id: Id,
  name: Type.String(),
  shortName: Nullable(Type.String()),
  inn: Nullable(Type.String()),
  kpp: Nullable(Type.String()),
  ogrn: Nullable(Type.String()),
  legalAddress: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  website: Nullable(Type.String()),
  bankDetails: BankDetails,
  confirmAbove: Type.Union([MoneyText, Type.Null()], {
    description:
      'Roubles: an adjustment above it, whatever its sign, waits until a second person confirms it; null: no limit',
  }),
  stepUpAbove: Type.Union([MoneyText, Type.Null()], {
    description:
      'Roubles: a payment, an adjustment or a storno above it, whatever its sign, needs a second factor proved within the ' +
      'last ten minutes; null: no limit',
  }),
  /** The caller's role here. */
  role: OrganizationRole,
  createdAt: InstantText,
  updatedAt: InstantText,
});
export type Organization = Static<typeof Organization>;

export const listOrganizations = endpoint({
  id: 'listOrganizations',
  service: 'core',
  method: 'GET',
  path: '/api/organizations',
  tag: 'organizations',
  summary: 'List the user’s organizations',
  description:
    'All of them, unpaged, in the order of ids. An admin of the platform sees every organization.',
  access: 'user',
  answers: { 200: Type.Array(Organization) },
  refusals: [],
});

export const createOrganization = endpoint({
  id: 'createOrganization',
  service: 'core',
  method: 'POST',
  path: '/api/organizations',
  tag: 'organizations',
  summary: 'Create an organization',
  description:
    'Its creator becomes its owner. A field that is left out becomes null. Check digits and bank accounts are ' +
    'checked after the shape, and every wrong one is named.',
  access: 'user',
  peopleOnly: true,
  body: OrganizationBody,
  answers: { 201: Organization },
  refusals: [],
});

export const getOrganization = endpoint({
  id: 'getOrganization',
  service: 'core',
  method: 'GET',
  path: '/api/organizations/:organizationId',
  tag: 'organizations',
  summary: 'Get an organization',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: Organization },
  refusals: ['not-found'],
});

export const replaceOrganization = endpoint({
  id: 'replaceOrganization',
  service: 'core',
  method: 'PUT',
  path: '/api/organizations/:organizationId',
  tag: 'organizations',
  summary: 'Replace an organization',
  description:
    'A field that is left out becomes null. The rules are those of a new one. Raising or removing `stepUpAbove` needs a ' +
    'proof of the second factor first.',
  access: 'owner',
  body: OrganizationBody,
  ifMatch: true,
  answers: { 200: Organization },
  refusals: ['not-found', 'step-up-needed', 'step-up-by-person'],
});

export const deleteOrganization = endpoint({
  id: 'deleteOrganization',
  service: 'core',
  method: 'DELETE',
  path: '/api/organizations/:organizationId',
  tag: 'organizations',
  summary: 'Delete an organization',
  description:
    'Only one that has no houses. Its memberships, invitations and reports of imports are deleted too.',
  access: 'owner',
  peopleOnly: true,
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'organization-has-houses', 'has-children'],
});
