// Debt requests and their answers.
import {
  answerDebtRequest as answer,
  createDebtRequest as create,
  listDebtRequests,
  type DebtRequest,
  type DebtRequestStatus,
} from '@kvartplata/contracts/billing/debt-requests.ts';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

/** Oldest first. */
export function debtRequestsOf(of: {
  readonly organizationId: number;
  readonly status: DebtRequestStatus;
  readonly houseId?: number;
  readonly search?: string;
}) {
  return readPages(listDebtRequests, { query: of });
}

export async function writeDebtRequest(
  body: {
    readonly personalAccountId: number;
    readonly number: string;
    readonly requestedBy: string;
    readonly receivedOn: string;
  },
  idempotencyKey: string,
): Promise<DebtRequest> {
  return call(create, { body, idempotencyKey });
}

/** Without a court act the answer is that there is no debt. */
export async function answerDebtRequest(
  debtRequestId: number,
  body: { readonly courtAct?: string; readonly confirmedAmount?: string },
): Promise<DebtRequest> {
  return call(answer, { params: { debtRequestId }, body });
}
