// The import of the Bank of Russia's key rate: what asking it now has come to.
import Type, { type Static } from 'typebox';
import { DayText, DecimalText, Nullable } from '../scalars.ts';
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

/** The answer of POST /api/billing/penalty-rates/import */
export const KeyRateImport = Type.Object({
  outcome: ImportOutcome,
  bankRate: Type.Object({
    baseCbrRate: DecimalText,
    on: DayText,
  }),
  added: Type.Array(PenaltyRate, { description: 'In order of days; the last one is open' }),
  open: Nullable(PenaltyRate),
  detail: Nullable(Type.String({ description: 'What a person should know, in words' })),
});
export type KeyRateImport = Static<typeof KeyRateImport>;
