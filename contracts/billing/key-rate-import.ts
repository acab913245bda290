// The import of the Bank of Russia's key rate: what asking it now has come to.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { DayText, DecimalText, Id, InstantText, Nullable } from '../scalars.ts';
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

const BankRate = Type.Object({ baseCbrRate: DecimalText, on: DayText });

/** The answer of POST /api/billing/penalty-rates/import */
export const KeyRateImport = Type.Object({
  outcome: ImportOutcome,
  bankRate: BankRate,
  added: Type.Array(PenaltyRate, { description: 'In order of days; the last one is open' }),
  open: Nullable(PenaltyRate),
  detail: Nullable(Type.String({ description: 'What a person should know, in words' })),
});
export type KeyRateImport = Static<typeof KeyRateImport>;

export const ListImportRunsQuery = Type.Object(PageQuery, { additionalProperties: false });

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
