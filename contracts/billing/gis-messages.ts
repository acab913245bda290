// Messages to the state's system (ГИС ЖКХ) about a house's month besides payment documents: the readings of its meters, its
// payments, and cancelled payments.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { fileAnswer } from '../file-answer.ts';
import { IdText, Month } from '../scalars.ts';
import { XML } from './gis-zhkh.ts';

const ZIP = 'application/zip';

/** Per request: the schema allows 1,000 devices, 250 payments and 500 cancellations. */
export const MOST_DEVICES = 500;
export const MOST_PAYMENTS = 250;
export const MOST_CANCELLATIONS = 500;

const OfHouse = Type.Object({ houseId: IdText, period: Month }, { additionalProperties: false });

export const exportGisReadings = endpoint({
  id: 'exportGisReadings',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/gis-zhkh/readings',
  tag: 'exports',
  summary: 'Export a house’s meter readings for ГИС ЖКХ',
  description:
    `XML of the request \`importMeteringDeviceValuesRequest\`, at most ${MOST_DEVICES} devices a file; of more a zip of numbered files. Each ` +
    'device in the month has its reading, the latest where it has several. Devices without a GUID and services whose meters have no entry ' +
    'are named in `errors`, the first 100, and nothing is written; with `only=numbered` devices without a GUID are left out.',
  access: 'accountant',
  query: Type.Object(
    {
      houseId: IdText,
      period: Month,
      only: Type.Optional(
        Type.Enum(['numbered'], { description: 'Devices that have a GUID, without the others' }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: { 200: fileAnswer(XML, ZIP) },
  refusals: ['not-found', 'gis-nothing-to-tell', 'gis-facts-missing'],
});

export const exportGisPayments = endpoint({
  id: 'exportGisPayments',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/gis-zhkh/payments',
  tag: 'exports',
  summary: 'Export a house’s payments for ГИС ЖКХ',
  description:
    'XML of the request `importSupplierNotificationsOfOrderExecutionRequest`, ' +
    `at most ${MOST_PAYMENTS} payments a file; of more a zip of numbered files. It has the payments booked in the month, but for those that ` +
    'were taken back within it. Payments of earlier months that were taken back in it are cancellations.',
  access: 'accountant',
  query: OfHouse,
  answers: { 200: fileAnswer(XML, ZIP) },
  refusals: ['not-found', 'gis-nothing-to-tell', 'gis-facts-missing'],
});

export const exportGisCancellations = endpoint({
  id: 'exportGisCancellations',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/gis-zhkh/payment-cancellations',
  tag: 'exports',
  summary: 'Export the payments of a house that were taken back for ГИС ЖКХ',
  description:
    `XML of the request \`importNotificationsOfOrderExecutionCancellationRequest\`, at most ${MOST_CANCELLATIONS} ` +
    'payments a file; of more a zip of numbered files. Each is named by the number that ГИС ЖКХ has given it: if the ' +
    'answer for a payment was not read, it is named in `errors` and nothing is written.',
  access: 'accountant',
  query: OfHouse,
  answers: { 200: fileAnswer(XML, ZIP) },
  refusals: ['not-found', 'gis-nothing-to-tell', 'gis-facts-missing'],
});
