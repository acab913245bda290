// What core gives billing when a company moves in: the balances of its accounts.
import {
  bookMoveOpenings,
  checkMoveBooks,
  giveMoveOpenings,
  undoMoveOpenings,
  type MoveBooks,
  type MoveOpening,
} from '@kvartplata/contracts/billing/move-openings.ts';
import type { Asked } from '@kvartplata/contracts/endpoint.ts';
import type { ServiceClient } from '@kvartplata/platform/service-client/service-client.ts';

type BodyOf<E extends Parameters<ServiceClient['call']>[0]> =
  Asked<E> extends {
    readonly body: infer Body;
  }
    ? Body
    : never;

export type OpeningsClient = {
  /** @throws Refusal dependency-unavailable, as all of them */
  readonly checkBooks: (
    question: BodyOf<typeof checkMoveBooks>,
    requestId: string,
  ) => Promise<MoveBooks>;
  readonly give: (
    moveId: number,
    piece: BodyOf<typeof giveMoveOpenings>,
    requestId: string,
  ) => Promise<void>;
  /** How the booking goes on; undefined when nothing was given. */
  readonly book: (
    moveId: number,
    organizationId: number,
    requestId: string,
  ) => Promise<MoveOpening | undefined>;
  readonly undo: (
    moveId: number,
    by: BodyOf<typeof undoMoveOpenings>,
    requestId: string,
  ) => Promise<MoveOpening | undefined>;
};

export function createOpeningsClient(billing: Pick<ServiceClient, 'call'>): OpeningsClient {
  return {
    checkBooks: async (body, requestId) => billing.call(checkMoveBooks, { body }, requestId),
    give: async (moveId, body, requestId) => {
      await billing.call(giveMoveOpenings, { params: { moveId }, body }, requestId);
    },
    book: async (moveId, organizationId, requestId) =>
      billing.call(bookMoveOpenings, { params: { moveId }, body: { organizationId } }, requestId),
    undo: async (moveId, body, requestId) =>
      billing.call(undoMoveOpenings, { params: { moveId }, body }, requestId),
  };
}
