// What the catalogue says about a service: in the service's own record and, in the billing snapshot, for each house that has it.
import { SERVICE_KINDS } from '@kvartplata/domain/charging/house-facts.ts';
import { QUALITY_STANDARDS } from '@kvartplata/domain/regulation/quality/service-act.ts';
import Type from 'typebox';
import { DayText, DecimalText, Nullable } from '../scalars.ts';

export const ServiceFacts = {
  code: Type.String(),
  name: Type.String({ description: 'As a receipt names it' }),
  unit: Type.String(),
  precision: Type.Integer({ description: 'Decimal places of a volume' }),
  kind: Type.Enum(SERVICE_KINDS, {
    description:
      'Part of the upkeep of a house, a utility, a contribution for major repairs, or none of these; penalties count by it',
  }),
  everydayName: Nullable(
    Type.Object(
      { ru: Type.String(), en: Type.String() },
      { description: 'Its everyday name, where that differs from its name' },
    ),
  ),
  drainsInto: Nullable(
    Type.String({ description: 'The code of the service that charges its waste water' }),
  ),
  commonNeedsOf: Type.Array(Type.String(), {
    description:
      'Of common-house needs: the codes of the services that the same house-wide meter counts too',
  }),
  hoursOf: Nullable(
    Type.String({
      description:
        'The code of the single-rate service whose volume it divides by hours of the day',
    }),
  ),
  followsAbsence: Type.Boolean({
    description: 'Whether a temporary absence is recalculated',
  }),
  countsUnverified: Type.Boolean({
    description: 'Whether its meters count past their verification',
  }),
  qualityStandard: Nullable(
    Type.Enum(QUALITY_STANDARDS, {
      description:
        'The section of appendix 1 of Decree 354 whose rules count when it is interrupted or bad; null where none do',
    }),
  ),
};

/** The coefficient K on some days; `validTo` is the last day, inclusive, or null while in force. */
export const Coefficient = {
  value: DecimalText,
  validFrom: DayText,
  validTo: Nullable(DayText),
};
