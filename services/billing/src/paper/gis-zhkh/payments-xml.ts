// Payments by the public schema of payments of ГИС ЖКХ, edition 12.2.2.14: importSupplierNotificationsOfOrderExecutionRequest
// reports payments, importNotificationsOfOrderExecutionCancellationRequest cancels them.
import {
  around,
  XML_DECLARATION,
  xml,
  xmlIf,
  type XmlWritten,
} from '@kvartplata/platform/xml/write-xml.ts';

const SCHEMA = 'http://dom.gosuslugi.ru/schema/integration';
const NAMESPACES = {
  xmlns: `${SCHEMA}/payment/`,
  'xmlns:base': `${SCHEMA}/base/`,
  'xmlns:account': `${SCHEMA}/account-base/`,
  'xmlns:payments': `${SCHEMA}/payments-base/`,
};

/** Days are `2026-10-25`. */
export type PlacedPayment = {
  readonly transportGuid: string;
  /** Идентификатор ЖКУ of the account. */
  readonly serviceId: string;
  readonly amount: string;
  readonly paidOn: string;
  readonly namedPeriod: string | null;
};

export type PlacedCancellation = {
  readonly transportGuid: string;
  /** The payment's number assigned by ГИС ЖКХ. */
  readonly orderId: string;
  readonly cancelledOn: string;
  readonly reason: string;
};

export function paymentsXml(
  version: string,
  payments: AsyncIterable<PlacedPayment>,
): AsyncGenerator<string> {
  return requestXml(
    'importSupplierNotificationsOfOrderExecutionRequest',
    version,
    payments,
    ({ transportGuid, serviceId, amount, paidOn, namedPeriod }) =>
      xml('SupplierNotificationOfOrderExecution', [
        xml('OrderDate', paidOn),
        namedPeriod === null ? undefined : periodXml(namedPeriod),
        xml('account:ServiceID', serviceId),
        xml('Amount', amount),
        xml('base:TransportGUID', transportGuid),
      ]),
  );
}

function periodXml(firstDay: string): XmlWritten {
  const [year = '', month = ''] = firstDay.split('-');
  return xml('OrderPeriod', [xml('base:Month', String(Number(month))), xml('base:Year', year)]);
}

const MOST_COMMENT = 210;

export function cancellationsXml(
  version: string,
  cancellations: AsyncIterable<PlacedCancellation>,
): AsyncGenerator<string> {
  return requestXml(
    'importNotificationsOfOrderExecutionCancellationRequest',
    version,
    cancellations,
    ({ transportGuid, orderId, cancelledOn, reason }) =>
      xml('NotificationOfOrderExecutionCancellation', [
        xml('payments:OrderID', orderId),
        xml('payments:CancellationDate', cancelledOn),
        xmlIf('payments:Comment', reason.slice(0, MOST_COMMENT)),
        xml('base:TransportGUID', transportGuid),
      ]),
  );
}

async function* requestXml<Item>(
  name: string,
  version: string,
  items: AsyncIterable<Item>,
  write: (item: Item) => XmlWritten,
): AsyncGenerator<string> {
  const [open, close] = around(name, { ...NAMESPACES, 'base:version': version });
  yield `${XML_DECLARATION}${open}`;
  for await (const item of items) yield write(item).xml;
  yield `${close}\n`;
}
