// Core's requests to billing when a company moves in: the opening balances of its accounts.
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
  /** @throws Refusal dependency-unavailable, like all methods */
  readonly checkBooks: (
    moveId: number,
    question: BodyOf<typeof checkMoveBooks>,
    requestId: string,
  ) => Promise<MoveBooks>;
  /** The refusals that booking would give. */
  readonly judge: (
    question: BodyOf<typeof judgeMoveOpenings>,
    requestId: string,
  ) => Promise<MoveJudgement>;
  readonly give: (
    moveId: number,
    piece: BodyOf<typeof giveMoveOpenings>,
    requestId: string,
  ) => Promise<void>;
  /** The progress of the booking; undefined when billing has received nothing. */
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
  /** For houses whose move is undone. */
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
