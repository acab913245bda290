// Every field of a request body has its place in the form that sends it, so that a refusal is shown next to it; or this file says
// why it cannot be refused. New forms have to be listed here, with the operations that they send.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { AUTH } from '@kvartplata/contracts/auth/catalogue.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import { fieldAt } from './lib/field-paths.ts';

type FormRow = {
  /** Ids of operations. */
  readonly sends: readonly string[];
  /** Other files that render some of its fields. */
  readonly with?: readonly string[];
  /** Fields whose names are not literals in the source. */
  readonly drawn?: readonly string[];
  /** Pointers without a field, including everything below them, each with the reason. */
  readonly untyped?: Readonly<Record<string, string>>;
};

const LANGUAGE = 'that of the page';
const OF_THE_PAGE = 'whose page it is';
const ONE_OF_TWO = 'the form names its house, or its organization';
const CHOSEN = 'chosen in a list that holds nothing else';
const BY_CODE = 'the form names services by their codes';
const OTHER_WORDS = 'the form names the way by its newer words';
const NEVER_SENT = 'the form sends none';

const FORMS: Readonly<Record<string, FormRow>> = {
  'ui/reason-form.tsx': {
    sends: [
      'cancelInstalment',
      'reverseAdjustment',
      'reverseCharge',
      'reopenCycle',
      'reversePayment',
      'reversePaymentImport',
    ],
  },
  'features/absences/absence-list.tsx': { sends: ['createAbsence', 'replaceAbsence'] },
  'features/account-balances/balance-on-day.tsx': { sends: ['getAccountBalance'] },
  'features/account-services/account-service-form.tsx': {
    sends: ['createAccountService', 'replaceAccountService'],
  },
  'features/account-transfers/transfer-form.tsx': {
    sends: ['createAccountTransfer'],
    untyped: { '/readings': 'each meter has a field, which `fieldOf` finds by the row' },
  },
  'features/adjustments/adjustment-form.tsx': {
    sends: ['createAdjustment'],
    untyped: { '/personalAccountId': OF_THE_PAGE },
  },
  'features/instalments/instalment-form.tsx': {
    sends: ['createInstalment'],
    untyped: {
      '/personalAccountId': OF_THE_PAGE,
      '/periods': 'they are the months from one field to the other, and `fieldOf` finds the first',
    },
  },
  'features/two-factor/step-up.tsx': { sends: ['stepUp'] },
  'features/oidc/identity-sheet.tsx': {
    sends: ['linkOidcIdentity'],
    untyped: { '/language': LANGUAGE },
  },
  'features/api-keys/api-key-form.tsx': {
    sends: ['createApiKey'],
    untyped: { '/organizationId': OF_THE_PAGE },
  },
  'features/benefits/benefit-form.tsx': {
    sends: ['createBenefit', 'replaceBenefit'],
    with: ['features/benefits/social-norm-fields.tsx'],
    drawn: ['one', 'two', 'each'],
  },
  'features/court-cases/case-form.tsx': {
    sends: ['createCourtCase'],
    untyped: { '/personalAccountId': OF_THE_PAGE },
  },
  'features/court-cases/step-form.tsx': { sends: ['addCourtCaseStep'] },
  'features/debt-requests/debt-request-form.tsx': { sends: ['createDebtRequest'] },
  'features/debt-requests/debt-request-list.tsx': { sends: ['answerDebtRequest'] },
  'features/restriction-notices/notice-form.tsx': {
    sends: ['createRestrictionNotice'],
    untyped: { '/personalAccountId': OF_THE_PAGE },
  },
  'features/restriction-notices/notice-step-form.tsx': { sends: ['addRestrictionNoticeStep'] },
  'features/calculation-jobs/common-needs-dry-run.tsx': {
    sends: ['createCalculationJob'],
    untyped: {
      '/month': CHOSEN,
      '/year': CHOSEN,
      '/houseId': OF_THE_PAGE,
      '/organizationId': ONE_OF_TWO,
      '/houseIds': ONE_OF_TWO,
      '/overrides/commonNeedsMethod': CHOSEN,
      '/overrides/tariffs': NEVER_SENT,
      '/overrides/norms': NEVER_SENT,
      '/overrides/odnMethod': OTHER_WORDS,
    },
  },
  'features/calculation-jobs/override-form.tsx': {
    sends: ['createCalculationJob'],
    untyped: {
      '/month': OF_THE_PAGE,
      '/year': OF_THE_PAGE,
      '/houseId': OF_THE_PAGE,
      '/organizationId': OF_THE_PAGE,
      '/houseIds': NEVER_SENT,
      '/overrides/tariffs': BY_CODE,
      '/overrides/norms': BY_CODE,
      '/overrides/odnMethod': OTHER_WORDS,
    },
  },
  'features/closing-checks/acceptance.tsx': {
    sends: ['acceptCheck'],
    untyped: { '/expectedCount': OF_THE_PAGE },
  },
  'features/closing-checks/remark-acceptance.tsx': {
    sends: ['acceptRemarks'],
    untyped: { '/check': CHOSEN, '/houseId': CHOSEN, '/remarks': CHOSEN },
  },
  'features/corrections/correction-form.tsx': {
    sends: ['createCorrection'],
    untyped: {
      '/houseId': OF_THE_PAGE,
      '/dryRun': 'the button says it',
      '/expectedAmount': 'of the dry run',
    },
  },
  'features/corrections/year-sheets.tsx': {
    sends: ['correctCommonNeedsYear', 'correctHeatingYear'],
    untyped: {
      '/houseId': OF_THE_PAGE,
      '/dryRun': 'the button says it',
      '/expectedAmount': 'of the dry run',
    },
  },
  'features/disputes/dispute-list.tsx': { sends: ['settleDispute'] },
  'features/house-services/service-form.tsx': {
    sends: ['createHouseService', 'replaceHouseService'],
  },
  'features/house-services/value-form.tsx': {
    sends: ['createNorm', 'createTariff', 'replaceNorm', 'replaceTariff'],
  },
  'features/house-setups/copy-form.tsx': {
    sends: ['copyHouseSetup'],
    untyped: { '/houseIds': CHOSEN },
  },
  'features/house-setups/value-of-houses.tsx': {
    sends: ['setNormOfHouses', 'setTariffOfHouses'],
    untyped: { '/houseIds': CHOSEN },
  },
  'features/houses/house-form.tsx': {
    sends: ['createHouse', 'replaceHouse'],
    untyped: { '/organizationId': OF_THE_PAGE, '/odnCapped': OTHER_WORDS },
  },
  'features/invitations/invitation-list.tsx': {
    sends: ['createInvitation'],
    untyped: { '/language': LANGUAGE },
  },
  'features/meter-acts/act-list.tsx': { sends: ['createMeterAct', 'replaceMeterAct'] },
  'features/meter-verifications/verification-list.tsx': { sends: ['createMeterVerification'] },
  'features/meters/meter-form.tsx': {
    sends: ['createMeter', 'replaceMeter'],
    with: ['features/meters/device-fields.tsx'],
  },
  'features/meters/replacement-form.tsx': {
    sends: ['createMeterReplacement'],
    with: ['features/meters/device-fields.tsx'],
    untyped: { '/meter/meterTypeId': NEVER_SENT },
  },
  'features/organizations/organization-form.tsx': {
    sends: ['createOrganization', 'replaceOrganization'],
  },
  'features/payees/payee-form.tsx': {
    sends: ['createPayee', 'replacePayee'],
    untyped: { '/organizationId': OF_THE_PAGE },
  },
  'features/payments/payment-entry.tsx': {
    sends: ['createPayment'],
    drawn: ['account'],
    untyped: { '/source': NEVER_SENT },
  },
  'features/penalties/calculator.tsx': {
    sends: ['calculatePenalty'],
    untyped: { '/rateHistory': NEVER_SENT, '/method': 'both are asked' },
  },
  'features/penalty-accruals/accrual-runs.tsx': {
    sends: ['accruePenalties'],
    untyped: { '/houseId': ONE_OF_TWO, '/organizationId': OF_THE_PAGE },
  },
  'features/penalty-rates/rate-form.tsx': {
    sends: ['createPenaltyRate', 'measureRateImpact', 'replacePenaltyRate'],
  },
  'features/penalty-rules/rule-form.tsx': {
    sends: ['createPenaltyRule', 'replacePenaltyRule'],
    untyped: { '/organizationId': OF_THE_PAGE },
  },
  'features/personal-accounts/account-form.tsx': {
    sends: ['createPersonalAccount', 'replacePersonalAccount'],
    with: ['features/personal-accounts/payer-fields.tsx'],
  },
  'features/personal-accounts/registered-persons.tsx': { sends: ['writeRegisteredPersons'] },
  'features/rooms/room-list.tsx': { sends: ['createRoom', 'replaceRoom'] },
  'features/service-acts/service-act-form.tsx': {
    sends: ['createServiceAct', 'replaceServiceAct'],
  },
  'features/password-resets/forgotten-password-form.tsx': {
    sends: ['requestPasswordReset'],
    untyped: { '/language': LANGUAGE },
  },
  'features/password-resets/new-password-form.tsx': {
    sends: ['resetPassword'],
    untyped: { '/token': 'of the link' },
  },
  'features/sessions/password-form.tsx': { sends: ['changePassword'] },
  'features/sign-in/sign-in-form.tsx': {
    sends: ['answerChallenge', 'startSession'],
    untyped: { '/challengeToken': 'of the step before' },
  },
  'features/webhooks/webhook-form.tsx': {
    sends: ['createWebhook'],
    drawn: ['month.applied'],
    untyped: { '/organizationId': OF_THE_PAGE, '/events': 'each event has a box' },
  },
  'features/two-factor/two-factor-panel.tsx': {
    sends: ['disableTwoFactor', 'enableTwoFactor', 'setUpTwoFactor'],
  },
  'features/unidentified-payments/settlement.tsx': {
    sends: ['closeUnidentifiedPayment', 'resolveUnidentifiedPayment'],
    drawn: ['account'],
  },
  'features/users/register-form.tsx': { sends: ['registerUser'] },
  'features/utility-services/own-service-form.tsx': {
    sends: ['createUtilityService', 'replaceUtilityService'],
    drawn: ['fixed'],
  },
};

const WEB = import.meta.dirname;
const OPERATIONS = new Map(
  [AUTH, CORE, BILLING].flatMap(({ operations }) => operations.map((one) => [one.id, one])),
);

/** The parts of a schema that say what it can contain. */
type Shape = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
};

/** Pointers to every value and every list that a request may have. */
function pointersIn({ type, properties, items, anyOf }: Shape, at = ''): readonly string[] {
  if (anyOf !== undefined) return anyOf.flatMap((one) => pointersIn(one, at));
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, inner]) =>
      pointersIn(inner, `${at}/${name}`),
    );
  if (items !== undefined) return [at, ...pointersIn(items, `${at}/0`)];
  return type === 'null' || at === '' ? [] : [at];
}

/** In the query of a read, and in the body of a write. */
function pointersOf(id: string): readonly string[] {
  const operation = OPERATIONS.get(id);
  assert.ok(operation, `there is no operation ${id}`);
  const { method, query, body } = operation;
  const sent: Shape | undefined = method === 'GET' ? query : body;
  return sent === undefined ? [] : pointersIn(sent);
}

function textOf(file: string): string {
  return readFileSync(path.join(WEB, file), 'utf8');
}

/** How a form in the file finds the field for a pointer. */
function finderOf(file: string, row: FormRow): (pointer: string) => string | undefined {
  const text = [file, ...(row.with ?? [])].map(textOf).join('\n');
  const drawn = new Set(row.drawn);
  for (const [, name = ''] of text.matchAll(/\bfield\('(\w+)'\)/g)) drawn.add(name);
  const names = Object.fromEntries(
    [...text.matchAll(/\b(?:names:|NAMES =) \{([^}]*)\}/g)].flatMap(([, listed = '']) =>
      [...listed.matchAll(/(\w+): '(\w+)'/g)].map(([, name = '', field = '']) => [name, field]),
    ),
  );
  return (pointer) => fieldAt(pointer, (name) => drawn.has(name), names);
}

test('every form of the pages is listed with the operations that it sends', () => {
  const files = globSync('{features,pages,ui}/**/*.tsx', { cwd: WEB }).filter(
    (file) => file !== 'ui/form.tsx' && /\buseForm[<(]|<form\b/.test(textOf(file)),
  );
  assert.deepEqual(Object.keys(FORMS).toSorted(), files.toSorted());
});

for (const [file, row] of Object.entries(FORMS))
  test(`${file} has a field for everything that may be refused`, () => {
    const fieldOf = finderOf(file, row);
    const untyped = Object.keys(row.untyped ?? {});
    const isBelow = (pointer: string, above: string): boolean =>
      pointer === above || pointer.startsWith(`${above}/`);
    const missed = row.sends.flatMap(pointersOf).filter((one) => fieldOf(one) === undefined);
    assert.deepEqual(
      missed.filter((pointer) => !untyped.some((above) => isBelow(pointer, above))),
      [],
      'no field, and no reason why not',
    );
    assert.deepEqual(
      untyped.filter((above) => !missed.some((pointer) => isBelow(pointer, above))),
      [],
      'named as without a field',
    );
  });
