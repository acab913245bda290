// The deliveries behind the examples in the OpenAPI document: one that is never made and is cancelled, and one whose letter is
// sent and bounces.
import {
  listAccountLetters,
  reopenAddress,
} from '@kvartplata/contracts/billing/account-letters.ts';
import { reportBounce } from '@kvartplata/contracts/billing/bounces.ts';
import {
  cancelDelivery,
  createDelivery,
  getDelivery,
  listDeliveries,
} from '@kvartplata/contracts/billing/deliveries.ts';
import { previewLetters } from '@kvartplata/contracts/billing/letter-preview.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import type { ExampleBook } from '@kvartplata/platform/testing/example-book.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { letterTokenOf } from '../paper/deliveries/mail-token.ts';
import type { makeAccruingHouse } from './accruing.ts';
import type { OwnStand } from './billing-stand.ts';
import { reportForm, reportOf } from './bounce-report.ts';
import { inBilling } from './test-user.ts';

type House = Awaited<ReturnType<typeof makeAccruingHouse>>;
type Telling = {
  readonly aside: ExampleBook['aside'];
  readonly period: string;
};

export async function exampleDeliveries(
  stand: OwnStand,
  house: House,
  { aside, period }: Telling,
): Promise<void> {
  const { organizationId, houseId, user } = house;
  const { call } = inBilling(stand.app, user);
  await agree(stand, house);
  const { rows } = await stand.owner.query<{ id: number }>(
    `insert into deliveries (organization_id, period, house_ids, again, total_accounts, requested_by, request_id)
     values ($1, '2025-01-01', array[$2::bigint], false, 10, 1, 'example') returning id::integer`,
    [organizationId, houseId],
  );
  await call(cancelDelivery, { params: { deliveryId: rows[0]?.id ?? 0 } });
  await call(previewLetters, { query: { houseId, period } });
  const { id: deliveryId } = await call(createDelivery, {
    body: { period, houseId, channel: 'email' },
  });
  await aside(async () =>
    until('the letter is sent', async () => {
      const { outcomes } = await call(getDelivery, { params: { deliveryId } });
      return outcomes.sent === 1;
    }),
  );
  await call(getDelivery, { params: { deliveryId }, query: { limit: 1 } });
  await call(listDeliveries, { query: { organizationId, limit: 1 } });
  const token = await tokenOfSent(stand, { organizationId, deliveryId });
  const { recipient, personalAccountId } = await call(reportBounce, {
    query: { organizationId },
    body: reportForm(reportOf({ token })),
  });
  await call(listAccountLetters, { params: { personalAccountId } });
  await call(reopenAddress, { params: { personalAccountId }, body: { recipient } });
}

async function agree({ coreDatabaseUrl }: OwnStand, { accounts }: House): Promise<void> {
  const core = new pg.Client({ connectionString: coreDatabaseUrl });
  await core.connect();
  await core.query('update personal_accounts set email = $2 where id = $1', [
    accounts[0],
    'anna@example.org',
  ]);
  await core.end();
}

async function tokenOfSent(
  { environment, owner }: OwnStand,
  delivery: { readonly organizationId: number; readonly deliveryId: number },
): Promise<string> {
  const { links } = deriveKeys(Buffer.from(environment['JWT_SECRET'] ?? '', 'base64'));
  const { rows } = await owner.query<{ position: number }>(
    `select position from delivery_letters where outcome = 'sent'`,
  );
  return letterTokenOf(links, { ...delivery, position: rows[0]?.position ?? 0 });
}
