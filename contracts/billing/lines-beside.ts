// What the lines that accompany a charge follow from: acts that take some of it back, and benefits that lower it.
import { BENEFIT_LIMITS } from '@kvartplata/domain/regulation/benefit/benefit.ts';
import { BENEFIT_CATEGORIES } from '@kvartplata/domain/regulation/benefit/categories.ts';
import { ACT_KINDS, QUALITY_STANDARDS } from '@kvartplata/domain/regulation/quality/service-act.ts';
import Type from 'typebox';
import { DayText, DecimalText, MonthText } from '../scalars.ts';

export const RoublesPerUnit = Type.String({ description: 'Roubles per unit, 4 places' });

const Days = { from: DayText, to: DayText };
const MoscowTime = Type.String({ description: 'By the clock in Moscow, as 2026-01-05T08:00:00' });

/** What acts on the service take back from the month's charge. Its `parts` are empty. */
export const ChargeActs = Type.Object({
  standard: Type.Enum(QUALITY_STANDARDS, { description: 'The section of appendix 1' }),
  period: MonthText,
  charged: Type.Array(Type.Object(Days), {
    description: 'The days that the account is charged for',
  }),
  charge: Type.String({ description: 'Roubles: by appendix 2, with what K adds' }),
  most: Type.Optional(
    Type.String({ description: 'Roubles: what absences leave, the most that is taken back' }),
  ),
  acts: Type.Array(
    Type.Object({
      kind: Type.Enum(ACT_KINDS),
      from: MoscowTime,
      to: MoscowTime,
      measured: Type.Optional(DecimalText),
      required: Type.Optional(DecimalText),
      allowedHours: Type.Optional(Type.Integer()),
    }),
  ),
  prices: Type.Optional(
    Type.Array(Type.Object({ ...Days, tariff: RoublesPerUnit, coldTariff: RoublesPerUnit }), {
      description: 'Of days on which hot water is paid as cold water',
    }),
  ),
});

/** What benefits take off the month's charge. Its `parts` are those of each benefit. */
export const ChargeBenefits = Type.Object({
  charge: Type.String({ description: 'Roubles: of the service, without what K adds' }),
  left: Type.Optional(
    Type.String({
      description: 'Roubles: what absences and acts leave of it, where they take back',
    }),
  ),
  benefits: Type.Array(
    Type.Object({
      category: Type.Enum(BENEFIT_CATEGORIES),
      share: DecimalText,
      persons: Type.Integer({ description: 'The entitled' }),
      limit: Type.Enum(BENEFIT_LIMITS),
      document: Type.String(),
      amount: Type.String({ description: 'Roubles: what it takes off' }),
      parts: Type.Array(
        Type.Object({
          ...Days,
          days: Type.Integer(),
          charge: Type.String({ description: 'Roubles: of the part of the charge' }),
          ofDays: Type.Optional(
            Type.Integer({ description: 'The days of that part, if they are more' }),
          ),
          months: Type.Optional(
            Type.String({
              description: 'Of a year: how many months the days are, a decimal or a fraction',
            }),
          ),
          ofMonths: Type.Optional(Type.String({ description: 'Of a year: those of that part' })),
          residents: Type.Integer(),
          volume: Type.Optional(
            Type.String({
              description: 'Of all residents: a decimal, or a fraction such as `1/3`',
            }),
          ),
          norm: Type.Optional(DecimalText),
          normBasis: Type.Optional(Type.String()),
          area: Type.Optional(
            Type.String({
              description: 'Square metres of the account, if the social norm is the limit',
            }),
          ),
          countedArea: Type.Optional(
            Type.String({ description: 'Square metres that count for so many residents' }),
          ),
        }),
      ),
    }),
  ),
});
