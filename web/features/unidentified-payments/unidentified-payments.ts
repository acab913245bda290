// Money of registries of which nobody knows whose it is, until somebody decides.
import type {
  UnidentifiedClosing,
  UnidentifiedResolution,
  UnidentifiedPayment,
  UnidentifiedStatus,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { StaticEncode } from 'typebox';
import { ask } from '../../lib/api.ts';
import { pagesOf } from '../../lib/paged.ts';

const PATH = '/api/billing/unidentified-payments';

/** The oldest first. */
export function unidentifiedOf(organizationId: number, status: UnidentifiedStatus) {
  return pagesOf<UnidentifiedPayment>('billing', PATH, { organizationId, status });
}

/** Books it to an account. */
export async function resolveUnidentified(
  id: number,
  body: StaticEncode<typeof UnidentifiedResolution>,
  idempotencyKey: string,
): Promise<UnidentifiedPayment> {
  return ask('billing', `${PATH}/${id}/resolve`, { method: 'POST', body, idempotencyKey });
}

/** Books it to nobody. */
export async function closeUnidentified(
  id: number,
  body: StaticEncode<typeof UnidentifiedClosing>,
  idempotencyKey: string,
): Promise<UnidentifiedPayment> {
  return ask('billing', `${PATH}/${id}/close`, { method: 'POST', body, idempotencyKey });
}
