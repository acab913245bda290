// Only a valid access token of an active session opens a route for users, and only a valid service token opens a route for
// services: each invalid one is tried at all three services, as a header and as a cookie.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { endCurrentSession } from '@kvartplata/contracts/auth/sessions.ts';
import { getCurrentUser } from '@kvartplata/contracts/auth/users.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { openSession } from '@kvartplata/platform/testing/people.ts';
import { BROKEN_API_KEYS, gatherKeys, type KeyMaterial } from './testing/broken-api-keys.ts';
import { BROKEN_CLAIMS } from './testing/broken-claims.ts';
import { BROKEN_SERVICE_TOKENS, forgeServiceToken } from './testing/broken-service-tokens.ts';
import { BROKEN_TOKENS, type Material } from './testing/broken-tokens.ts';
import { gatherMaterial } from './testing/material.ts';
import { listOperations, requestOf, type Operation } from './testing/operations.ts';
import { ask } from './testing/people.ts';
import { problemOf } from './testing/problems.ts';
import { askRaw } from './testing/raw-request.ts';
import { asBearer, asCookie, STRANGE_HEADERS } from './testing/strange-headers.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

/** One route for users of each service. */
const ROUTES: Readonly<Record<ServiceName, string>> = {
  auth: getCurrentUser.path,
  core: listOrganizations.path,
  billing: listCycles.path,
};

let services: ThreeServices;
let material: Material;
before(async () => {
  const secret = randomBytes(32);
  services = await startThreeServices({}, { JWT_SECRET: secret.toString('base64') });
  material = await gatherMaterial(services, secret);
});
after(async () => services.stop());

const routeOf = (service: ServiceName): string => services.urls[service] + ROUTES[service];
/** Characters allowed in a cookie's value; others would start another cookie, or none. */
const FITS_A_COOKIE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/** Every service treats the header lines as unauthenticated. */
async function assertRefused(
  linesFor: (service: ServiceName) => readonly string[],
  accepted: readonly number[] = [401],
): Promise<void> {
  for (const service of SERVICES) {
    const answer = await askRaw(routeOf(service), linesFor(service));
    const { code } = problemOf(answer, service);
    assert.ok(accepted.includes(answer.status), `${service}: ${answer.status} ${answer.text}`);
    if (answer.status === 401) assert.equal(code, 'not-signed-in', service);
  }
}

async function assertGoodTokenOpens(): Promise<void> {
  for (const service of SERVICES)
    for (const lines of [asBearer(material.token), asCookie(material.token)])
      assert.equal((await askRaw(routeOf(service), lines)).status, 200, service);
}

describe('a broken access token', () => {
  const corpus = [...BROKEN_TOKENS, ...BROKEN_CLAIMS];

  test('comes in at least 120 kinds, each with a unique name', () => {
    assert.ok(corpus.length >= 120, String(corpus.length));
    assert.equal(new Set(corpus.map(({ why }) => why)).size, corpus.length);
  });

  for (const { why, token } of corpus) {
    test(`opens nothing: ${why}`, async () => {
      for (const service of SERVICES)
        assert.notEqual(token(material, service), material.token, 'the forger changed nothing');
      await assertRefused((service) => asBearer(token(material, service)));
      await assertRefused((service) => {
        const value = token(material, service);
        return FITS_A_COOKIE.test(value) ? asCookie(value) : asCookie('x');
      });
    });
  }

  test('does not affect the valid token', assertGoodTokenOpens);
});

describe('a valid token in an unexpected place', () => {
  for (const { lines, accepted, why } of STRANGE_HEADERS) {
    test(`opens nothing: ${why}`, async () => {
      await assertRefused(() => lines(material.token), accepted);
    });
  }

  test('in the query string opens nothing', async () => {
    for (const service of SERVICES) {
      const answer = await askRaw(`${routeOf(service)}?access_token=${material.token}`, []);
      assert.equal(answer.status, 401, service);
    }
  });
});

describe('a broken API key', () => {
  let keys: KeyMaterial;
  before(async () => {
    keys = await gatherKeys(services, 'forger');
  });

  for (const { why, key } of BROKEN_API_KEYS)
    test(`opens nothing: ${why}`, async () => {
      const value = key(keys);
      assert.notEqual(value, keys.good, 'nothing is wrong with it');
      await assertRefused(() => asBearer(Buffer.from(value).toString('latin1')));
      await assertRefused(() => (FITS_A_COOKIE.test(value) ? asCookie(value) : asCookie('x')));
    });

  test('does not affect the valid key, which works only as a bearer token', async () => {
    for (const service of SERVICES)
      assert.equal((await askRaw(routeOf(service), asBearer(keys.good))).status, 200, service);
    await assertRefused(() => asCookie(keys.good));
    for (const scheme of ['Basic', 'Token', 'ApiKey'])
      await assertRefused(() => [`authorization: ${scheme} ${keys.good}`]);
    await assertRefused(() => [`x-api-key: ${keys.good}`]);
    await assertRefused(() => [...asBearer(keys.good), ...asBearer(keys.good)]);
  });
});

describe('a session that was signed out', () => {
  test('is refused by every service, although its token has minutes left', async () => {
    const { accessToken } = await openSession(services.urls.auth, 'forger');
    assert.equal((await ask(services, `Bearer ${accessToken}`, endCurrentSession)).status, 200);
    await assertRefused(() => asBearer(accessToken));
  });
});

describe('a route for services', () => {
  let internal: readonly Operation[];
  before(async () => {
    internal = (await listOperations(services)).filter(({ path }) => path.includes('/internal/'));
  });

  const place = {
    organizationId: 1,
    houseId: 1,
    roomId: 1,
    personalAccountId: 1,
    houseServiceId: 1,
    tariffId: 1,
    normId: 1,
    meterId: 1,
    readingId: 1,
    verificationId: 1,
    actId: 1,
    absenceId: 1,
    accountServiceId: 1,
    serviceActId: 1,
    benefitId: 1,
    utilityServiceId: 1,
    cycleId: 1,
    jobId: 1,
    chargeId: 1,
    paymentId: 1,
    correctionId: 1,
    yearCorrectionId: 1,
    accrualId: 1,
    accrualJobId: 1,
    payeeId: 1,
    penaltyRuleId: 1,
    importId: 1,
    moveId: 1,
    paymentImportId: 1,
    unidentifiedPaymentId: 1,
    openingImportId: 1,
    adjustmentId: 1,
    instalmentId: 1,
    receiptFileId: 1,
    deliveryId: 1,
    disputeId: 1,
    webhookId: 1,
    debtRequestId: 1,
    courtCaseId: 1,
    restrictionNoticeId: 1,
    debtLettersId: 1,
    invitationId: 1,
    userId: 1,
    username: 'forger',
  };
  const urlOf = (operation: Operation): string =>
    services.urls[operation.service] + requestOf(operation, place).url;

  test('is marked as such in the OpenAPI document, and there are some', () => {
    assert.ok(internal.length >= 5);
    assert.deepEqual(new Set(internal.map(({ access }) => access)), new Set(['service']));
  });

  for (const { why, token } of BROKEN_SERVICE_TOKENS) {
    test(`refuses a token: ${why}`, async () => {
      for (const operation of internal) {
        const value = token(material, operation.service);
        for (const lines of [asBearer(value), asCookie(value)]) {
          const answer = await askRaw(urlOf(operation), lines, operation.method);
          const { code } = problemOf(answer, operation.path);
          assert.deepEqual([answer.status, code], [401, 'service-token-required'], operation.path);
        }
      }
    });
  }

  test('accepts a correctly forged service token, in the header only', async () => {
    for (const operation of internal) {
      const token = forgeServiceToken(material, operation.service);
      const open = await askRaw(urlOf(operation), asBearer(token), operation.method);
      // An authenticated request without its required body gets a 400.
      const heard = operation.body === undefined ? [200, 404] : [400];
      assert.ok(heard.includes(open.status), `${operation.path}: ${open.text}`);
      const closed = await askRaw(urlOf(operation), asCookie(token), operation.method);
      assert.equal(closed.status, 401, operation.path);
    }
  });

  test('is called with tokens that open no route for users', async () => {
    for (const audience of SERVICES)
      await assertRefused(() => asBearer(forgeServiceToken(material, audience)));
  });
});
