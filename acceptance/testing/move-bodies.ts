// What core sends billing of a company that moves in.
import type { Place } from './operations.ts';

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

/** Of what core gives billing of a move, whose fields are called as others are that mean something else. */
export const MOVE_BODIES: Readonly<Record<string, (place: Place) => unknown>> = {
  checkMoveBooks: ({ organizationId, houseId }) => ({
    organizationId,
    asOf: '2020-02',
    storedAt: '2020-02-01T00:00:00Z',
    houseIds: [houseId],
  }),
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
