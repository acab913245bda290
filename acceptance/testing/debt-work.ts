// A court case, a restriction notice and letters to debtors of a company, inserted as rows: the books of the test companies have
// no such debts.
import type { ThreeServices } from './three-services.ts';

type Place = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
};

type Owners = Pick<ThreeServices, 'owners'>;

export async function addDebtWork(
  services: Owners,
  place: Place,
): Promise<{
  readonly courtCaseId: number;
  readonly restrictionNoticeId: number;
  readonly debtLettersId: number;
}> {
  return {
    courtCaseId: await addCourtCase(services, place),
    restrictionNoticeId: await addRestrictionNotice(services, place),
    debtLettersId: await addDebtLetters(services, place),
  };
}

async function addCourtCase(
  { owners }: Owners,
  { organizationId, houseId, personalAccountId }: Place,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: number }>(
    `insert into court_cases (organization_id, house_id, personal_account_id, account_number, payer, address, proceeding,
       state_since, as_of, principal, penalty, state_duty, balance, claim, created_by)
     values ($1, $2, $3, 'LS01', 'Иванова М. И.', 'Тверь, кв. 1', 'order', '2020-03-01', '2020-03-01', 100, 1, 200, 101, $4, 1)
     returning id::integer`,
    [organizationId, houseId, personalAccountId, JSON.stringify(CLAIM)],
  );
  return rows[0]?.id ?? 0;
}

async function addRestrictionNotice(
  { owners }: Owners,
  { organizationId, houseId, personalAccountId, houseServiceId }: Place,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: number }>(
    `insert into restriction_notices (organization_id, house_id, personal_account_id, account_number, payer, address,
       house_service_id, service_name, debt, norm_charge, made_on, created_by)
     values ($1, $2, $3, 'LS01', 'Иванова М. И.', 'Тверь, кв. 1', $4, 'Электроснабжение', 1000, 400, '2020-03-01', 1)
     returning id::integer`,
    [organizationId, houseId, personalAccountId, houseServiceId],
  );
  return rows[0]?.id ?? 0;
}

async function addDebtLetters(
  { owners }: Owners,
  { organizationId, houseId, personalAccountId }: Place,
): Promise<number> {
  const { rows } = await owners.billing.query<{ id: number }>(
    `insert into debt_letters (organization_id, kind, form, dry_run, house_ids, min_months, min_debt, made_on, file_name, status,
       total_accounts, byte_count, requested_by, request_id, finished_at)
     values ($1, 'claim', 'pdf', false, array[$2::bigint], 0, 0, '2020-03-01', 'pretenzii-2020-03-01.pdf', 'COMPLETED', 1, 4, 1,
       'acceptance', now())
     returning id::integer`,
    [organizationId, houseId],
  );
  const id = rows[0]?.id ?? 0;
  await owners.billing.query(
    `insert into debt_letter_pieces (organization_id, debt_letters_id, number, bytes) values ($1, $2, 1, '%PDF')`,
    [organizationId, id],
  );
  await owners.billing.query(
    `insert into debt_letter_accounts (organization_id, house_id, debt_letters_id, position, personal_account_id, account_number, payer,
       address, debt, letter)
     values ($1, $2, $3, 1, $4, 'LS01', 'Иванова М. И.', 'Тверь, кв. 1', 101, $5)`,
    [organizationId, houseId, id, personalAccountId, JSON.stringify(LETTER)],
  );
  return id;
}

const LETTER = {
  kind: 'claim',
  months: [{ period: '2020-01', dueDate: '2020-02-10', amount: '100.00' }],
  advance: '0.00',
  principal: '100.00',
  penalty: '1.00',
  payerInn: null,
  payerAddress: null,
  closedOn: null,
  penaltyKinds: ['utilities'],
  total: '101.00',
};

const CLAIM = {
  creditor: {
    name: 'Компания',
    inn: null,
    kpp: null,
    legalAddress: null,
    phone: null,
    email: null,
    bankName: null,
    bic: null,
    settlementAccount: null,
    correspondentAccount: null,
  },
  debtor: {
    payer: 'Иванова М. И.',
    payerAddress: null,
    inn: null,
    facts: null,
    address: 'Тверь',
    roomNumber: '1',
    roomKind: 'residential',
    area: '40.00',
    closedOn: null,
  },
  months: [
    {
      period: '2020-01',
      dueDate: '2020-02-10',
      limitationEndsOn: '2023-02-10',
      isTimeBarred: false,
      amount: '100.00',
      services: [{ houseServiceId: null, name: 'Отопление', charged: '100.00', debt: '100.00' }],
    },
  ],
  advance: '0.00',
  courtFees: '0.00',
  payments: [],
  penalties: {
    countedTo: null,
    debts: [],
    booked: '1.00',
    brought: '0.00',
    paid: '0.00',
    writtenOff: '0.00',
    remarks: [],
  },
  timeBarred: '0.00',
};
