// The requests that an operation is asked with: one thing wrong at a time, each field as often as the other, and some
// with two.
import type { Operation } from '../operations.ts';
import { addressChanges } from './address-changes.ts';
import { bodyChanges } from './body-changes.ts';
import type { Change, Draft } from './draft.ts';
import { headerChanges } from './header-changes.ts';
import type { Random } from './random.ts';

export type BadRequest = { readonly change: Change; readonly draft: Draft };

/** One in so many has a second thing wrong. */
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

/** Fewer than asked for when there are no more ways. */
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

/** By chance, but from each field in turn: a body of thirty fields leaves room for the path. */
function inTurns(changes: readonly Change[], random: Random): readonly Change[] {
  const byTarget = Map.groupBy(changes, ({ part, field }) => `${part} ${field}`);
  const queues = random.shuffled([...byTarget.values()].map((queue) => random.shuffled(queue)));
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) =>
    queues.flatMap((queue) => queue.slice(turn, turn + 1)),
  ).flat();
}

/** The first alone when the two would meet. */
function both(first: Change, second: Change): Change {
  if (first.part === second.part || [first.part, second.part].includes('everything')) return first;
  return {
    part: 'everything',
    why: `${first.why}; ${second.why}`,
    refuses: first.refuses || second.refuses,
    change: (draft) => second.change(first.change(draft)),
  };
}
