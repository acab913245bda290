// The bank details of a house's payees as ГИС ЖКХ identifies them: by bank and account, so that two payees with one account are
// one.
import { createHash } from 'node:crypto';
import type { Payee } from '@kvartplata/domain/receipts/payment-code.ts';
import type { PayeeId } from '@kvartplata/domain/regulation/payees/divide-money.ts';
import type { ReceiptHead } from '../receipts/receipt.ts';

type PaymentDetails = {
  readonly guid: string;
  readonly bic: string;
  readonly settlementAccount: string;
};

export type HouseDetails = {
  /** Without duplicates, the organization's first. */
  readonly all: readonly PaymentDetails[];
  readonly keyOf: (payeeId: PayeeId) => string;
};

export function detailsOfHouse(
  organizationId: number,
  { payee, payees }: Pick<ReceiptHead, 'payee' | 'payees'>,
): HouseDetails {
  const toDetails = ({ bic, settlementAccount }: Payee): PaymentDetails => ({
    guid: guidOf('payee', organizationId, bic, settlementAccount),
    bic,
    settlementAccount,
  });
  const own = toDetails(payee);
  const others = new Map(
    [...(payees?.details ?? [])].map(([id, details]) => [id, toDetails(details)]),
  );
  const all = new Map([own, ...others.values()].map((details) => [details.guid, details]));
  return {
    all: [...all.values()],
    keyOf: (payeeId) => (payeeId === null ? own : (others.get(payeeId) ?? own)).guid,
  };
}

/** Deterministic, so that making a file again gives the same file. */
export function guidOf(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256')
    .update(`gis-zhkh/${parts.join('/')}`)
    .digest('hex');
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ];
  return `${a}-${b}-8${c}-a${d}-${e}`;
}
