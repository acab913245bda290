// Deliveries of receipts by e-mail: previewed, requested, read, and cancelled.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/deliveries.ts';
import * as previewApi from '@kvartplata/contracts/billing/letter-preview.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import type { Receipts } from '../receipts/house-receipts.service.ts';
import * as deliveries from './deliveries.service.ts';
import type { DeliveryMeans } from './deliveries.service.ts';
import { previewLetters } from './letter-preview.service.ts';

export function deliveriesRoutes(
  app: HttpServer,
  { access, ...means }: Deps & DeliveryMeans & Receipts,
): void {
  route(app, api.createDelivery, async (request, reply) => {
    const caller = await access.callerOf(request);
    const once = onceOf(request, reply);
    const made = await deliveries.requestDelivery(means, caller, request.body, once);
    const location = addressOf(api.getDelivery, { params: { deliveryId: made.id } });
    void reply.header('location', location);
    return made;
  });

  route(app, api.listDeliveries, async (request) =>
    deliveries.listDeliveriesFor(means, await access.callerOf(request), request.query),
  );

  route(app, api.getDelivery, async (request) => {
    const { params, query } = request;
    const caller = await access.callerOf(request);
    return deliveries.getDeliveryWithLetters(caller, params.deliveryId, query);
  });

  route(app, api.cancelDelivery, async (request) =>
    deliveries.cancelDelivery(
      await access.callerOf(request),
      request.params.deliveryId,
      means.now(),
    ),
  );

  route(app, previewApi.previewLetters, async (request) =>
    previewLetters(means, await access.callerOf(request), request.query),
  );
}
