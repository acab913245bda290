// The third part of the demo: an account is found by a word, a house's month of readings is looked through, and what
// would spoil the registry is refused in words.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import { deleteHouse, getHouse, replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  listPersonalAccounts,
  type PersonalAccount,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  getReadingSheet,
  type ReadingSheetRow,
  storeReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

/** Whose name holds the word, or whose house stands there. */
export async function foundTable(api: Api, words: string): Promise<string> {
  const { items } = await api.call(listPersonalAccounts, { query: { search: words, limit: 3 } });
  return renderTable<PersonalAccount>(
    [
      { title: 'account', of: ({ accountNumber }) => accountNumber },
      { title: 'payer', of: ({ payer }) => payer },
      { title: 'room', of: ({ roomNumber }) => roomNumber },
      { title: 'house', of: ({ address }) => address },
      { title: 'persons', of: (account) => String(account.registeredPersons), align: 'right' },
    ],
    items,
  );
}

/** The first rows of a house's month as it is typed in, last month beside. */
export async function sheetTable(api: Api, houseId: number, period: string): Promise<string> {
  const { items } = await api.call(getReadingSheet, {
    params: { houseId, period },
    query: { limit: 4 },
  });
  return renderTable<ReadingSheetRow>(
    [
      { title: 'account', of: ({ accountNumber }) => accountNumber ?? 'house' },
      { title: 'meter', of: ({ serialNumber }) => serialNumber },
      { title: 'service', of: ({ serviceName }) => serviceName },
      { title: 'before', of: ({ previous }) => previous.value, align: 'right' },
      { title: 'now', of: ({ reading }) => reading?.value ?? '–', align: 'right' },
      { title: 'used', of: ({ consumption }) => consumption ?? '–', align: 'right' },
    ],
    items,
  );
}

/** What was tried with the registry, and whether it went as it should; nothing is different afterwards. */
export async function tryRegistry(
  api: Api,
  { houseId, period }: { readonly houseId: number; readonly period: string },
): Promise<readonly Outcome[]> {
  const { items } = await api.call(getReadingSheet, {
    params: { houseId, period },
    query: { limit: 200 },
  });
  const standing = items.flatMap(({ meterId, reading }) =>
    reading === null ? [] : [{ meterId, value: reading.value, takenOn: reading.takenOn }],
  );
  const again = await api.call(storeReadingSheet, { params: { houseId, period }, body: standing });
  const wrong = standing.map((row) => ({ ...row, value: '0' }));

  const { address, commonArea, heatingMonths, commonNeedsMethod } = await api.call(getHouse, {
    params: { houseId },
  });
  const body = { address, commonArea, heatingMonths, commonNeedsMethod };
  const changed = { ...body, commonArea: '999.00' };
  const { appliedMonths } = await api.call(replaceHouse, { params: { houseId }, body: changed });
  const back = await api.call(replaceHouse, { params: { houseId }, body });
  return [
    {
      what: `the month's sheet once more: ${again.unchanged} of ${standing.length} readings stand already`,
      holds: again.changed === 0 && again.unchanged === standing.length,
    },
    await refused('a sheet of readings below the last ones', 'readings-refused', () =>
      api.call(storeReadingSheet, { params: { houseId, period }, body: wrong }),
    ),
    {
      what: `another common area would count in ${appliedMonths?.length ?? 0} months that are booked`,
      holds:
        (appliedMonths?.length ?? 0) > 0 && back.appliedMonths?.length === appliedMonths?.length,
    },
    await refused('a change of what somebody else has changed since', 'version-stale', () =>
      api.call(replaceHouse, { params: { houseId }, body, ifMatch: '"1"' }),
    ),
    await refused('a house that has been billed is deleted', 'has-charges', () =>
      api.call(deleteHouse, { params: { houseId } }),
    ),
  ];
}

async function refused(what: string, code: string, ask: () => Promise<unknown>): Promise<Outcome> {
  const got = await ask().then(
    () => 'done',
    (error: unknown) => (error instanceof RequestFailure ? error.code : String(error)),
  );
  return { what: `${what}: ${got}`, holds: got === code };
}
