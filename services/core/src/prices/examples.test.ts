// Produces the OpenAPI document's examples of services, tariffs, norms, account services, and acts.
import { test } from 'node:test';
import { createClient } from '@kvartplata/client/client.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import {
  createHouseService,
  deleteHouseService,
  getHouseService,
  listHouseServices,
  replaceHouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import {
  createAccountService,
  deleteAccountService,
  getAccountService,
  listAccountServices,
  replaceAccountService,
} from '@kvartplata/contracts/core/account-services.ts';
import {
  createBenefit,
  deleteBenefit,
  getBenefit,
  listBenefits,
  replaceBenefit,
} from '@kvartplata/contracts/core/benefits.ts';
import {
  copyHouseSetup,
  listHouseSetups,
  setNormOfHouses,
  setTariffOfHouses,
} from '@kvartplata/contracts/core/house-setups.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  createNorm,
  deleteNorm,
  getNorm,
  listNorms,
  listNormsOfHouse,
  replaceNorm,
} from '@kvartplata/contracts/core/norms.ts';
import {
  createTariff,
  deleteTariff,
  getTariff,
  listTariffs,
  listTariffsOfHouse,
  replaceTariff,
} from '@kvartplata/contracts/core/tariffs.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import {
  createServiceAct,
  deleteServiceAct,
  getServiceAct,
  listServiceActs,
  replaceServiceAct,
} from '@kvartplata/contracts/core/service-acts.ts';
import {
  createUtilityService,
  deleteUtilityService,
  getUtilityService,
  listUtilityServices,
  replaceUtilityService,
} from '@kvartplata/contracts/core/utility-services.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import { createTestApp } from '../testing/test-app.ts';

const EXAMPLES = new URL('../../../../contracts/core/examples/prices.json', import.meta.url);
const TAGS = [
  'utility-services',
  'house-services',
  'tariffs',
  'norms',
  'house-setups',
  'account-services',
  'service-acts',
  'benefits',
];
const OWNER = 1;

test('what the document shows of services and prices is what the service answers', async () => {
  const core = await createTestApp('2026-08-15T09:00:00Z');
  core.books.answer = { appliedMonths: ['2026-07'], chargedMonths: [], hasCharges: false };
  const book = openExampleBook(core.app, operationsAbout(CORE, TAGS), EXAMPLES);
  const { call } = createClient({
    urls: { core: 'http://core' },
    transport: injectedInto(core.app),
    bearer: (await core.userAuthorization(OWNER)).slice('Bearer '.length),
  });
  const organizationId = await core.organizationOf(OWNER);
  const address = 'г. Самара, ул. Садовая, д. 12';
  const { id: houseId } = await call(createHouse, { body: { organizationId, address } });
  const ofHouse = { params: { houseId } };
  const seen = { ifMatch: '"1"' };

  const { items } = await call(listUtilityServices, { query: { limit: 1 } });
  const intercom = {
    name: 'Домофон',
    unit: 'мес.',
    precision: 2,
    methods: ['fixed'],
    kind: 'other',
  } as const;
  const own = await call(createUtilityService, { params: { organizationId }, body: intercom });
  const ofOwn = { params: { utilityServiceId: own.id } };
  await call(getUtilityService, ofOwn);
  await call(replaceUtilityService, {
    ...ofOwn,
    body: { ...intercom, methods: ['fixed', 'per-person'] },
    ...seen,
  });
  await call(deleteUtilityService, ofOwn);

  const service = {
    utilityServiceId: items[0]?.id ?? 0,
    method: 'norm',
    validFrom: '2026-01-01',
  } as const;
  const { id: houseServiceId } = await call(createHouseService, { ...ofHouse, body: service });
  const ofService = { params: { houseServiceId } };
  await call(listHouseServices, ofHouse);
  await call(getHouseService, ofService);
  const raised = { ...service, coefficientApplies: true };
  await call(replaceHouseService, { ...ofService, body: raised, ...seen });

  const tariff = { value: '49.19', validFrom: '2026-01-01', basis: 'Приказ от 19.12.2025 № 812' };
  const closing = { ...ofService, query: { closePrevious: true } };
  await call(createTariff, { ...closing, body: tariff });
  const next = { value: '54.11', validFrom: '2026-10-01', basis: 'Приказ от 30.06.2026 № 401' };
  const { id: tariffId } = await call(createTariff, { ...closing, body: next });
  const ofTariff = { params: { tariffId } };
  await call(listTariffs, ofService);
  await call(listTariffsOfHouse, ofHouse);
  await call(getTariff, ofTariff);
  await call(replaceTariff, { ...ofTariff, body: { ...next, value: '54.12' }, ...seen });
  await call(deleteTariff, ofTariff);

  const norm = { value: '6.935', validFrom: '2026-01-01', basis: 'Приказ от 16.05.2017 № 119' };
  const { id: normId } = await call(createNorm, { ...ofService, body: norm });
  const ofNorm = { params: { normId } };
  await call(listNorms, ofService);
  await call(listNormsOfHouse, ofHouse);
  await call(getNorm, ofNorm);
  await call(replaceNorm, { ...ofNorm, body: { ...norm, value: '7.2' }, ...seen });
  await call(deleteNorm, ofNorm);

  const neighbour = { organizationId, address: 'г. Самара, ул. Садовая, д. 14' };
  const { id: secondId } = await call(createHouse, { body: neighbour });
  const ofAll = { params: { organizationId } };
  const copied = { fromHouseId: houseId, houseIds: [secondId], validFrom: '2026-08-01' };
  await call(copyHouseSetup, { ...ofAll, query: { dryRun: false }, body: copied });
  const given = {
    utilityServiceId: service.utilityServiceId,
    houseIds: [houseId, secondId],
    validFrom: '2026-10-01',
  };
  const dearer = { ...given, value: '54.11', basis: 'Приказ от 30.06.2026 № 401' };
  await call(setTariffOfHouses, { ...ofAll, query: { dryRun: true }, body: dearer });
  const counted = { ...given, value: '6.935', basis: 'Приказ от 16.05.2017 № 119' };
  await call(setNormOfHouses, { ...ofAll, query: { dryRun: true }, body: counted });
  await call(listHouseSetups, ofAll);

  const room = { number: '14', area: '54.3' };
  const { id: roomId } = await call(createRoom, { ...ofHouse, body: room });
  const { id: personalAccountId } = await call(createPersonalAccount, {
    ...ofHouse,
    body: {
      roomId,
      accountNumber: '10014',
      payer: 'Иванова А. П.',
      openedOn: '2026-01-01',
      registeredPersons: 2,
    },
  });
  const ofAccount = { params: { personalAccountId } };
  const direct = {
    houseServiceId,
    charged: false,
    reason: 'direct-contract',
    validFrom: '2026-07-01',
    basis: 'Договор от 20.06.2026 № 17',
  } as const;
  const differing = await call(createAccountService, { ...ofAccount, body: direct });
  const ofDiffering = { params: { accountServiceId: differing.id } };
  await call(listAccountServices, ofAccount);
  await call(getAccountService, ofDiffering);
  const ended = { ...direct, validTo: '2026-12-31' };
  await call(replaceAccountService, { ...ofDiffering, body: ended, ...seen });
  await call(deleteAccountService, ofDiffering);

  const stopped = {
    houseServiceId,
    kind: 'interruption',
    from: '2026-07-05T08:00:00+03:00',
    to: '2026-07-05T18:00:00+03:00',
    basis: 'Акт от 05.07.2026 № 12',
  } as const;
  const act = await call(createServiceAct, { ...ofHouse, body: { ...stopped, roomIds: [roomId] } });
  const ofAct = { params: { serviceActId: act.id } };
  await call(listServiceActs, ofHouse);
  await call(getServiceAct, ofAct);
  const longer = { ...stopped, roomIds: [roomId], to: '2026-07-05T20:00:00+03:00' };
  await call(replaceServiceAct, { ...ofAct, body: longer, ...seen });
  await call(deleteServiceAct, ofAct);

  const veteran = {
    category: 'labour-veteran',
    share: '0.5',
    persons: 1,
    limit: 'none',
    services: [houseServiceId],
    validFrom: '2026-07-01',
    basis: 'Удостоверение ветерана труда № 104217',
  } as const;
  const benefit = await call(createBenefit, { ...ofAccount, body: veteran });
  const ofBenefit = { params: { benefitId: benefit.id } };
  await call(listBenefits, ofAccount);
  await call(getBenefit, ofBenefit);
  await call(replaceBenefit, {
    ...ofBenefit,
    body: { ...veteran, validTo: '2026-12-31' },
    ...seen,
  });
  await call(deleteBenefit, ofBenefit);

  const [first] = (await call(listTariffs, ofService)).items;
  await call(deleteTariff, { params: { tariffId: first?.id ?? 0 } });
  await call(deleteHouseService, ofService);

  await core.close();
  book.close();
});
