// Which remarks are accepted individually: those whose text is the same as when it was accepted.
import type { CheckCode, CheckRow } from '@kvartplata/contracts/billing/closing-checks.ts';
import { createHash } from 'node:crypto';
import type { SingleAcceptance } from './remark-acceptances.repository.ts';

export type AcceptedSingly = (check: CheckCode, row: CheckRow) => SingleAcceptance | undefined;

export const NOTHING_ACCEPTED: AcceptedSingly = () => undefined;

export function acceptedSingly(acceptances: readonly SingleAcceptance[]): AcceptedSingly {
  const byName = new Map(acceptances.map((one) => [`${one.checkCode} ${one.remark}`, one]));
  return (check, row) => {
    const found = byName.get(`${check} ${row.key}`);
    return found?.readsHash === readsHashOf(row) ? found : undefined;
  };
}

/** SHA-256 of a remark's text. */
export function readsHashOf({ ru }: Pick<CheckRow, 'ru'>): string {
  return createHash('sha256').update(ru).digest('hex');
}
