// What core gives billing when a company moves in: the balances of its accounts.
import {
  bookMoveOpenings,
  checkMoveBooks,
  dropMoveDrafts,
  giveMoveOpenings,
  judgeMoveOpenings,
  undoMoveOpenings,
  type MoveBooks,
  type MoveJudgement,
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
    moveId: number,
    question: BodyOf<typeof checkMoveBooks>,
    requestId: string,
  ) => Promise<MoveBooks>;
  /** What booking would refuse. */
  readonly judge: (
    question: BodyOf<typeof judgeMoveOpenings>,
    requestId: string,
  ) => Promise<MoveJudgement>;
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
  /** Of houses whose move is taken back. */
  readonly dropDrafts: (houses: BodyOf<typeof dropMoveDrafts>, requestId: string) => Promise<void>;
};

export function createOpeningsClient(billing: Pick<ServiceClient, 'call'>): OpeningsClient {
  return {
    checkBooks: async (moveId, body, requestId) =>
      billing.call(checkMoveBooks, { params: { moveId }, body }, requestId),
    judge: async (body, requestId) => billing.call(judgeMoveOpenings, { body }, requestId),
    give: async (moveId, body, requestId) => {
      await billing.call(giveMoveOpenings, { params: { moveId }, body }, requestId);
    },
    book: async (moveId, organizationId, requestId) =>
      billing.call(bookMoveOpenings, { params: { moveId }, body: { organizationId } }, requestId),
    undo: async (moveId, body, requestId) =>
      billing.call(undoMoveOpenings, { params: { moveId }, body }, requestId),
    dropDrafts: async (body, requestId) => {
      await billing.call(dropMoveDrafts, { body }, requestId);
    },
  };
}
