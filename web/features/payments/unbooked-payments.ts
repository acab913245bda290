// Payments between Enter and the books. Typing goes on at once; what is not booked yet is kept with its key, through a
// lost session, another page and a reload, so that nothing is lost and nothing is booked twice.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { useSyncExternalStore } from 'react';
import { sumOf } from '../../lib/figures.ts';
import { keepOwn, readOwn } from '../../lib/own-storage.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { bookPayment, type PaymentBody } from './payments.ts';

export type Unbooked = {
  /** Names the write: sent again under it, it happens once. */
  readonly key: string;
  readonly organizationId: number;
  readonly body: PaymentBody;
  /** Of the account, for people. */
  readonly name: string;
};

export type Waiting = Unbooked & {
  readonly isSending?: boolean;
  readonly failure?: unknown;
};

/** What was booked since the page was opened, to hold against a bundle of papers. */
export type Booked = {
  readonly count: number;
  readonly amount: string;
  readonly last: (Payment & { readonly name: string }) | undefined;
};

type State = {
  readonly waiting: readonly Waiting[];
  readonly booked: ReadonlyMap<number, Booked>;
};

const KEPT_AS = 'unbooked-payments';
const NONE: Booked = { count: 0, amount: '0.00', last: undefined };

let state: State | undefined;
const listeners = new Set<() => void>();

/** Books it; what becomes of it is told by `useUnbooked`. */
export function book(payment: Unbooked): void {
  const others = current().waiting.filter(({ key }) => key !== payment.key);
  change({ waiting: [...others, { ...payment, isSending: true }] });
  void send(payment);
}

async function send(payment: Unbooked): Promise<void> {
  try {
    const booked = await bookPayment(payment.body, payment.key);
    const { organizationId, name } = payment;
    const before = current().booked.get(organizationId) ?? NONE;
    const after = {
      count: before.count + 1,
      amount: sumOf([before.amount, booked.amount]),
      last: { ...booked, name },
    };
    change({ booked: new Map([...current().booked, [organizationId, after]]) });
    forget(payment.key);
    await reloadBilling();
  } catch (failure) {
    const failed = (each: Waiting): Waiting =>
      each.key === payment.key ? { ...each, isSending: false, failure } : each;
    change({ waiting: current().waiting.map(failed) });
  }
}

export function forget(lost: string): void {
  change({ waiting: current().waiting.filter(({ key }) => key !== lost) });
}

/** What waits in an organization, and what was booked since the page was opened. */
export function useUnbooked(organizationId: number): {
  readonly waiting: readonly Waiting[];
  readonly booked: Booked;
} {
  const { waiting, booked } = useSyncExternalStore(subscribe, current);
  return {
    waiting: waiting.filter((payment) => payment.organizationId === organizationId),
    booked: booked.get(organizationId) ?? NONE,
  };
}

/** What was kept is first read when somebody has signed in: it is theirs only then. */
function current(): State {
  state ??= { waiting: kept(), booked: new Map() };
  return state;
}

function change(changed: Partial<State>): void {
  state = { ...current(), ...changed };
  const left = state.waiting.map(({ key, organizationId, body, name }) => ({
    key,
    organizationId,
    body,
    name,
  }));
  keepOwn('tab', KEPT_AS, left.length === 0 ? undefined : JSON.stringify(left));
  for (const listener of listeners) listener();
}

function kept(): readonly Unbooked[] {
  try {
    return JSON.parse(readOwn('tab', KEPT_AS) ?? '[]') as Unbooked[];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
