// The demo's part about the registry: an account is found by a word, a house's readings of a month are reviewed, and input that
// would spoil the registry is refused with an explanation.
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
import { figure, say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import { expect, type Outcome } from './colleagues.ts';
import { renderTable } from './table.ts';

/** Accounts whose payer's name or house address matches the words. */
export async function foundTable(api: Api, words: string): Promise<string> {
  const { items } = await api.call(listPersonalAccounts, { query: { search: words, limit: 3 } });
  return renderTable<PersonalAccount>(
    [
      { title: say('Счёт', 'Account'), of: ({ accountNumber }) => accountNumber },
      { title: say('Плательщик', 'Payer'), of: ({ payer }) => payer },
      { title: say('Помещение', 'Room'), of: ({ roomNumber }) => roomNumber },
      { title: say('Дом', 'House'), of: ({ address }) => address },
      {
        title: say('Жильцов', 'Persons'),
        of: (account) => String(account.registeredPersons),
        align: 'right',
      },
    ],
    items,
  );
}

/** The first rows of a house's reading sheet, with the month before beside it. */
export async function sheetTable(api: Api, houseId: number, period: string): Promise<string> {
  const { items } = await api.call(getReadingSheet, {
    params: { houseId, period },
    query: { limit: 4 },
  });
  return renderTable<ReadingSheetRow>(
    [
      {
        title: say('Счёт', 'Account'),
        of: ({ accountNumber }) => accountNumber ?? say('дом', 'house'),
      },
      { title: say('Прибор', 'Meter'), of: ({ serialNumber }) => serialNumber },
      { title: say('Услуга', 'Service'), of: ({ serviceName }) => serviceName, most: 40 },
      {
        title: say('Было', 'Before'),
        of: ({ previous }) => figure(previous.value),
        align: 'right',
      },
      {
        title: say('Стало', 'Now'),
        of: ({ reading }) => figure(reading?.value ?? '–'),
        align: 'right',
      },
      {
        title: say('Расход', 'Used'),
        of: ({ consumption }) => figure(consumption ?? '–'),
        align: 'right',
      },
    ],
    items,
  );
}

/** Attempts to spoil the registry, and whether they were refused; afterwards nothing has changed. */
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
      what: say(
        `ведомость месяца ещё раз: уже стоят ${again.unchanged} из ${standing.length} показаний`,
        `the month’s sheet once more: ${again.unchanged} of ${standing.length} readings stand already`,
      ),
      holds: again.changed === 0 && again.unchanged === standing.length,
    },
    await expect(
      say('показания меньше прежних не приняты', 'readings below the last ones are refused'),
      'readings-refused',
      api.call(storeReadingSheet, { params: { houseId, period }, body: wrong }),
    ),
    {
      what: say(
        `другая площадь общего имущества изменила бы проведённых месяцев: ${appliedMonths?.length ?? 0}`,
        `another common area would count in ${appliedMonths?.length ?? 0} months that are booked`,
      ),
      holds:
        (appliedMonths?.length ?? 0) > 0 && back.appliedMonths?.length === appliedMonths?.length,
    },
    await expect(
      say(
        'правка поверх чужой правки не принята',
        'a change of what somebody else has changed since is refused',
      ),
      'version-stale',
      api.call(replaceHouse, { params: { houseId }, body, ifMatch: '"1"' }),
    ),
    await expect(
      say('дом с начислениями удалить нельзя', 'a house that has been billed cannot be deleted'),
      'has-charges',
      api.call(deleteHouse, { params: { houseId } }),
    ),
  ];
}
