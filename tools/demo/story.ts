// The demo's story, in the order of a company's year: houses are added, readings taken, months charged, reviewed, paid and
// closed, and documents and colleagues follow. Every chapter checks the sums that it shows.
import { counted, say } from '../speech/speech.ts';
import { findOrCreateOrganization, readBooks, seedHouse, type SeededHouse } from './bill-a-year.ts';
import { chapter, report, show } from './printing.ts';
import { connectPrograms } from './programs.ts';
import { foundTable } from './registry.ts';
import { moveIn } from './second-house/move-in.ts';
import { namePayees } from './second-house/payees.ts';
import { tellClosing, tellPayments, tellPenalties } from './chapters/money.ts';
import { tellDebts, tellOthers, tellReceipts, tellReports } from './chapters/papers.ts';
import type { Billed, Stage, Chapter } from './chapters/stage.ts';
import { tellCharges, tellYear } from './chapters/year.ts';

/** True when every sum agrees. */
export async function tellStory(stage: Stage): Promise<boolean> {
  const { api, urls } = stage;
  const holds: boolean[] = [];
  const organizationId = await findOrCreateOrganization(api);
  const house = await seedHouse(api, organizationId);
  const moved = await moveIn({ api, organizationId, months: house.months });
  await namePayees(api, organizationId, moved.house);
  const programs = await connectPrograms(api, urls, organizationId);
  const told: Chapter = {
    ...stage,
    organizationId,
    programs,
    house,
    second: moved.house,
    firstMonth: house.months[0] ?? '',
    lastMonth: house.months.at(-1) ?? '',
  };

  chapter(say('Компания и её дома', 'The company and its houses'));
  console.log(`\n${houseInWords(house)}`);
  show(
    say('Второй дом переезжает со своим прошлым', 'A second house moves in with its past'),
    moved.parts,
  );
  holds.push(report(moved.outcomes));
  show(
    say('Счета по словам «садовая артем»', 'Accounts found by “садовая артем”'),
    await foundTable(api, 'садовая артем'),
  );

  holds.push(await tellYear(told));
  const billed: Billed = {
    ...told,
    books: await readBooks(api, organizationId, house.houseId),
    there: await readBooks(api, organizationId, moved.house.houseId),
  };
  holds.push(await tellCharges(billed));
  holds.push(await tellPayments(billed));
  holds.push(await tellClosing(billed));
  holds.push(await tellPenalties(billed));
  holds.push(await tellReports(billed));
  holds.push(await tellReceipts(told));
  holds.push(await tellDebts(billed));
  holds.push(await tellOthers(billed));
  return holds.every(Boolean);
}

function houseInWords({ accounts, meters, readings }: SeededHouse): string {
  return say(
    `Первый дом: ${counted(accounts.length, 'счёт', 'счёта', 'счетов')}, ${counted(meters, 'прибор', 'прибора', 'приборов')}, ${counted(readings, 'показание', 'показания', 'показаний')}.`,
    `The first house: ${accounts.length} accounts, ${meters} meters, ${readings} readings.`,
  );
}
