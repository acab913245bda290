// The import of the Bank of Russia's key rate: what asking it now has come to.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { DayText, DecimalIn, Id, InstantText, Nullable } from '../scalars.ts';
import { PenaltyRate } from './penalty-rates.ts';

/** Only `added` changes the reference. */
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

const BankRate = Type.Object({ baseCbrRate: DecimalIn('per cent'), on: DayText });

export const KeyRateImport = Type.Object({
  outcome: ImportOutcome,
  bankRate: BankRate,
  added: Type.Array(PenaltyRate, { description: 'In order of days; the last one is open' }),
  open: Nullable(PenaltyRate),
  detail: Nullable(Type.String({ description: 'A remark in words' })),
});
export type KeyRateImport = Static<typeof KeyRateImport>;

const RunsQuery = Type.Object(PageQuery, { additionalProperties: false });

/** What came of asking the bank once; `failed` when it gave no usable answer. */
export const KeyRateImportRun = Type.Object({
  id: Id,
  finishedAt: InstantText,
  outcome: Type.Union([ImportOutcome, Type.Literal('failed')]),
  bankRate: Nullable(BankRate),
  detail: Nullable(Type.String()),
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
    'A change is taken over into the reference, never over a rate that a person has entered. `conflict` where the import is ' +
    'switched off, `dependency-unavailable` where the bank gives no usable answer.',
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
