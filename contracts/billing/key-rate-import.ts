// The import of the Bank of Russia's key rate: the outcome of requesting it now.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { DayText, DecimalIn, Id, InstantText, Nullable } from '../scalars.ts';
import { PenaltyRate } from './penalty-rates.ts';

/** Only `added` changes the penalty rates. */
export const ImportOutcome = Type.Union([
  Type.Literal('added'),
  Type.Literal('unchanged'),
  Type.Literal('manual'),
  Type.Literal('covered'),
  Type.Literal('outdated'),
  Type.Literal('contradicted'),
  Type.Literal('quarantined'),
]);
export type ImportOutcome = Static<typeof ImportOutcome>;

/** What a person should know about a response, or why there was none. */
export const KeyRateRemark = Type.Object({
  code: Type.Union([
    Type.Literal('rate-differs', { description: 'From the open rate, or from the last one' }),
    Type.Literal('last-rate-holds', { description: 'No rate is open, and none is needed yet' }),
    Type.Literal('days-uncovered', { description: 'Between the last rate and the new one' }),
    Type.Literal('other-rate-named', { description: 'Which the reference does not have' }),
    Type.Literal('may-have-begun-earlier', {
      description: 'The answer does not reach back to the rate before',
    }),
    Type.Literal('bank-unavailable'),
    Type.Literal('bank-fault', { description: 'The bank answers that it failed' }),
    Type.Literal('answer-unusable'),
  ]),
  facts: Type.Object({
    bankRate: Type.Optional(DecimalIn('per cent')),
    since: Type.Optional(DayText),
    ourRate: Type.Optional(DecimalIn('per cent')),
    ourSince: Type.Optional(DayText),
    until: Type.Optional(DayText),
    fault: Type.Optional(Type.String({ description: 'Technical, in English' })),
  }),
});
export type KeyRateRemark = Static<typeof KeyRateRemark>;

const BankRate = Type.Object({ baseCbrRate: DecimalIn('per cent'), on: DayText });

export const KeyRateImport = Type.Object({
  outcome: ImportOutcome,
  bankRate: BankRate,
  added: Type.Array(PenaltyRate, { description: 'In order of days; the last one is open' }),
  open: Nullable(PenaltyRate),
  remarks: Type.Array(KeyRateRemark),
});
export type KeyRateImport = Static<typeof KeyRateImport>;

const RunsQuery = Type.Object(PageQuery, { additionalProperties: false });

/** The outcome of one request to the bank; `failed` if there was no usable response. */
export const KeyRateImportRun = Type.Object({
  id: Id,
  finishedAt: InstantText,
  outcome: Type.Union([ImportOutcome, Type.Literal('failed')]),
  bankRate: Nullable(BankRate),
  remarks: Type.Array(KeyRateRemark),
  requestedBy: Nullable(Id),
});
export type KeyRateImportRun = Static<typeof KeyRateImportRun>;

export const importKeyRate = endpoint({
  id: 'importKeyRate',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/penalty-rates/import',
  tag: 'penalty-rates',
  summary: 'Import the key rate of the Bank of Russia now',
  description:
    'A change is added to the reference, but never replaces a rate entered by a person. `conflict` if the import is ' +
    'switched off, `dependency-unavailable` if the bank gives no usable answer.',
  access: 'admin',
  answers: { 200: KeyRateImport },
  refusals: ['conflict'],
});

export const listKeyRateImports = endpoint({
  id: 'listKeyRateImports',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalty-rates/imports',
  tag: 'penalty-rates',
  summary: 'List the imports of the key rate',
  description: 'Every request to the bank and its outcome; newest first.',
  access: 'admin',
  query: RunsQuery,
  answers: { 200: Page(KeyRateImportRun) },
  refusals: [],
});
