// Corrections: months that are in the ledger are computed again, and the difference is charged in the next month.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import {
  DecimalText,
  Id,
  IdText,
  InstantText,
  Line,
  Month,
  MoneyText,
  MonthText,
  Nullable,
} from '../scalars.ts';
import { SkippedAccount } from './skipped-accounts.ts';

/** Both months are inclusive. */
export const CreateCorrection = Type.Object(
  {
    houseId: Id,
    periodFrom: Month,
    periodTo: Month,
    reason: Line(500),
    dryRun: Type.Optional(Type.Boolean({ description: 'Tells the differences, charges nothing' })),
  },
  { additionalProperties: false },
);

/** One line of one service of one account in one corrected month. */
export const CorrectionLine = Type.Object({
  chargeId: Nullable(Id),
  personalAccountId: Id,
  accountNumber: Type.String(),
  houseServiceId: Id,
  serviceCode: Type.String(),
  serviceName: Type.String(),
  correctedPeriod: MonthText,
  booked: MoneyText,
  replayed: MoneyText,
  amount: MoneyText,
  consumption: DecimalText,
  unit: Type.String(),
  stood: Type.Array(Type.Object({ chargeId: Id, period: MonthText, amount: MoneyText }), {
    description: 'The charges that stood for it: its own, and what earlier corrections have added',
  }),
});
export type CorrectionLine = Static<typeof CorrectionLine>;

const Asked = {
  houseId: Id,
  organizationId: Id,
  periodFrom: MonthText,
  periodTo: MonthText,
  reason: Type.String(),
};
const Sums = { lineCount: Type.Integer(), amount: MoneyText };

export const Correction = Type.Object({
  id: Id,
  ...Asked,
  /** The next month, in which the differences are charged. */
  period: MonthText,
  billingCycleId: Id,
  ...Sums,
  createdAt: InstantText,
});
export type Correction = Static<typeof Correction>;

const Lines = Type.Array(CorrectionLine, {
  description: 'In the order of accounts, services and months',
});

export const CorrectionWithLines = Type.Object({ ...Correction.properties, lines: Lines });
export type CorrectionWithLines = Static<typeof CorrectionWithLines>;

/** What a correction has charged, or a dry run would; `id` is null when nothing was charged. */
export const CorrectionOutcome = Type.Object({
  id: Nullable(Id),
  ...Asked,
  /** The next month, in which the differences are charged. */
  period: MonthText,
  dryRun: Type.Boolean(),
  months: Type.Array(MonthText, { description: 'Those that were computed again' }),
  accounts: Type.Integer(),
  ...Sums,
  lines: Lines,
  skippedCount: Type.Integer(),
  skipped: Type.Array(Type.Object({ ...SkippedAccount.properties, period: MonthText }), {
    description: 'The first 1,000 accounts that could not be computed again: they keep what stands',
  }),
});
export type CorrectionOutcome = Static<typeof CorrectionOutcome>;

export const ListCorrectionsQuery = Type.Object(
  { ...PageQuery, houseId: IdText },
  { additionalProperties: false },
);

export const CorrectionParams = Type.Object({ correctionId: IdText });
