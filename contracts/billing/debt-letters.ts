// Letters to many debtors, made as a job: claim letters or restriction notices as one file, and who was left out and why.
import Type, { type Static, type StaticDecode } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { Page, PageQuery } from '../page.ts';
import { AccountWords, BooleanText, Decimal, Id, IdText, MoneyText, Nullable } from '../scalars.ts';
import { JobStatus } from './calculation-jobs.ts';
import { FileForm, KeptFileFields, ZIP } from './kept-files.ts';
import { PDF } from './receipts.ts';

export const DebtLetterKind = Type.Enum(['claim', 'restriction'], {
  description:
    '`claim`: a claim letter of all that is overdue; `restriction`: a restriction notice of each service that may be restricted',
});
export type DebtLetterKind = Static<typeof DebtLetterKind>;

/** Why a debtor gets no letter, in the order in which it is checked. */
export const LEFT_OUT = [
  'address-unknown',
  'instalment-runs',
  'case-open',
  'nothing-overdue',
  'letter-term-runs',
  'account-closed',
  'nothing-restrictable',
  'notice-open',
  'norm-charge-unknown',
  'debt-below-two-norms',
] as const;
export const LeftOut = Type.Enum(LEFT_OUT, {
  description:
    '`address-unknown`: the account is no longer in the registry, or has no address. `instalment-runs`: a plan is kept. Of ' +
    'claim letters: `case-open`: a court case goes on, with a letter of its own; `nothing-overdue`: penalties, court fees or what ' +
    'an advance covers; `letter-term-runs`: a claim letter of the last 30 days gives time to pay. Of restriction notices: ' +
    '`account-closed`: nothing can be restricted to somebody who has left; `nothing-restrictable`: nothing is overdue of a service that may be restricted; of all those services: `notice-open`, ' +
    '`norm-charge-unknown`, `debt-below-two-norms`',
});
export type LeftOut = Static<typeof LeftOut>;

/** `organizationId`, or `houseIds` of one organization, or both; filtered like the report of debtors. */
export const DebtLettersRequest = Type.Object(
  {
    organizationId: Type.Optional(Id),
    houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
    minMonths: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 999, description: 'Overdue months; 0 by default' }),
    ),
    minDebt: Type.Optional(Decimal({ places: 2, from: '0', to: '999999999999.99' })),
    search: Type.Optional(AccountWords),
    kind: DebtLetterKind,
    form: FileForm,
    dryRun: Type.Optional(
      Type.Boolean({
        description: 'Only lists who would get a letter: no letter or notice is made',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DebtLettersRequest = StaticDecode<typeof DebtLettersRequest>;

export const DebtLetters = Type.Object({
  id: Id,
  organizationId: Id,
  kind: DebtLetterKind,
  form: FileForm,
  dryRun: Type.Boolean(),
  status: JobStatus,
  houseIds: Type.Array(Id, { description: 'In the order of the letters' }),
  minMonths: Type.Integer(),
  minDebt: MoneyText,
  madeOn: Type.String({
    format: 'date',
    description: 'The day as of which the letters state debts',
  }),
  totalAccounts: Type.Integer({ description: 'The number of debtors when the job was requested' }),
  judgedAccounts: Type.Integer({ description: 'Those checked so far' }),
  leftOut: Type.Integer({ description: 'Those of them that get no letter' }),
  letters: Type.Integer({ description: 'Letters to be made; an account may get several' }),
  drawnLetters: Type.Integer(),
  ...KeptFileFields,
});
export type DebtLetters = Static<typeof DebtLetters>;

export const DebtLetterAccount = Type.Object({
  position: Type.Integer({ description: 'From 1, in the order of the file' }),
  personalAccountId: Id,
  houseId: Id,
  accountNumber: Type.String(),
  payer: Type.String(),
  address: Type.String(),
  debt: Type.String({ description: 'All that the account owes' }),
  leftOut: Nullable(LeftOut),
  restrictionNoticeIds: Type.Array(Id, { description: 'The notices that were made with it' }),
});
export type DebtLetterAccount = Static<typeof DebtLetterAccount>;

export const ClaimLetter = Type.Object({
  debtLettersId: Id,
  personalAccountId: Id,
  houseId: Id,
  accountNumber: Type.String({ description: 'As it was on the day, as are the next two' }),
  payer: Type.String(),
  address: Type.String(),
  madeOn: Type.String({ format: 'date' }),
  principal: MoneyText,
  penalty: MoneyText,
  total: MoneyText,
});
export type ClaimLetter = Static<typeof ClaimLetter>;

export const createDebtLetters = endpoint({
  id: 'createDebtLetters',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/debt-letters',
  tag: 'debt-letters',
  summary: 'Make letters to many debtors as one file',
  description:
    'To the debtors of all houses of `organizationId`, or of `houseIds`, as of today in Moscow, narrowed by overdue ' +
    'months, debt and words. Queues a job and answers it; the same request while it waits answers that job. Houses are ' +
    'sorted by street and number, their accounts by room. Restriction notices follow the rules of single ones; every ' +
    'debtor left out is listed with the reason. With `dryRun` it only makes the list. Checked in this order: ' +
    'contradictory fields, the house or organization, the role, that the houses are the organization’s, that there are ' +
    'debtors, at most 20,000, the idempotency key, the number of waiting jobs.',
  access: 'accountant',
  body: DebtLettersRequest,
  idempotent: true,
  answers: { 202: DebtLetters },
  refusals: [
    'not-found',
    'unprocessable-reference',
    'no-debt',
    'too-much-at-once',
    'too-many-jobs',
  ],
});

export const listDebtLetters = endpoint({
  id: 'listDebtLetters',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-letters',
  tag: 'debt-letters',
  summary: 'List letters to many debtors',
  description: 'Newest first, dry runs and those whose file is no longer kept too.',
  access: 'viewer',
  query: Type.Object(
    { ...PageQuery, organizationId: Type.Optional(IdText) },
    { additionalProperties: false },
  ),
  answers: { 200: Page(DebtLetters) },
  refusals: ['not-found'],
});

export const getDebtLetters = endpoint({
  id: 'getDebtLetters',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-letters/:debtLettersId',
  tag: 'debt-letters',
  summary: 'Get letters to many debtors with their progress',
  description: 'The progress of the job, and how many debtors are left out.',
  access: 'viewer',
  answers: { 200: DebtLetters },
  refusals: ['not-found'],
});

export const listDebtLetterAccounts = endpoint({
  id: 'listDebtLetterAccounts',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-letters/:debtLettersId/accounts',
  tag: 'debt-letters',
  summary: 'List the debtors of the letters, and those left out',
  description:
    'In the order of the file, each left out with its reason; `leftOut=true` or `false` narrows it. A job that failed or was ' +
    'cancelled has none.',
  access: 'viewer',
  query: Type.Object(
    { ...PageQuery, leftOut: Type.Optional(BooleanText) },
    { additionalProperties: false },
  ),
  answers: { 200: Page(DebtLetterAccount) },
  refusals: ['not-found'],
});

export const fetchDebtLetters = endpoint({
  id: 'fetchDebtLetters',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-letters/:debtLettersId/file',
  tag: 'debt-letters',
  summary: 'Download a file of letters',
  description:
    'Sent as it is read. The audit log records it. While the job is under way, and once the file is no longer kept, ' +
    '`file-not-there`.',
  access: 'viewer',
  answers: { 200: fileAnswer(PDF, ZIP) },
  refusals: ['not-found', 'file-not-there'],
});

export const cancelDebtLetters = endpoint({
  id: 'cancelDebtLetters',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/debt-letters/:debtLettersId/cancel',
  tag: 'debt-letters',
  summary: 'Cancel letters to many debtors',
  description:
    'What has been made is deleted, with the restriction notices that have no steps yet.',
  access: 'accountant',
  answers: { 200: DebtLetters },
  refusals: ['not-found', 'job-finished'],
});

export const listClaimLetters = endpoint({
  id: 'listClaimLetters',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-letters/claims',
  tag: 'debt-letters',
  summary: 'List the claim letters to an account',
  description:
    'Newest first: those of all jobs that were not dry runs, also once their file is no longer kept. The letter of a court case is ' +
    'among its documents.',
  access: 'viewer',
  query: Type.Object({ ...PageQuery, personalAccountId: IdText }, { additionalProperties: false }),
  answers: { 200: Page(ClaimLetter) },
  refusals: ['not-found'],
});

export const getClaimLetter = endpoint({
  id: 'getClaimLetter',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/debt-letters/:debtLettersId/claims/:personalAccountId',
  tag: 'debt-letters',
  summary: 'Get a claim letter as a PDF',
  description:
    'Made from the data stored with it, with the current name of the sender. The audit log records it.',
  access: 'viewer',
  answers: { 200: fileAnswer(PDF) },
  refusals: ['not-found'],
});
