// The order of an account's payments: by day of payment, the last one first.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';

type Dated = Pick<Payment, 'id' | 'paidOn'>;

/** Those of one day by their ids, also downwards. */
export function newestFirst<Row extends Dated>(payments: readonly Row[]): readonly Row[] {
  return payments.toSorted(
    (one, other) => other.paidOn.localeCompare(one.paidOn) || other.id - one.id,
  );
}
