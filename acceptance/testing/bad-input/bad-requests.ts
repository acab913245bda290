// The requests for an operation: one fault at a time, each field equally often, and some with two faults.
import type { Operation } from '../operations.ts';
import { addressChanges } from './address-changes.ts';
import { bodyChanges } from './body-changes.ts';
import type { Change, Draft } from './draft.ts';
import { headerChanges } from './header-changes.ts';
import type { Random } from './random.ts';

export type BadRequest = { readonly change: Change; readonly draft: Draft };

/** One in so many has a second fault. */
const TWO_IN = 8;

/**
 * @param own a valid request
 * @param foreign the same about another company
 */
export async function changesOf(
  operation: Operation,
  foreign: Draft,
  methodsOfPath: readonly string[],
): Promise<readonly Change[]> {
  const isOfCompany = ['viewer', 'accountant', 'owner'].includes(operation.access);
  return [
    { part: 'everything', why: 'nothing is wrong', refuses: false, change: (draft) => draft },
    { part: 'everything', why: 'of another company', refuses: isOfCompany, change: () => foreign },
    ...addressChanges(operation, methodsOfPath),
    ...headerChanges(operation),
    ...(await bodyChanges(operation)),
  ];
}

/** Fewer than requested when there are no more variants. */
export function drawRequests(
  own: Draft,
  changes: readonly Change[],
  count: number,
  random: Random,
): readonly BadRequest[] {
  const drawn = inTurns(changes, random).slice(0, count);
  return drawn.map((change, index) => {
    const merged = index % TWO_IN === TWO_IN - 1 ? both(change, random.pick(changes)) : change;
    return { change: merged, draft: merged.change(own) };
  });
}

/** Random, but taking turns between the fields: a body with thirty fields must leave room for the path. */
function inTurns(changes: readonly Change[], random: Random): readonly Change[] {
  const byTarget = Map.groupBy(changes, ({ part, field }) => `${part} ${field}`);
  const queues = random.shuffled([...byTarget.values()].map((queue) => random.shuffled(queue)));
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  ).flat();
}

/** Only the first when both would affect the same part. */
function both(first: Change, second: Change): Change {
  if (first.part === second.part || [first.part, second.part].includes('everything')) return first;
  return {
    part: 'everything',
    why: `${first.why}; ${second.why}`,
    refuses: first.refuses || second.refuses,
    change: (draft) => second.change(first.change(draft)),
  };
}
