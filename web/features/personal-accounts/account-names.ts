// The names of accounts, requested in batches: a list of a hundred payments needs only one more request.
import {
  listPersonalAccounts,
  type PersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { groupOf } from '../../lib/reads.ts';

const ASKED_AT_ONCE = 200;
const NAMED_MS = 60_000;

type Question = { readonly ids: Set<number>; readonly answer: Promise<Answer> };
type Answer = ReadonlyMap<number, PersonalAccount>;
let gathering: Question | undefined;

/** Null for one that does not exist, or that the user may not see. */
export function accountNamed(id: number) {
  return queryOptions({
    queryKey: [...groupOf(listPersonalAccounts), 'named', id],
    queryFn: async () => (await askTogether(id)).get(id) ?? null,
    staleTime: NAMED_MS,
  });
}

/** All names needed during one render are one request. */
async function askTogether(id: number): Promise<Answer> {
  if (gathering === undefined || gathering.ids.size === ASKED_AT_ONCE) {
    const ids = new Set<number>();
    gathering = { ids, answer: Promise.resolve().then(async () => askFor(ids)) };
  }
  gathering.ids.add(id);
  return gathering.answer;
}

async function askFor(ids: ReadonlySet<number>): Promise<Answer> {
  if (gathering?.ids === ids) gathering = undefined;
  const query = { ids: [...ids], limit: ASKED_AT_ONCE };
  const { items } = await call(listPersonalAccounts, { query });
  return new Map(items.map((account) => [account.id, account]));
}
