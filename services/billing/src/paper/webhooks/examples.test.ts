// The scenario behind the examples of webhooks in the OpenAPI document.
import { test } from 'node:test';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import * as api from '@kvartplata/contracts/billing/webhooks.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { startBillingStand } from '../../testing/billing-stand.ts';
import { inBilling, inCore } from '../../testing/test-user.ts';

const EXAMPLES = new URL(
  '../../../../../contracts/billing/examples/webhooks.json',
  import.meta.url,
);

test('the service answers as the documented examples of webhooks', async (t) => {
  const stand = await startBillingStand({ works: false });
  t.after(async () => stand.stop());
  const book = openExampleBook(stand.app, operationsAbout(BILLING, ['webhooks']), EXAMPLES);
  const user = await stand.newUser();
  const { id: organizationId } = await inCore(stand, user).call(createOrganization, {
    body: { name: 'УК «Тихая Заводь»' },
  });
  const { call } = inBilling(stand.app, user);
  const { id: webhookId } = await call(api.createWebhook, {
    body: {
      organizationId,
      // An address, since a name would be looked up in DNS.
      url: 'https://93.184.215.14/kvartplata',
      events: ['payment.booked', 'payment.reversed'],
    },
  });
  await call(api.listWebhooks, { query: { organizationId, limit: 10 } });
  const params = { webhookId };
  await call(api.getWebhook, { params });
  await call(api.testWebhook, { params });
  await call(api.listWebhookDeliveries, { params, query: { limit: 10 } });
  await call(api.deleteWebhook, { params });
  book.close();
});
