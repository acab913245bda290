// The lines of a payment document for ГИС ЖКХ: what is charged, and what it costs to pay late.
import type { ServiceKind } from '../charging/house-facts.ts';
import type { Kopecks } from '../money/kopecks.ts';
import type { PayeeId } from '../regulation/payees/divide-money.ts';

/** A charge of the document. */
export type GisLine = {
  /** The key of its entry in the organization's table of ГИС ЖКХ services: a service's code, with `/heat` for its heat. */
  readonly subject: string;
  /** To whom it is paid; null for the organization. */
  readonly payeeId: PayeeId;
  readonly serviceName: string;
  readonly kind: ServiceKind | null;
  /** The last of the month; null for a line that only recalculates, as are the volumes. */
  readonly tariff: string | null;
  readonly individualVolume: string | null;
  readonly commonVolume: string | null;
  readonly how: string | null;
  readonly coefficient: string | null;
  readonly excessKopecks: Kopecks;
  /** Includes the excess, before recalculations and discounts. */
  readonly accruedKopecks: Kopecks;
  readonly recalculatedKopecks: Kopecks;
  /** The reasons, for what is booked by hand. */
  readonly reasons: readonly string[];
  /** Never below zero. */
  readonly discountKopecks: Kopecks;
  readonly totalKopecks: Kopecks;
};

/** Penalties, or court costs. */
export type GisCost = {
  readonly subject: string;
  readonly payeeId: PayeeId;
  readonly cause: string;
  readonly totalKopecks: Kopecks;
};
