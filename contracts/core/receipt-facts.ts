// What billing queries from core for the receipts of a house: who is paid, who pays, and for which dwelling.
import { CHARGING_METHODS } from '@kvartplata/domain/charging/charging-methods.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DayText, DecimalText, Id, IdText, Month, Nullable } from '../scalars.ts';
import { BankDetails } from './organizations.ts';

const ReceiptFactsQuery = Type.Object(
  {
    period: Month,
    personalAccountId: Type.Optional(IdText),
    after: Type.Optional(IdText),
  },
  { additionalProperties: false },
);

const MeterReading = Type.Object({ value: DecimalText, takenOn: DayText });

/** A meter of the account that was in use in the month, with its last value by then: before any reading, its initial one. */
export const ReceiptMeter = Type.Object({
  meterId: Id,
  serviceName: Type.String(),
  unit: Type.String(),
  serialNumber: Type.String(),
  verifiedUntil: Nullable(DayText),
  current: Nullable(MeterReading),
  previous: Nullable(MeterReading),
});
export type ReceiptMeter = Static<typeof ReceiptMeter>;

export const ReceiptAccount = Type.Object({
  personalAccountId: Id,
  accountNumber: Type.String(),
  payer: Type.String(),
  email: Nullable(Type.String({ description: 'Where receipts are sent, with consent' })),
  payerInn: Nullable(Type.String()),
  payerAddress: Nullable(Type.String({ description: 'If not in the room' })),
  gisAccountNumber: Nullable(Type.String({ description: 'Единый лицевой счёт' })),
  gisServiceId: Nullable(Type.String({ description: 'Идентификатор ЖКУ' })),
  gisAccountGuid: Nullable(Type.String({ description: 'The GUID of ГИС ЖКХ' })),
  roomNumber: Type.String(),
  roomKind: Type.Union([Type.Literal('residential'), Type.Literal('non-residential')]),
  area: DecimalText,
  share: DecimalText,
  registeredPersons: Type.Integer({ description: 'On the last day of the month' }),
  meters: Type.Array(ReceiptMeter),
});
export type ReceiptAccount = Static<typeof ReceiptAccount>;

export const Contractor = Type.Object({
  name: Type.String(),
  inn: Nullable(Type.String()),
  kpp: Nullable(Type.String()),
  legalAddress: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  website: Nullable(Type.String()),
  bankDetails: BankDetails,
});
export type Contractor = Static<typeof Contractor>;

/** A norm in force on the last day of the month. */
export const HouseNorm = Type.Object({
  houseServiceId: Id,
  serviceName: Type.String(),
  unit: Type.String(),
  method: Type.Enum(CHARGING_METHODS),
  component: Nullable(Type.Enum(['cold', 'heat'])),
  value: DecimalText,
});
export type HouseNorm = Static<typeof HouseNorm>;

export const ReceiptFacts = Type.Object({
  contractor: Contractor,
  house: Type.Object({
    address: Type.String(),
    roomsArea: DecimalText,
    commonArea: Nullable(DecimalText),
  }),
  norms: Type.Array(HouseNorm, {
    description:
      'Norms that are the same for all accounts: none of a service with norms by group or persons',
  }),
  accounts: Type.Array(ReceiptAccount),
  next: Type.Union([Id, Type.Null()], {
    description: 'The account after which the next page begins',
  }),
});
export type ReceiptFacts = Static<typeof ReceiptFacts>;

export const getReceiptFacts = endpoint({
  id: 'getReceiptFacts',
  service: 'core',
  method: 'GET',
  path: '/api/internal/houses/:houseId/receipt-facts',
  tag: 'internal',
  summary: 'Get account facts for the receipts of a house',
  description:
    'One account, or the page after a given account in the order of rooms; by default the first page.',
  access: 'service',
  query: ReceiptFactsQuery,
  answers: { 200: ReceiptFacts },
  refusals: ['not-found'],
});
