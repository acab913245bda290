// The numbers of the accounts that a list is about: people know these and not the ids.
import type { Client } from '@kvartplata/client/client.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import { MAX_PAGE_LIMIT } from '@kvartplata/contracts/page.ts';

/** The same items, each once the number of its account is in `numbers`; asked for in batches. */
export async function* withNumbers<Item extends { readonly personalAccountId: number }>(
  client: Client,
  items: AsyncIterable<Item>,
  numbers: Map<number, string>,
): AsyncGenerator<Item, void, undefined> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < MAX_PAGE_LIMIT) continue;
    await addNumbers(client, batch, numbers);
    yield* batch;
    batch = [];
  }
  await addNumbers(client, batch, numbers);
  yield* batch;
}

async function addNumbers(
  { call }: Client,
  batch: readonly { readonly personalAccountId: number }[],
  numbers: Map<number, string>,
): Promise<void> {
  const ids = [...new Set(batch.map(({ personalAccountId }) => personalAccountId))];
  const missing = ids.filter((id) => !numbers.has(id));
  if (missing.length === 0) return;
  const { items } = await call(listPersonalAccounts, {
    query: { ids: missing, limit: MAX_PAGE_LIMIT },
  });
  for (const { id, accountNumber } of items) numbers.set(id, accountNumber);
}
