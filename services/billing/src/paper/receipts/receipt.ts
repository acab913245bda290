// A receipt as it is drawn: the figures, and everything around them.
import type { ReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import type {
  Contractor,
  HouseNorm,
  ReceiptAccount,
  ReceiptMeter,
} from '@kvartplata/contracts/core/receipt-facts.ts';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { houseVolumeOf, type HouseVolume } from '@kvartplata/domain/receipts/house-volumes.ts';
import { normInWords } from '@kvartplata/domain/receipts/norm-words.ts';
import { paymentCodeOf, type Payee } from '@kvartplata/domain/receipts/payment-code.ts';
import {
  recalculationsOf,
  type GroundedCharge,
  type Recalculation,
} from '@kvartplata/domain/receipts/recalculations.ts';
import {
  codeOf as codeOfLine,
  linesOf,
  receiptOf,
  type ReceiptBooks,
  type ReceiptFigures,
  type ReceiptLine,
} from '@kvartplata/domain/receipts/receipt.ts';
import {
  coefficientsOf,
  tariffsInWords,
  tariffsOf,
} from '@kvartplata/domain/receipts/priced-volumes.ts';
import { volumeInWords } from '@kvartplata/domain/receipts/volume-words.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';
import type { LogHead } from '../../books/seals/checkpoints.service.ts';
import type { PlanInMonth } from '../../penalties/instalments/plans-in-month.service.ts';
import type { ReceiptLink } from '../receipt-links/receipt-links.service.ts';
import { withChargedReadings } from './charged-readings.ts';
import type { PayeeSection, ReceiptPayees } from './payee-sections.service.ts';
import type {
  ReceiptAdjustmentRow,
  ReceiptBooksRow,
  ReceiptChargeRow,
} from './receipts.repository.ts';
import type { ReversalRow } from './reversals.repository.ts';

/** What all receipts of a house and month have in common. */
export type ReceiptHead = {
  readonly payee: Payee;
  /** Undefined when the organization is the only payee. */
  readonly payees?: ReceiptPayees | undefined;
  readonly contractor: Contractor;
  readonly house: {
    readonly address: string;
    readonly roomsArea: string;
    readonly commonArea: string | null;
  };
  /** For the house's services, on the last day of the month. */
  readonly norms: readonly HouseNorm[];
  readonly period: BillingMonth;
  readonly dueOn: Temporal.PlainDate;
  /** The month is not in the ledger yet: its charges may still change. */
  readonly isDraft: boolean;
  /** The log of seals as it stood when the receipt was drawn; undefined while no month is closed. */
  readonly sealLog: LogHead | undefined;
  /** The proof of a closed month; undefined also when receipts of many accounts are drawn. */
  readonly proof?: ReceiptProof | undefined;
};

export type Receipt = ReceiptHead & {
  readonly account: ReceiptAccount;
  readonly figures: ReceiptFigures;
  readonly lastPaidOn: Temporal.PlainDate | null;
  /** As text, for the services that are charged. */
  readonly normWords: readonly string[];
  /** The recalculations in the lines, each with its grounds. */
  readonly recalculations: readonly Recalculation[];
  /** What was reversed in the month, in the same form. */
  readonly takenBack: readonly Recalculation[];
  /** The lines by hand and the reversals among the figures, as they were booked. */
  readonly booked: {
    readonly byHand: readonly ReceiptAdjustmentRow[];
    readonly reversals: readonly ReversalRow[];
  };
  /** Active instalment plans. */
  readonly plans: readonly PlanInMonth[];
  readonly meters: readonly ReceiptMeter[];
  /** For the services that the house shares out, as they were when the month was computed. */
  readonly houseVolumes: readonly HouseVolume[];
  /** The text of the QR code. */
  readonly paymentCode: string;
  /** The payees, each with a code of its own; empty when the organization is the only one. */
  readonly sections: readonly (Omit<PayeeSection, 'charges'> & {
    readonly lines: readonly ReceiptLine[];
    readonly paymentCode: string;
  })[];
  /** Opens the page that explains every line; null when there is none. */
  readonly link: ReceiptLink | null;
};

/** What a receipt shows besides its charges. */
type ReceiptRest = {
  readonly books: ReceiptBooksRow | undefined;
  readonly adjustments: readonly ReceiptAdjustmentRow[];
  readonly reversals?: readonly ReversalRow[];
  readonly link: ReceiptLink | null;
  readonly plans?: readonly PlanInMonth[];
  readonly sections?: readonly PayeeSection[];
};

export function toReceipt(
  head: ReceiptHead,
  account: ReceiptAccount,
  charges: readonly ReceiptChargeRow[],
  { books, adjustments, reversals = [], link, plans = [], sections = [] }: ReceiptRest,
): Receipt {
  const byHand = adjustments.map((row) => ({ ...row, amountKopecks: parseKopecks(row.amount) }));
  const notDueKopecks = sumBy(plans, (plan) => plan.notDueKopecks);
  const figures = receiptOf(charges.map(toCharge), toBooks(books), byHand, notDueKopecks);
  const lastPaidOn = books?.lastPaidOn ?? null;
  const { accountNumber, payer } = account;
  const codeOf = (payee: Payee, sumKopecks: Kopecks): string =>
    paymentCodeOf({ payee, accountNumber, payer, period: head.period, sumKopecks });
  return {
    ...head,
    account,
    figures,
    lastPaidOn: lastPaidOn === null ? null : parseDay(lastPaidOn),
    normWords: normsOf(head.norms, account, charges),
    recalculations: recalculationsOf(charges.map(toGrounded)),
    takenBack: reversals.map(toReversal),
    booked: { byHand: adjustments, reversals },
    plans,
    meters: withChargedReadings(account.meters, charges),
    houseVolumes: charges.flatMap((row) => {
      const { serviceName, unit, rateType, house, houseMeters } = row;
      const meters = houseMeters ?? [];
      return house === null ? [] : [houseVolumeOf({ serviceName, unit, rateType, house, meters })];
    }),
    link,
    paymentCode: codeOf(head.payee, figures.toPayKopecks),
    sections: sections.map(({ charges: ofPayee, ...section }) => ({
      ...section,
      lines: linesOf(ofPayee.map(toCharge)),
      paymentCode: codeOf(section.payee, section.toPayKopecks),
    })),
  };
}

function normsOf(
  norms: readonly HouseNorm[],
  { roomKind }: Pick<ReceiptAccount, 'roomKind'>,
  charges: readonly ReceiptChargeRow[],
): readonly string[] {
  const isDwelling = roomKind === 'residential';
  const charged = new Set(charges.map(({ houseServiceId }) => houseServiceId));
  return norms
    .filter(({ houseServiceId }) => charged.has(houseServiceId))
    .flatMap((norm) => normInWords(norm, { isDwelling }) ?? []);
}

/**
 * Order 43/pr: common-house needs are listed under upkeep where a company manages the house; by Decree 354, p. 44, they are a
 * utility.
 */
const OF_UPKEEP = 'в составе платы за содержание';

function toCharge(row: ReceiptChargeRow) {
  const { basis, isOfUpkeep } = row;
  const how = [isOfUpkeep ? OF_UPKEEP : null, volumeInWords(basis), tariffsInWords(basis)];
  const told = how.filter((words) => words !== null);
  const tariffs = tariffsOf(basis);
  return {
    houseServiceId: row.houseServiceId,
    line: row.line,
    serviceName: row.serviceName,
    unit: row.unit,
    rateType: row.rateType,
    consumption: row.consumption,
    tariffs: tariffs.length === 0 ? [row.tariff] : tariffs,
    amountKopecks: parseKopecks(row.amount),
    coefficients: coefficientsOf(basis),
    how: told.length === 0 ? null : told.join('; '),
  };
}

function toGrounded({ concerns, amount, ...row }: ReceiptChargeRow): GroundedCharge {
  return { ...row, concerns: concerns.slice(0, 7), amountKopecks: parseKopecks(amount) };
}

const TAKEN_BACK: Readonly<Record<ReversalRow['transactionType'], string>> = {
  CHARGE: 'отмена начисления',
  PENALTY: 'отмена пеней',
  ADJUSTMENT: 'отмена строки, внесённой вручную',
};

function toReversal(row: ReversalRow): Recalculation {
  const { transactionType, houseServiceId, line, serviceName, reason, amount } = row;
  const concerns = row.concerns.slice(0, 7);
  return {
    // On receipts, lines by hand have no code.
    code: houseServiceId === null || line === null ? '' : codeOfLine({ houseServiceId, line }),
    serviceName: serviceName ?? '',
    from: concerns,
    to: concerns,
    grounds: `${TAKEN_BACK[transactionType]}: ${reason}`,
    amountKopecks: parseKopecks(amount),
  };
}

/** An account without bookings has no row. */
function toBooks(row: ReceiptBooksRow | undefined): ReceiptBooks {
  return {
    openingPrincipalKopecks: parseKopecks(row?.openingPrincipal ?? '0'),
    openingPenaltyKopecks: parseKopecks(row?.openingPenalty ?? '0'),
    paidKopecks: parseKopecks(row?.paid ?? '0'),
    subsidyKopecks: parseKopecks(row?.subsidies ?? '0'),
    reversedKopecks: parseKopecks(row?.reversed ?? '0'),
    penaltyKopecks: parseKopecks(row?.penalty ?? '0'),
  };
}

/** The address of the house with the room. */
export function addressOf({ account, house }: Pick<Receipt, 'account' | 'house'>): string {
  return roomAddress({ ...account, address: house.address });
}
