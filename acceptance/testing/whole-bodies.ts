// Bodies with fields whose names mean something else in other operations.
import type { Place } from './place.ts';

const ROW = ({ houseId, personalAccountId }: Place) => ({
  line: 2,
  houseId,
  personalAccountId,
  account: 'LS01',
  month: '2020-01',
  kind: 'principal',
  amount: '1.00',
  houseServiceId: null,
  serviceName: null,
  serviceKind: null,
});

const today = (): Temporal.PlainDate => Temporal.Now.plainDateISO('Europe/Moscow');

const lastMonth = (): Temporal.PlainYearMonth => today().toPlainYearMonth().subtract({ months: 1 });

/** An hour in the previous month, in which every company has its service; it changes no charge. */
export const hourOf = (day: number): { readonly from: string; readonly to: string } => {
  const date = String(lastMonth().toPlainDate({ day }));
  return { from: `${date}T08:00:00+03:00`, to: `${date}T09:00:00+03:00` };
};

const actOf = ({ houseServiceId }: Place, day = 3): object => ({
  houseServiceId,
  kind: 'interruption',
  ...hourOf(day),
  basis: 'something',
});

/** For a month without charges. */
const benefitOf = ({ houseServiceId }: Place, month: string): object => ({
  category: 'disabled',
  share: '0.5',
  persons: 1,
  limit: 'none',
  services: [houseServiceId],
  validFrom: `${month}-01`,
  validTo: `${month}-28`,
  basis: 'something',
});

const PAYEE = { name: 'Фонд капремонта', inn: '7707083893' };

/** By operation. */
export const WHOLE_BODIES: Readonly<Record<string, (place: Place) => unknown>> = {
  createWebhook: ({ organizationId }) => ({
    organizationId,
    url: 'https://8.8.8.8/',
    events: ['dispute.opened'],
  }),
  createPayee: ({ organizationId }) => ({ organizationId, ...PAYEE }),
  replacePayee: () => PAYEE,
  createInstalment: ({ personalAccountId }) => ({
    personalAccountId,
    months: 2,
    startsOn: String(today()),
    periods: [String(lastMonth())],
  }),
  createDebtRequest: ({ personalAccountId }) => ({
    personalAccountId,
    number: '10-2',
    requestedBy: 'УСЗН',
    receivedOn: '2020-03-02',
  }),
  answerDebtRequest: () => ({}),
  replaceGisServices: () => ({
    items: [
      {
        subject: 'penalties',
        list: 'costs',
        code: '1',
        guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
      },
    ],
  }),
  createServiceAct: (place) => actOf(place),
  replaceServiceAct: (place) => actOf(place, 4),
  createBenefit: (place) => benefitOf(place, '2980-03'),
  replaceBenefit: (place) => benefitOf(place, '2980-04'),
  copyHouseSetup: ({ houseId }) => ({
    fromHouseId: houseId,
    houseIds: [houseId],
    validFrom: '2020-01-01',
  }),
  checkMoveBooks: ({ organizationId, houseId }) => ({
    organizationId,
    asOf: '2020-02',
    storedAt: '2020-02-01T00:00:00Z',
    houseIds: [houseId],
  }),
  reopenAddress: () => ({ recipient: 'somebody@example.org' }),
  dropMoveDrafts: ({ organizationId, houseId }) => ({ organizationId, houseIds: [houseId] }),
  judgeMoveOpenings: (place) => ({
    organizationId: place.organizationId,
    asOf: '2020-02',
    fileHash: '1'.repeat(64),
    rows: [ROW(place)],
  }),
  giveMoveOpenings: (place) => ({
    organizationId: place.organizationId,
    asOf: '2020-02',
    fileName: 'balances.csv',
    fileHash: '1'.repeat(64),
    requestedBy: 1,
    number: 1,
    rows: [ROW(place)],
  }),
};
