// Debt requests that came through ГИС ЖКХ.
import type { Generated } from 'kysely';

export type DebtRequestsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly number: string;
  readonly requestedBy: string;
  readonly receivedOn: string;
  readonly answer: 'no-debt' | 'debt' | null;
  readonly courtAct: string | null;
  readonly confirmedAmount: string | null;
  readonly answeredBy: number | null;
  readonly answeredAt: Date | null;
  readonly createdBy: number;
  readonly createdAt: Generated<Date>;
};
