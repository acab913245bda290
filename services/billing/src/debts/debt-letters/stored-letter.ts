// The content of a letter, by the books of its day: it is drawn from this alone.
import type { PenaltyKind } from '@kvartplata/contracts/billing/penalties.ts';

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
};

export type StoredLetter =
  | {
      readonly kind: 'claim';
      readonly payerInn: string | null;
      readonly months: readonly ClaimedMonthLine[];
      /** Money that is not allocated to any month. */
      readonly advance: string;
      readonly principal: string;
      readonly penalty: string;
      readonly penaltyKinds: readonly PenaltyKind[];
      readonly total: string;
    }
  | { readonly kind: 'restriction'; readonly notices: readonly WrittenNotice[] };
