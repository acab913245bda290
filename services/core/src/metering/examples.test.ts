// Produces the OpenAPI document's examples of meters and readings.
import { test } from 'node:test';
import { createClient } from '@kvartplata/client/client.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import {
  createMeterAct,
  deleteMeterAct,
  getMeterAct,
  listMeterActs,
  replaceMeterAct,
} from '@kvartplata/contracts/core/meter-acts.ts';
import {
  exportEndingVerifications,
  listEndingVerifications,
} from '@kvartplata/contracts/core/ending-verifications.ts';
import { createMeterReplacement } from '@kvartplata/contracts/core/meter-replacements.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import {
  createMeterVerification,
  deleteMeterVerification,
  getMeterVerification,
  listMeterVerifications,
} from '@kvartplata/contracts/core/meter-verifications.ts';
import {
  createMeter,
  deleteMeter,
  getMeter,
  listMeters,
  replaceMeter,
} from '@kvartplata/contracts/core/meters.ts';
import {
  countReadings,
  createReading,
  deleteReading,
  downloadOddReadings,
  getReading,
  getReadingSheet,
  listOddReadings,
  listOddReadingsOfHouses,
  listReadings,
  replaceReading,
  storeReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import { addReadings, makeMeteredHouse } from '../testing/metered-house.ts';
import { createTestApp } from '../testing/test-app.ts';

const EXAMPLES = new URL('../../../../contracts/core/examples/metering.json', import.meta.url);
const OWNER = 1;

test('what the document shows of meters and readings is what the service answers', async (t) => {
  const core = await createTestApp('2026-08-15T09:00:00Z');
  t.after(async () => core.close());
  const book = openExampleBook(core.app, operationsAbout(CORE, ['meters', 'readings']), EXAMPLES);
  const { call, callFile } = createClient({
    urls: { core: 'http://core' },
    transport: injectedInto(core.app),
    bearer: (await core.userAuthorization(OWNER)).slice('Bearer '.length),
  });
  const organizationId = await core.organizationOf(OWNER);
  const house = await makeMeteredHouse(core.db, organizationId, 2);
  const { houseId, houseServiceId, meterTypeId } = house;
  const [personalAccountId = 0] = house.accountIds;
  const [first = 0, second = 0] = house.meterIds;

  await call(listMeterTypes, { query: { limit: 3 } });
  const body = {
    houseServiceId,
    ownerType: 'account',
    personalAccountId,
    meterTypeId,
    serialNumber: 'СХВ-4471902',
    digits: 5,
    installedOn: '2026-01-10',
    initialReading: '0.015',
  } as const;
  const { id: meterId } = await call(createMeter, { body });
  const meter = { params: { meterId } };
  await call(getMeter, meter);
  await call(listMeters, { query: { houseId, activeOn: '2026-08-01', limit: 10 } });
  const verified = { ...body, verifiedUntil: '2032-01-09' };
  await call(replaceMeter, { ...meter, body: verified, ifMatch: '"1"' });

  const may = { period: '2026-05', value: '12.5', takenOn: '2026-05-25' };
  const { id: readingId } = await call(createReading, { ...meter, body: may });
  const reading = { params: { readingId } };
  await call(getReading, reading);
  await call(listReadings, { ...meter, query: { limit: 12 } });
  const corrected = { value: '13.125', takenOn: '2026-05-25' };
  await call(replaceReading, { ...reading, body: corrected, ifMatch: '"1"' });
  await call(deleteReading, { ...reading, ifMatch: '"2"' });

  await addReadings(core.db, { organizationId, houseId }, second, {
    '2026-04': '22.000',
    '2026-05': '25.000',
    '2026-06': '28.000',
  });
  const july = { houseId, period: '2026-07' };
  await call(storeReadingSheet, {
    params: july,
    body: [
      { meterId: first, value: '48', takenOn: '2026-07-25' },
      { meterId: second, value: '60.5', takenOn: '2026-07-25', source: 'resident' },
    ],
  });
  await call(getReadingSheet, { params: july });
  await call(listOddReadings, { params: { houseId }, query: { period: '2026-07' } });
  const ofHouses = { query: { organizationId, period: '2026-07' } };
  await call(listOddReadingsOfHouses, ofHouses);
  await callFile(downloadOddReadings, ofHouses);
  await call(countReadings, ofHouses);

  const { id: verificationId } = await call(createMeterVerification, {
    ...meter,
    body: { verifiedOn: '2026-07-20', verifiedUntil: '2032-07-19', basis: 'С-ВЭ/20-07-2026/1' },
  });
  const verification = { params: { verificationId } };
  await call(getMeterVerification, verification);
  await call(listMeterVerifications, meter);
  const ending = { params: { organizationId }, query: { within: 366 } };
  await call(listEndingVerifications, ending);
  await callFile(exportEndingVerifications, ending);
  await call(deleteMeterVerification, verification);

  const failed = { kind: 'failed', on: '2026-08-03', basis: 'Акт № 7 от 03.08.2026' } as const;
  const { id: actId } = await call(createMeterAct, { ...meter, body: failed });
  const act = { params: { actId } };
  await call(getMeterAct, act);
  await call(listMeterActs, meter);
  const repaired = { ...failed, until: '2026-08-10' };
  await call(replaceMeterAct, { ...act, body: repaired, ifMatch: '"1"' });
  await call(deleteMeterAct, { ...act, ifMatch: '"2"' });
  await call(deleteMeter, meter);

  await call(createMeterReplacement, {
    params: { meterId: first },
    body: {
      removedOn: '2026-08-10',
      finalReading: '51.3',
      meter: {
        serialNumber: 'СХВ-5520118',
        digits: 5,
        installedOn: '2026-08-10',
        initialReading: '0',
        verifiedUntil: '2032-08-09',
      },
    },
  });

  book.close();
});
