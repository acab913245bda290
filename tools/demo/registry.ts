// The third part of the demo: an account is found by a word, a house's month of readings is looked through, and what
// would spoil the registry is refused in words.
import { RequestFailure } from '@kvartplata/client/request-failure.ts';
import type { AppliedMonths } from '@kvartplata/contracts/core/applied-months.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { ReadingSheetRow, StoredReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { type Api, type Urls } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

/** Whose name holds the word, or whose house stands there. */
export async function foundTable(api: Api, { core }: Urls, words: string): Promise<string> {
  const { items } = await api.get<PageOf<PersonalAccount>>(
    `${core}/api/personal-accounts?search=${encodeURIComponent(words)}&limit=3`,
  );
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
export async function sheetTable(
  api: Api,
  { core }: Urls,
  houseId: number,
  period: string,
): Promise<string> {
  const { items } = await api.get<PageOf<ReadingSheetRow>>(
    `${core}/api/houses/${houseId}/readings/${period}?limit=4`,
  );
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
  { core }: Urls,
  { houseId, period }: { readonly houseId: number; readonly period: string },
): Promise<readonly Outcome[]> {
  const sheet = `${core}/api/houses/${houseId}/readings/${period}`;
  const { items } = await api.get<PageOf<ReadingSheetRow>>(`${sheet}?limit=200`);
  const standing = items.flatMap(({ meterId, reading }) =>
    reading === null ? [] : [{ meterId, value: reading.value, takenOn: reading.takenOn }],
  );
  const again = await api.put<StoredReadingSheet>(sheet, standing);
  const wrong = standing.map((row) => ({ ...row, value: '0' }));

  const house = `${core}/api/houses/${houseId}`;
  const { address, commonArea, heatingMonths, odnCapped } = await api.get<House>(house);
  const body = { address, commonArea, heatingMonths, odnCapped };
  const changed = { ...body, commonArea: '999.00' };
  const { appliedMonths } = await api.put<{ appliedMonths: AppliedMonths }>(house, changed);
  const back = await api.put<{ appliedMonths: AppliedMonths }>(house, body);
  return [
    {
      what: `the month's sheet once more: ${again.unchanged} of ${standing.length} readings stand already`,
      holds: again.changed === 0 && again.unchanged === standing.length,
    },
    await refused('a sheet of readings below the last ones', 'readings-refused', () =>
      api.put(sheet, wrong),
    ),
    {
      what: `another common area would count in ${appliedMonths?.length ?? 0} months that are booked`,
      holds:
        (appliedMonths?.length ?? 0) > 0 && back.appliedMonths?.length === appliedMonths?.length,
    },
    await refused('a change of what somebody else has changed since', 'version-stale', () =>
      api.put(house, body, '"1"'),
    ),
    await refused('a house that has been billed is deleted', 'has-charges', () =>
      api.delete(house),
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
