// The content of a letter, by the books of its day: it is drawn from this alone.
import type { PenaltyKind } from '@kvartplata/contracts/billing/penalties.ts';
import type { DebtPapers } from '../claim-words.ts';

export type ClaimedMonthLine = {
  /** `YYYY-MM`. */
  readonly period: string;
  readonly dueDate: string;
  readonly amount: string;
};

export type WrittenNotice = {
  readonly id: number;
  readonly serviceName: string;
  readonly debt: string;
  readonly normCharge: string;
  readonly payerAddress: string | null;
};

export type StoredLetter =
  | {
      readonly kind: 'claim';
      readonly payerInn: string | null;
      /** Where the payer lived, if not in the room. */
      readonly payerAddress: string | null;
      /** The account's last day, if it was over. */
      readonly closedOn: string | null;
      readonly months: readonly ClaimedMonthLine[];
      /** Money that is not allocated to any month. */
      readonly advance: string;
      readonly principal: string;
      readonly penalty: string;
      readonly penaltyKinds: readonly PenaltyKind[];
      readonly total: string;
    }
  | { readonly kind: 'restriction'; readonly notices: readonly WrittenNotice[] };

type Written = Pick<DebtPapers, 'accountNumber' | 'address'> & {
  readonly payer: string;
  readonly madeOn: string;
  readonly creditor: DebtPapers['claim']['creditor'];
};

/** A stored claim letter as its document states it. */
export function papersOf(
  letter: Extract<StoredLetter, { readonly kind: 'claim' }>,
  { accountNumber, address, payer, madeOn, creditor }: Written,
): DebtPapers {
  const {
    principal,
    penalty,
    total,
    penaltyKinds,
    payerInn: inn,
    payerAddress,
    closedOn,
    months,
    advance,
  } = letter;
  return {
    accountNumber,
    address,
    asOf: madeOn,
    principal,
    penalty,
    total,
    penaltyKinds,
    claim: { creditor, debtor: { payer, payerAddress, inn, closedOn }, months, advance },
  };
}
