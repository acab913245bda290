// Whose turn it is: the webhook that has waited longest. A receiver that does not answer in time is left to rest, longer each
// time, so that many of them occupy only a part of the senders.
import { setNewest } from '@kvartplata/platform/key-value/bounded-map.ts';

export type TurnOf = { readonly organizationId: number; readonly id: number };

export type WebhookTurns = {
  /** The webhooks that may be served now, in order. */
  readonly inOrder: <Webhook extends TurnOf>(due: readonly Webhook[], nowMs: number) => Webhook[];
  /** @param wasSilent whether it did not answer in time */
  readonly end: (webhook: TurnOf, wasSilent: boolean, nowMs: number) => void;
};

type Past = {
  readonly endedMs: number;
  /** How often in a row it did not answer in time. */
  readonly silences: number;
};

const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** Beyond this number the oldest is forgotten, and counts as not served yet. */
const MOST_REMEMBERED = 10_000;

export function keyOf({ organizationId, id }: TurnOf): string {
  return `${organizationId}:${id}`;
}

export function createTurns(): WebhookTurns {
  const past = new Map<string, Past>();
  const pastOf = (webhook: TurnOf): Past =>
    past.get(keyOf(webhook)) ?? { endedMs: Number.NEGATIVE_INFINITY, silences: 0 };
  return {
    inOrder: (due, nowMs) =>
      due
        .map((webhook) => ({ webhook, ...pastOf(webhook) }))
        .filter(({ endedMs, silences }) => nowMs >= endedMs + restAfter(silences))
        // Webhooks not served yet keep their order.
        .toSorted((one, other) => (one.endedMs === other.endedMs ? 0 : one.endedMs - other.endedMs))
        .map(({ webhook }) => webhook),
    end: (webhook, wasSilent, nowMs) => {
      const silences = wasSilent ? pastOf(webhook).silences + 1 : 0;
      setNewest(past, keyOf(webhook), { endedMs: nowMs, silences }, MOST_REMEMBERED);
    },
  };
}

function restAfter(silences: number): number {
  return silences === 0 ? 0 : Math.min(FIRST_REST_MS * 2 ** (silences - 1), LONGEST_REST_MS);
}
