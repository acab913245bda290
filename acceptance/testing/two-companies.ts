// Two companies with a billed house each, and everybody who might make requests about them.
import assert from 'node:assert/strict';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import {
  accruePenalties,
  getAccrualJob,
  listPenaltyAccruals,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { listUnidentifiedPayments } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { listHouseServices } from '@kvartplata/contracts/core/house-services.ts';
import { createMeterAct } from '@kvartplata/contracts/core/meter-acts.ts';
import { createMeterVerification } from '@kvartplata/contracts/core/meter-verifications.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { listNorms } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { getPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { listTariffs } from '@kvartplata/contracts/core/tariffs.ts';
import type { ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { signServiceToken } from '@kvartplata/platform/identity/service-token.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import { addDelivery, addImport, addMove, addOpening, addReceiptFile } from './ended-imports.ts';
import { addDebtRequest, addDispute } from './asked-of-account.ts';
import { addInstalment } from './agreed-plan.ts';
import { addDebtWork } from './debt-work.ts';
import { addAdjustment } from './waiting-line.ts';
import { computeMonth } from './computed-month.ts';
import { openFirstAccount } from './first-account.ts';
import { PERSONS_FROM } from './operations.ts';
import type { Place } from './place.ts';
import {
  addInvitation,
  addMember,
  memberStatement,
  NEWCOMER,
  waitingInvitation,
} from './memberships.ts';
import {
  addAbsence,
  addAccountService,
  addBenefit,
  addOwnService,
  addServiceAct,
} from './registry-records.ts';
import { rememberRows, type PuttingBack } from './remembered-row.ts';
import type { ThreeServices } from './three-services.ts';
import { addPayee, addPenaltyRule } from './settled-rows.ts';

export const ROLES = ['owner', 'accountant', 'viewer', 'admin', 'newcomer', 'nobody'] as const;
/** `owner`, `accountant` and `viewer` belong to the first company; a `newcomer` to none; `nobody` is not signed in. */
export type Role = (typeof ROLES)[number];

export type TwoCompanies = {
  readonly people: Readonly<Record<Exclude<Role, 'nobody'>, Person>>;
  readonly own: Place;
  readonly foreign: Place;
  readonly serviceAuthorization: (service: ServiceName) => Promise<string>;
  /** Restores what an allowed request may have deleted. */
  readonly restore: () => Promise<void>;
};

export async function makeTwoCompanies(services: ThreeServices): Promise<TwoCompanies> {
  const admin = await signUp(services, 'administrator');
  const own = await makeCompany(services, 'one');
  const foreign = await makeCompany(services, 'two');
  const accountant = await signUp(services, 'accountant');
  const viewer = await signUp(services, 'viewer');
  const newcomer = await signUp(services, NEWCOMER);
  await addMember(services, own.place.organizationId, accountant.userId, 'accountant');
  await addMember(services, own.place.organizationId, viewer.userId, 'viewer');
  return {
    people: { admin, owner: own.owner, accountant, viewer, newcomer },
    own: own.place,
    foreign: foreign.place,
    serviceAuthorization: async (service) =>
      `Bearer ${await signServiceToken(services.keys.service, 'core', service, new Date())}`,
    restore: putsBack(services, [
      ...[own, foreign].map(({ place, rows }) => ofPlace(place, rows, newcomer)),
      { core: [], billing: [PENALTY_RATE] },
    ]),
  };
}

/** Restores everything of a place that an allowed request may have deleted. */
function ofPlace(place: Place, rows: PuttingBack, newcomer: Person): PuttingBack {
  return {
    core: [
      ...waitingInvitation(place, newcomer.userId),
      memberStatement(place.organizationId, place.userId, 'viewer'),
      ...rows.core,
      personsStatement(place),
    ],
    billing: rows.billing,
  };
}

/** Called after each of a thousand requests: one by one, the statements would take more processor time than the requests. */
function putsBack({ owners }: ThreeServices, all: readonly PuttingBack[]): () => Promise<void> {
  const core = all.flatMap((each) => each.core).join(';\n');
  const billing = all.flatMap((each) => each.billing).join(';\n');
  return async () => {
    await Promise.all([owners.core.query(core), owners.billing.query(billing)]);
  };
}

/** A person of each role for requests to auth: those may end every session of the caller. */
export async function signUpForAuth(services: ThreeServices): Promise<TwoCompanies['people']> {
  // Roles in an organization do not matter to auth; the role on the platform is set by SQL.
  const admin = await signUp(services, 'auth-admin');
  await services.owners.auth.query(`update users set platform_role = 'admin' where id = $1`, [
    admin.userId,
  ]);
  return {
    admin,
    owner: await signUp(services, 'auth-owner'),
    accountant: await signUp(services, 'auth-accountant'),
    viewer: await signUp(services, 'auth-viewer'),
    newcomer: await signUp(services, 'auth-newcomer'),
  };
}

/** Without them nobody could pay its receipts. */
const BANK_DETAILS = {
  bankName: 'ПАО Сбербанк',
  bic: '044525225',
  settlementAccount: '40702810538000123456',
  correspondentAccount: '30101810400000000225',
};

async function makeCompany(
  services: ThreeServices,
  name: string,
): Promise<{ owner: Person; place: Place; rows: PuttingBack }> {
  const owner = await signUp(services, `owner-${name}`);
  const member = await signUp(services, `member-${name}`);
  const { id: organizationId } = await clientOf(services, owner).call(createOrganization, {
    body: { name: `Компания ${name}`, bankDetails: BANK_DETAILS },
  });
  await addMember(services, organizationId, member.userId, 'viewer');
  const { houseId, months } = await clientOf(services, owner).call(seedGoldenHouse, {
    body: { organizationId, houseId: 0 },
  });
  await openFirstAccount(services, owner, organizationId);
  const [first = '', second = ''] = months;
  const client = clientOf(services, owner);
  const applied = await computeMonth(client, { houseId }, first);
  await clientOf(services, owner).call(applyCycle, { params: { cycleId: applied.billingCycleId } });
  const draft = await computeMonth(client, { houseId }, second);
  const charges = await clientOf(services, owner).call(listCharges, {
    query: { houseId, period: first, limit: 1 },
  });
  const [charge] = charges.items;
  assert.ok(charge);
  const { personalAccountId } = charge;
  const payment = { personalAccountId, amount: '1.00', paidOn: '2020-02-10' };
  const { roomId } = await clientOf(services, owner).call(getPersonalAccount, {
    params: { personalAccountId },
  });
  const service = await findService(services, owner, houseId);
  await makeDearer(services, service.tariffId);
  const place = {
    organizationId,
    houseId,
    roomId,
    personalAccountId,
    ...service,
    ...(await addMeter(services, owner, { ...service, personalAccountId })),
    utilityServiceId: await addOwnService(services, owner, organizationId),
    absenceId: await addAbsence(services, owner, personalAccountId),
    accountServiceId: await addAccountService(services, owner, { ...service, personalAccountId }),
    serviceActId: await addServiceAct(services, owner, { ...service, houseId }),
    benefitId: await addBenefit(services, owner, { ...service, personalAccountId }),
    cycleId: draft.billingCycleId,
    jobId: draft.id,
    chargeId: charge.id,
    paymentId: (await clientOf(services, owner).call(createPayment, { body: payment })).id,
    correctionId: await addCorrection(services, { organizationId, houseId }),
    yearCorrectionId: await addYear(services, { organizationId, houseId }),
    ...(await addAccrual(services, owner, { houseId, personalAccountId })),
    penaltyRuleId: await addPenaltyRule(services, owner, houseId),
    ...(await addRegistry(services, owner, organizationId)),
    adjustmentId: await addAdjustment(services, { organizationId, houseId, personalAccountId }),
    instalmentId: await addInstalment(services, { organizationId, houseId, personalAccountId }),
    receiptFileId: await addReceiptFile(services, { organizationId, houseId }),
    deliveryId: await addDelivery(services, { organizationId, houseId, personalAccountId }),
    disputeId: await addDispute(services, { organizationId, houseId, personalAccountId }),
    ...(await addOfOrganization(services, organizationId)),
    debtRequestId: await addDebtRequest(services, { organizationId, houseId, personalAccountId }),
    ...(await addDebtWork(services, { ...service, organizationId, houseId, personalAccountId })),
    invitationId: await addInvitation(services, organizationId),
    userId: member.userId,
    username: member.username,
  };
  const rows = await rememberValues(services, place);
  await services.owners.core.query(personsStatement(place));
  return { owner, place, rows };
}

async function makeDearer({ owners }: ThreeServices, tariffId: number): Promise<void> {
  // The applied month would be charged differently now, so that a correction has something to do.
  await owners.core.query('update service_tariffs set value = value + 1 where id = $1', [tariffId]);
}

/** The rows that an allowed request may delete. */
async function rememberValues(services: ThreeServices, place: Place): Promise<PuttingBack> {
  return rememberRows(services, {
    service_tariffs: place.tariffId,
    service_norms: place.normId,
    meter_readings: place.readingId,
    meter_verifications: place.verificationId,
    meter_acts: place.actId,
    absences: place.absenceId,
    account_services: place.accountServiceId,
    service_acts: place.serviceActId,
    benefits: place.benefitId,
    utility_services: place.utilityServiceId,
    payees: place.payeeId,
    penalty_rules: place.penaltyRuleId,
    webhooks: place.webhookId,
  });
}

/** A service of the house that has a tariff and a norm. */
async function findService(
  { urls }: ThreeServices,
  owner: Person,
  houseId: number,
): Promise<Pick<Place, 'houseServiceId' | 'tariffId' | 'normId'>> {
  const { call } = clientOf({ urls }, owner);
  const [service] = (await call(listHouseServices, { params: { houseId } })).items;
  assert.ok(service, 'the house has services');
  const params = { houseServiceId: service.id };
  const [tariff] = (await call(listTariffs, { params })).items;
  const [norm] = (await call(listNorms, { params })).items;
  assert.ok(tariff && norm, 'the service has a tariff and a norm');
  return { ...params, tariffId: tariff.id, normId: norm.id };
}

/** A meter of the account with a reading, a verification and an act, which no other requests use. */
async function addMeter(
  { urls }: ThreeServices,
  owner: Person,
  { houseServiceId, personalAccountId }: Pick<Place, 'houseServiceId' | 'personalAccountId'>,
): Promise<Pick<Place, 'meterId' | 'readingId' | 'verificationId' | 'actId'>> {
  const { call } = clientOf({ urls }, owner);
  const meter = {
    houseServiceId,
    personalAccountId,
    ownerType: 'account',
    meterTypeId: 1,
    serialNumber: 'read and verified',
    digits: 5,
    installedOn: '2020-01-01',
    initialReading: '0',
  } as const;
  const params = { meterId: (await call(createMeter, { body: meter })).id };
  const reading = { period: '2020-01', value: '1', takenOn: '2020-01-25' };
  // It ends soon, so that there is somebody to notify.
  const verifiedUntil = Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 20 }).toString();
  const verification = { verifiedOn: '2020-01-01', verifiedUntil };
  const act = { kind: 'failed', on: '2020-01-02', until: '2020-01-03', basis: 'Акт' } as const;
  return {
    ...params,
    readingId: (await call(createReading, { params, body: reading })).id,
    verificationId: (await call(createMeterVerification, { params, body: verification })).id,
    actId: (await call(createMeterAct, { params, body: act })).id,
  };
}

/** A correction that no other requests use. */
async function addCorrection(
  { owners }: ThreeServices,
  { organizationId, houseId }: Pick<Place, 'organizationId' | 'houseId'>,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: string }>(
    `insert into corrections (house_id, organization_id, period_from, period_to, period, billing_cycle_id, reason,
       line_count, amount, requested_by)
     values ($1, $2, '2020-01-01', '2020-01-01', '2020-02-01', 1, 'acceptance', 1, 1, 1) returning id`,
    [houseId, organizationId],
  );
  return Number(rows[0]?.id);
}

/** A recalculated year. */
async function addYear(
  { owners }: ThreeServices,
  { organizationId, houseId }: Pick<Place, 'organizationId' | 'houseId'>,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: string }>(
    `insert into year_corrections (house_id, organization_id, kind, year, house_service_ids, period, line_count, amount,
       requested_by)
     values ($1, $2, 'common-needs', 2001, '{}', '2002-01-01', 0, 0, 1) returning id`,
    [houseId, organizationId],
  );
  return Number(rows[0]?.id);
}

/** Penalties of the account, booked up to today. */
async function addAccrual(
  { urls }: ThreeServices,
  owner: Person,
  { houseId, personalAccountId }: Pick<Place, 'houseId' | 'personalAccountId'>,
): Promise<Pick<Place, 'accrualId' | 'accrualJobId'>> {
  const targetDate = moscowDayOf(new Date()).toString();
  const job = { houseId, targetDate };
  const asked = await clientOf({ urls }, owner).call(accruePenalties, { body: job });
  await until(`accrual job ${asked.id} is done`, async () => {
    const { status } = await clientOf({ urls }, owner).call(getAccrualJob, {
      params: { accrualJobId: asked.id },
    });
    return status === 'COMPLETED';
  });
  const { items } = await clientOf({ urls }, owner).call(listPenaltyAccruals, {
    query: { personalAccountId },
  });
  assert.ok(items[0], 'the account owes penalties');
  return { accrualId: items[0].id, accrualJobId: asked.id };
}

/** A registry with one row booked and one waiting. */
async function addRegistry(
  { urls }: ThreeServices,
  owner: Person,
  organizationId: number,
): Promise<Pick<Place, 'paymentImportId' | 'unidentifiedPaymentId'>> {
  const form = new FormData();
  form.append('file', new Blob(['LS01;2.00;2020-02-10\nLS99;3.00;2020-02-10\n']), 'bank.csv');
  const sent = await clientOf({ urls }, owner).call(importPayments, {
    query: { profile: 'csv', organizationId },
    body: form,
  });
  let waiting: readonly { readonly id: number }[] = [];
  await until(`registry ${sent.id} is booked`, async () => {
    ({ items: waiting } = await clientOf({ urls }, owner).call(listUnidentifiedPayments, {
      query: { importId: sent.id },
    }));
    return waiting.length === 1;
  });
  return { paymentImportId: sent.id, unidentifiedPaymentId: waiting[0]?.id ?? 0 };
}

/** What belongs to the organization as a whole. */
async function addOfOrganization(services: ThreeServices, organizationId: number) {
  return {
    payeeId: await addPayee(services, organizationId),
    importId: await addImport(services, organizationId),
    moveId: await addMove(services, organizationId),
    openingImportId: await addOpening(services, organizationId),
    webhookId: await addWebhook(services, organizationId),
  };
}

/** A webhook with an address to which nothing is sent. */
async function addWebhook({ owners }: ThreeServices, organizationId: number): Promise<number> {
  const { rows } = await owners.billing.query<{ id: string }>(
    `insert into webhooks (organization_id, url, events, secret_encrypted, secret_kid, created_by)
     values ($1, 'https://192.0.2.1/', '{dispute.opened}', decode(repeat('00', 60), 'hex'), 'none', 1) returning id`,
    [organizationId],
  );
  return Number(rows[0]?.id);
}

/** The rate that requests name, on days that no other rate has, unless it still exists. */
const PENALTY_RATE = `insert into penalty_rates (id, valid_from, valid_to, base_cbr_rate, effective_rate, source)
  values (1, '1992-01-01', '1992-12-31', 5, 5, 'manual') on conflict do nothing`;

function personsStatement({ houseId, personalAccountId }: Place): string {
  return `insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
    select organization_id, id, ${personalAccountId}, '${PERSONS_FROM}', 1 from houses where id = ${houseId}
    on conflict on constraint registered_persons_pkey do nothing`;
}
