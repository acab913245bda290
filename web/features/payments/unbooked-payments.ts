// Payments between Enter and the books. The user types on at once; payments that are not booked yet are stored with their keys,
// across a lost session, another page and a reload, so that nothing is lost or booked twice.
import type { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useSyncExternalStore } from 'react';
import { keepOwn, readOwn } from '../../lib/own-storage.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { bookPayment, type PaymentBody } from './payments.ts';

export type Unbooked = {
  /** The idempotency key: sent again with it, the write happens once. */
  readonly key: string;
  readonly organizationId: number;
  readonly body: PaymentBody;
  /** The account's name, for display. */
  readonly name: string;
};

export type Waiting = Unbooked & {
  /** When it was first sent, in milliseconds. */
  readonly sentAt: number;
  readonly isSending?: boolean;
  readonly failure?: unknown;
};

/** Booked since the page was opened, for comparison with a stack of papers. */
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
/** Shorter than the service remembers a key, which is a day. */
const KEY_GOOD_MS = 20 * 3_600_000;
const NONE: Booked = { count: 0, amount: '0.00', last: undefined };

let state: State | undefined;
const listeners = new Set<() => void>();

/** Books it; `useUnbooked` reports the outcome. */
export function book(payment: Unbooked): void {
  const { waiting } = current();
  const others = waiting.filter(({ key }) => key !== payment.key);
  const sentAt = waiting.find(({ key }) => key === payment.key)?.sentAt ?? Date.now();
  change({ waiting: [...others, { ...payment, sentAt, isSending: true }] });
  void send(payment);
}

async function send(payment: Unbooked): Promise<void> {
  try {
    const booked = await bookPayment(payment.body, payment.key);
    const { organizationId, name } = payment;
    const before = current().booked.get(organizationId) ?? NONE;
    const after = {
      count: before.count + 1,
      amount: sumOfMoney([before.amount, booked.amount]),
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

/** Whether it would be booked twice if it was booked the first time: nobody remembers its key any more. */
export function isKeyForgotten({ sentAt }: Waiting): boolean {
  return Date.now() - sentAt > KEY_GOOD_MS;
}

export function forget(lost: string): void {
  change({ waiting: current().waiting.filter(({ key }) => key !== lost) });
}

/** An organization's waiting payments, and those booked since the page was opened. */
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

/** Stored payments are only read after somebody has signed in, because until then it is unknown whether they are theirs. */
function current(): State {
  state ??= { waiting: kept(), booked: new Map() };
  return state;
}

function change(changed: Partial<State>): void {
  state = { ...current(), ...changed };
  const left = state.waiting.map(({ key, organizationId, body, name, sentAt }) => ({
    key,
    organizationId,
    body,
    name,
    sentAt,
  }));
  keepOwn('tab', KEPT_AS, left.length === 0 ? undefined : JSON.stringify(left));
  for (const listener of listeners) listener();
}

function kept(): readonly Waiting[] {
  try {
    return JSON.parse(readOwn('tab', KEPT_AS) ?? '[]') as Waiting[];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
