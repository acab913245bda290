// Chapters of the demo: reports and receipts, the neighbours and the colleagues.
import { month, say } from '../../speech/speech.ts';
import { auditTable, showColleagues } from '../colleagues.ts';
import { certify, openFolder, sue, warn, writeToAll } from '../debts.ts';
import { placeDocuments } from '../gis-zhkh.ts';
import { showReports } from '../house-reports.ts';
import { importAHouse } from '../import-a-house.ts';
import { sendLetters } from '../letters.ts';
import { chapter, report, show } from '../printing.ts';
import { showPrograms } from '../programs.ts';
import { issueReceipts } from '../receipts.ts';
import { READERS } from '../residents-door.ts';
import { tryRegistry } from '../registry.ts';
import { ACCOUNTS } from '../second-house/files.ts';
import { agreePlan } from '../second-house/instalments.ts';
import { idOf } from '../second-house/move-in.ts';
import { showPayees } from '../second-house/payees.ts';
import { debtorOf, type Billed, type Chapter } from './stage.ts';

export async function tellReports({
  api,
  house,
  second,
  books,
  firstMonth,
}: Billed): Promise<boolean> {
  const { houseId, months } = house;
  chapter(say('Отчёты', 'Reports'));
  const shown = await showReports(api, { houseId, months, personalAccountId: debtorOf(books) });
  show(
    say(
      `Оборотная ведомость дома с начала: ${month(firstMonth)}, ₽`,
      `Turnover of the house since ${month(firstMonth)}, roubles`,
    ),
    shown.turnover,
  );
  show(say('Кто и как давно должен, ₽', 'Who owes for how long, roubles'), shown.debtors);
  show(
    say('Сколько собрано за каждый месяц, ₽', 'How much of each month was collected, roubles'),
    shown.collection,
  );
  const agreed = report(shown.outcomes);
  const there = await showReports(api, {
    houseId: second.houseId,
    months,
    personalAccountId: idOf(second.accounts, ACCOUNTS.debtor),
  });
  show(
    say(
      'Кто и как давно должен во втором доме, ₽',
      'Who owes for how long in the second house, roubles',
    ),
    there.debtors,
  );
  const payees = await showPayees(api, second, months);
  show(
    say('Кому пошли деньги второго дома, ₽', 'Who gets the money of the second house, roubles'),
    payees.table,
  );
  return report([...there.outcomes, ...payees.outcomes]) && agreed;
}

export async function tellReceipts({
  api,
  organizationId,
  house,
  lastMonth,
  dataDirectory,
}: Chapter): Promise<boolean> {
  const { houseId, accounts } = house;
  chapter(say('Квитанции', 'Receipts'));
  const { file, outcomes } = await issueReceipts(
    api,
    { organizationId, houseId, accounts: accounts.length, period: lastMonth },
    dataDirectory,
  );
  const holds = report(outcomes);
  console.log(`\n  ${file}`);
  const sent = await sendLetters(
    api,
    { organizationId, houseId },
    { months: house.months, readers: READERS },
    dataDirectory,
  );
  show(
    say(
      `Квитанции за ${month(lastMonth)} по электронной почте`,
      `Receipts of ${month(lastMonth)} by e-mail`,
    ),
    sent.table,
  );
  const areSent = report(sent.outcomes);
  console.log(`\n  ${sent.folder}`);
  const place = { organizationId, houseId, period: lastMonth };
  const placed = await placeDocuments(api, place, dataDirectory);
  const agrees = report(placed.outcomes, say('ГИС ЖКХ', 'The state’s system'));
  console.log(`\n  ${placed.file}`);
  return holds && areSent && agrees;
}

/** What is done about residents who do not pay, once there are bank details to pay to. */
export async function tellDebts({
  api,
  organizationId,
  house,
  second,
  books,
  there,
  dataDirectory,
}: Billed): Promise<boolean> {
  chapter(say('Долги', 'Debts'));
  const who = {
    organizationId,
    warned: debtorOf(books),
    claimed: idOf(second.accounts, ACCOUNTS.debtor),
  };
  const { folder, keep } = openFolder(dataDirectory);
  const plan = { charges: there.charges, months: house.months };
  const worked = [
    await warn(api, who, keep),
    await sue(api, who, keep),
    await certify(api, who, keep),
    ...(await agreePlan(api, second, plan, keep)),
  ];
  const written = await writeToAll(api, who, keep);
  const holds = report([...worked, ...written.outcomes]);
  show(say('Кому претензия не написана', 'Who gets no claim letter'), written.leftOut);
  console.log(`\n  ${folder}`);
  return holds;
}

/** Refused actions, another company, and the other people who work in this one. */
export async function tellOthers({
  api,
  urls,
  origin,
  organizationId,
  programs,
  house,
  books,
  lastMonth,
}: Billed): Promise<boolean> {
  chapter(say('Соседи и коллеги', 'Neighbours and colleagues'));
  const { refusals, outcomes } = await importAHouse(api);
  show(
    say(
      'Соседняя компания загружает дом файлом с ошибками',
      'A neighbouring company brings its house as a file with mistakes',
    ),
    refusals,
  );
  const imported = report(outcomes);
  const kept = report(
    await tryRegistry(api, { houseId: house.houseId, period: lastMonth }),
    say('Что испортило бы данные, не принимается', 'What would spoil the records is refused'),
  );
  const cycleId = books.cycles[0]?.id ?? 0;
  const allowed = report(
    await showColleagues(api, urls, { organizationId, cycleId, origin }),
    say(
      'Приходят бухгалтер со вторым фактором и наблюдатель',
      'A bookkeeper with a second factor and a viewer join',
    ),
  );
  const place = { organizationId, houseId: house.houseId, cycleId, period: lastMonth };
  const heard = report(
    await showPrograms(api, programs, place),
    say(
      'Программы входят по ключам: касса, которая прислала платежи, и чат-бот',
      'Programs sign in with keys: the till that sent the payments, and a chat bot',
    ),
  );
  show(
    say('Журнал изменений: кто что сделал', 'The audit log: who did what'),
    await auditTable(api, organizationId),
  );
  return imported && kept && allowed && heard;
}
