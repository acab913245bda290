// People who pay continuously while things break, each payment with a unique amount and a key of its own.
import { setTimeout } from 'node:timers/promises';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import type { Chance } from './chance.ts';
import type { Client } from './client.ts';

export type TriedPayment = {
  readonly key: string;
  readonly kopecks: number;
  readonly personalAccountId: number;
  /** The booked payment, once it was confirmed. */
  paymentId: number | undefined;
};

export type Payers = {
  /** All payments that were attempted. */
  readonly tried: readonly TriedPayment[];
  /** Pays while the work runs. */
  readonly payWhile: <T>(work: () => Promise<T>) => Promise<T>;
  /** Retries with the same key until the payment is confirmed. */
  readonly payAgain: (payment: TriedPayment) => Promise<void>;
  /** Does so for half of the unconfirmed payments. */
  readonly settle: () => Promise<void>;
};

/** The date of all their payments. */
export const PAID_ON = '2026-01-15';
const PAYERS = 3;
const PAUSE_MS = 40;

export function createPayers(
  client: Client,
  accountIds: readonly number[],
  chance: Chance,
): Payers {
  const tried: TriedPayment[] = [];
  const isAbandoned = new WeakSet<TriedPayment>();
  const sentOf = ({ personalAccountId, kopecks, key }: TriedPayment): Sent => ({
    body: { personalAccountId, amount: (kopecks / 100).toFixed(2), paidOn: PAID_ON },
    idempotencyKey: key,
  });

  async function payUntil(hasEnded: () => boolean): Promise<void> {
    while (!hasEnded()) {
      const kopecks = tried.length + 1;
      const personalAccountId = accountIds[kopecks % accountIds.length] ?? 0;
      const payment: TriedPayment = {
        key: `pay-${kopecks}`,
        kopecks,
        personalAccountId,
        paymentId: undefined,
      };
      tried.push(payment);
      const answer = await client.askOnce(createPayment, sentOf(payment));
      if (answer?.status === 201) payment.paymentId = answer.body.id;
      await setTimeout(PAUSE_MS);
    }
  }

  async function payAgain(payment: TriedPayment): Promise<void> {
    payment.paymentId = (await client.ask(createPayment, sentOf(payment))).id;
  }

  return {
    tried,
    payWhile: async (work) => {
      let ended = false;
      const payers = Array.from({ length: PAYERS }, async () => payUntil(() => ended));
      try {
        return await work();
      } finally {
        ended = true;
        await Promise.all(payers);
      }
    },
    payAgain,
    settle: async () => {
      for (const payment of tried) {
        if (payment.paymentId !== undefined || isAbandoned.has(payment)) continue;
        if (chance.share() < 0.5) isAbandoned.add(payment);
        else await payAgain(payment);
      }
    },
  };
}
