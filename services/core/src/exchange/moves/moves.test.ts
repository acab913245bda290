// A company moves in with four files: dry-run, made, refused as a whole, undone.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { MoveBooks } from '@kvartplata/contracts/billing/move-openings.ts';
import { getMove, startMove, undoMove, type Move } from '@kvartplata/contracts/core/moves.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { houseFile } from '../../testing/house-file.ts';
import { csv } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { NOTHING_AGAINST, NOTHING_BOOKED } from '../../testing/fake-openings.ts';

let core: TestApp;
let owner = 0;
let organizationId = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  organizationId = await core.organizationOf(owner);
  core.openings.outcome = 'COMPLETED';
  core.openings.books = NOTHING_BOOKED;
  core.openings.judgement = NOTHING_AGAINST;
  core.openings.judged.length = 0;
});
after(async () => core.close());

type Files = Readonly<Record<string, string>>;

function files(over: Files = {}): Files {
  return {
    accounts: houseFile([
      { account: 'П-1', room: '1' },
      { account: 'П-2', room: '2', payer: 'Петров П. П.' },
    ]),
    tariffs: csv([
      ['Адрес дома', 'Услуга', 'Способ начисления', 'Действует с', 'Тариф, руб.', 'Документ'],
      ['все дома', 'Холодное водоснабжение', 'по приборам учёта', '01.01.2026', '50', 'Приказ'],
      ['все дома', 'upkeep', '', '01.01.2026', '30', 'Протокол'],
    ]),
    meters: csv([
      [
        'Лицевой счёт',
        'Услуга',
        'Вид прибора',
        'Заводской номер',
        'Разрядность',
        'Дата установки',
        'Начальное показание',
      ],
      ['П-1', 'cold-water', 'cold-water', 'ХВ-1', '5', '10.01.2026', '0'],
    ]),
    balances: csv([
      ['account', 'month', 'kind', 'service', 'amount'],
      ['П-1', '11.2025', 'основной долг', '', '1234,56 ₽'],
      ['П-1', '2025-11', 'penalty', 'upkeep', '300'],
      ['П-2', 'дек.25', 'переплата', '', '100,10'],
      ['Итого:', '', '', '', '1434,46'],
    ]),
    ...over,
  };
}

async function start(content: Files, query: Sent['query'] = {}): Promise<Move> {
  const body = new FormData();
  for (const [name, text] of Object.entries(content))
    body.append(name, new File([text], `${name}.csv`));
  const asked = { query: { organizationId, asOf: '2026-01', ...query }, body };
  const { body: started } = await core.ask(owner, startMove, asked);
  return untilEnded(started);
}

async function untilEnded(move: Move): Promise<Move> {
  let told = move;
  await until(`move ${move.id} has ended`, async () => {
    told = (await core.ask(owner, getMove, { params: { moveId: move.id } })).body;
    return told.finishedAt !== null;
  });
  return told;
}

/** How many rows of each table the organization has. */
async function stored(): Promise<Readonly<Record<string, number>>> {
  const tables = [
    'houses',
    'rooms',
    'account_numbers',
    'personal_accounts',
    'registered_persons',
    'house_services',
    'service_tariffs',
    'meters',
    'import_pieces',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} as stored
      where stored.organization_id = ${organizationId}
    `.execute(core.db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

const NOTHING = {
  houses: 0,
  rooms: 0,
  account_numbers: 0,
  personal_accounts: 0,
  registered_persons: 0,
  house_services: 0,
  service_tariffs: 0,
  meters: 0,
  import_pieces: 0,
};
const ALL = {
  ...NOTHING,
  houses: 1,
  rooms: 2,
  account_numbers: 2,
  personal_accounts: 2,
  registered_persons: 2,
  house_services: 2,
  service_tariffs: 2,
  meters: 1,
};

test('a dry run reports what would be added, and stores nothing', async () => {
  const told = await start(files(), { dryRun: 'true' });
  assert.deepEqual([told.status, told.totalRows], ['COMPLETED', 9], JSON.stringify(told));
  assert.deepEqual(
    told.parts.map(({ part, isJudged, changed, refused }) => [part, isJudged, changed, refused]),
    [
      ['accounts', true, 2, 0],
      ['tariffs', true, 2, 0],
      ['meters', true, 1, 0],
      ['balances', true, 4, 0],
    ],
  );
  assert.deepEqual(await stored(), NOTHING);
  assert.equal(core.openings.given.has(told.id), false);
});

test('a move stores everything, and billing gets the balances with their accounts', async () => {
  const told = await start(files());
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told));
  assert.deepEqual(told.brought, {
    houses: 1,
    rooms: 2,
    accounts: 2,
    services: 2,
    tariffs: 2,
    norms: 0,
    meters: 1,
  });
  assert.deepEqual(await stored(), ALL);
  const given = core.openings.given.get(told.id) ?? [];
  assert.deepEqual(
    given.map(({ line, account, month, kind, amount, serviceName }) => [
      line,
      account,
      month,
      kind,
      amount,
      serviceName,
    ]),
    [
      [2, 'П-1', '2025-11', 'principal', '1234.56', null],
      [3, 'П-1', '2025-11', 'penalty', '300.00', 'Содержание жилого помещения'],
      [4, 'П-2', '2025-12', 'advance', '100.10', null],
    ],
  );
  assert.ok(core.openings.booked.has(told.id));
});

test('the same move again adds nothing to the registry', async () => {
  await start(files());
  const { balances: _balances, ...registry } = files();
  const again = await start(registry);
  assert.equal(again.status, 'COMPLETED');
  assert.deepEqual(
    again.parts.map(({ changed }) => changed),
    [0, 0, 0],
  );
  assert.deepEqual(await stored(), ALL);
});

test('an undone move leaves nothing, and can be repeated', async () => {
  const told = await start(files());
  await core.ask(owner, undoMove, { params: { moveId: told.id } });
  const undone = await untilEnded(told);
  assert.deepEqual([undone.status, undone.undo], ['COMPLETED', 'UNDONE'], JSON.stringify(undone));
  assert.deepEqual(await stored(), NOTHING);
  assert.equal(core.openings.dropped.length, 1);
  assert.equal(core.openings.booked.has(told.id), false);
  assert.equal((await start(files())).status, 'COMPLETED');
});

test('a refused row in any file blocks all files, and is listed by its line', async () => {
  const cases: readonly (readonly [Files, string, readonly unknown[]])[] = [
    [
      { accounts: houseFile([{ account: 'П-1' }, { account: 'П-1' }]) },
      'accounts',
      [3, 'accountNumber', 'repeated'],
    ],
    [
      { tariffs: 'Адрес дома;Услуга;Действует с\nул. Дальняя, 1;gas;01.01.2026' },
      'tariffs',
      [2, 'address', 'house-unknown'],
    ],
    [
      {
        balances: csv([
          ['account', 'month', 'kind', 'service', 'amount'],
          ['П-9', '11.2025', 'пени', '', '1'],
          ['П-1', '01.2026', 'пени', '', '1'],
          ['П-1', '11.2025', 'пени', 'gas', '1'],
          ['П-1', '10.2025', 'пени', '', '1,234'],
        ]),
      },
      'balances',
      [5, 'amount', 'sum'],
    ],
    [
      {
        balances: csv([
          ['account', 'month', 'kind', 'amount'],
          ['П-1', '11.2025', 'пени', '1'],
          ['Итого', '', '', '2'],
        ]),
      },
      'balances',
      [3, 'amount', 'total-differs'],
    ],
  ];
  for (const [wrong, part, expected] of cases) {
    const told = await start(files(wrong));
    assert.deepEqual([told.status, told.error], ['FAILED', 'rows-refused'], JSON.stringify(told));
    const errors = told.parts.find((one) => one.part === part)?.errors ?? [];
    assert.ok(
      errors.some(
        ({ line, column, code }) =>
          JSON.stringify([line, column, code]) === JSON.stringify(expected),
      ),
      JSON.stringify(errors),
    );
    assert.deepEqual(await stored(), NOTHING);
  }
});

/** A second file of balances, for accounts that exist. */
const MORE = {
  balances: csv([
    ['account', 'month', 'kind', 'service', 'amount'],
    ['П-1', '10.2025', 'основной долг', '', '1'],
    ['П-2', '10.2025', 'пени', '', '2'],
  ]),
};

test('rows that billing would refuse are listed one by one, in a dry run as in a real one', async () => {
  await start(files());
  core.openings.judgement = {
    closedMonth: null,
    isBooked: false,
    refused: [
      { line: 2, code: 'month-charged', params: ['2025-10'] },
      { line: 3, code: 'already-booked', params: ['7', '5'] },
    ],
  };
  for (const dryRun of ['true', 'false']) {
    const told = await start(MORE, { dryRun });
    const [part] = told.parts;
    assert.deepEqual([part?.refused, part?.changed], [2, 0], JSON.stringify(told));
    assert.deepEqual(
      part?.errors.map(({ line, column, code, messageRu }) => [line, column, code, messageRu]),
      [
        [
          2,
          'month',
          'month-charged',
          'за 2025-10 счёту уже начислено здесь: долг был бы учтён дважды',
        ],
        [3, null, 'already-booked', 'уже учтено: загрузка остатков 7, строка 5'],
      ],
    );
    assert.equal(core.openings.given.has(told.id), false);
    assert.equal(told.status, dryRun === 'true' ? 'COMPLETED' : 'FAILED');
  }
  core.openings.judgement = NOTHING_AGAINST;
  assert.equal((await start(MORE)).status, 'COMPLETED');
});

test('billing is asked about existing accounts alone, also when earlier months are closed', async () => {
  core.openings.judgement = { ...NOTHING_AGAINST, closedMonth: '2025-08' };
  await start(files(), { dryRun: 'true' });
  assert.equal(core.openings.judged.length, 0);
  await start(files());
  await start(MORE, { dryRun: 'true' });
  assert.equal(core.openings.judged.length, 2);
});

test('a closed month from the start of the move on refuses it, dry run or not, and leaves no job waiting', async () => {
  core.openings.judgement = { ...NOTHING_AGAINST, closedMonth: '2026-02' };
  for (const dryRun of ['true', 'false']) {
    const told = await start(files(), { dryRun });
    assert.deepEqual(
      [told.status, told.error, told.errorFacts],
      ['FAILED', 'month-closed', { months: ['2026-02'] }],
    );
  }
  assert.deepEqual(await stored(), NOTHING);
  const { rows } = await sql`
    select id from imports where organization_id = ${organizationId} and status in ('QUEUED', 'RUNNING')
  `.execute(core.db);
  assert.deepEqual(rows, []);
});

test('identical balances that are already booked count as unchanged', async () => {
  core.openings.judgement = { ...NOTHING_AGAINST, isBooked: true };
  const told = await start(files(), { dryRun: 'true' });
  const part = told.parts.find((one) => one.part === 'balances');
  assert.deepEqual([part?.changed, part?.unchanged, part?.refused], [0, 4, 0]);
});

test('a row that would change stored data is refused: a move only adds', async () => {
  await start(files());
  const { accounts = '' } = files();
  const told = await start({ accounts: accounts.replace('Петров П. П.', 'Сидоров С. С.') });
  assert.deepEqual(
    told.parts[0]?.errors.map(({ line, code }) => [line, code]),
    [[3, 'stored-otherwise']],
  );
  assert.equal(told.status, 'FAILED');
});

test('balances that billing refuses roll the registry back too', async () => {
  core.openings.outcome = 'FAILED';
  const told = await start(files());
  assert.deepEqual([told.status, told.error], ['FAILED', 'rows-refused']);
  assert.deepEqual(await stored(), NOTHING);
});

test('a move continues when billing answers again', async () => {
  core.openings.outcome = 'away';
  const body = new FormData();
  for (const [name, text] of Object.entries(files())) body.append(name, new File([text], name));
  const { body: started } = await core.ask(owner, startMove, {
    query: { organizationId, asOf: '2026-01' },
    body,
  });
  await until('billing was asked', async () => {
    const { body: told } = await core.ask(owner, getMove, { params: { moveId: started.id } });
    return told.error === 'dependency-unavailable';
  });
  assert.deepEqual(await stored(), { ...ALL, import_pieces: 1 });
  core.openings.outcome = 'COMPLETED';
  assert.equal((await untilEnded(started)).status, 'COMPLETED');
  assert.deepEqual(await stored(), ALL);
});

test('an undo is refused with its reason once something was booked or added by people', async () => {
  const told = await start(files());
  const params = { moveId: told.id };
  const cases = [
    [{ closedMonth: '2026-02' }, 'month-closed', ['2026-02']],
    [{ bookedMonths: ['2026-01', '2026-03'] }, 'move-built-upon', ['2026-01', '2026-03']],
    [{ isBeingComputed: true }, 'job-under-way', undefined],
  ] as const;
  for (const [books, code, months] of cases) {
    core.openings.books = { ...NOTHING_BOOKED, ...structuredClone(books as Partial<MoveBooks>) };
    const { status, problem } = await core.askOnce(owner, undoMove, { params });
    assert.deepEqual([status, problem?.code, problem?.months], [409, code, months]);
  }
  core.openings.books = NOTHING_BOOKED;
  const { rows } = await sql<{ id: number }>`
    select id from meters where organization_id = ${organizationId}
  `.execute(core.db);
  await core.ask(owner, createReading, {
    params: { meterId: rows[0]?.id ?? 0 },
    body: { period: '2026-01', value: '1', takenOn: '2026-01-25', source: 'operator' },
  });
  const read = await core.askOnce(owner, undoMove, { params });
  assert.deepEqual([read.status, read.problem?.code], [409, 'has-children']);
  assert.deepEqual(await stored(), ALL);
});

test('a move without files, or by a stranger, is refused', async () => {
  const query = { organizationId, asOf: '2026-01' };
  const empty = await core.askOnce(owner, startMove, { query, body: new FormData() });
  assert.equal(empty.status, 400);
  const other = await core.askOnce(owner + 1000, startMove, { query, body: new FormData() });
  assert.equal(other.status, 404);
});
