// The demo's part about the resident's page: by the links on their receipts residents send readings, one of them odd, and choose
// how receipts are sent.
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { getReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { counted, say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';

/** Which receipts of the house are theirs, and how they want to get further ones. */
const CHOICES = [
  { nth: 0, email: 'sokolova@zhilcy.example', wantsPaper: 'on' },
  { nth: 2, email: 'kuznetsova@zhilcy.example' },
  { nth: 4, email: 'vasilyeva@zhilcy.example' },
  { nth: 6, email: 'garipova@zhilcy.example', wantsPaper: 'on' },
] as const;
/** How many residents have an address afterwards. */
export const READERS = CHOICES.length;
const ODD_NTH = 1;
const SEE_OTHER = 303;
const CONFLICT = 409;
const PLACES = 3;
/** In thousandths of a cubic metre: an ordinary month, and one that no flat uses. */
const USUAL = 3_250n;
const ODD = 480_000n;

type Meter = { readonly field: string; readonly lastE3: bigint };

/** @param links of the house's receipts, in the order of its accounts */
export async function sendByLinks(
  api: Api,
  houseId: number,
  links: readonly string[],
): Promise<readonly Outcome[]> {
  const usual: number[] = [];
  const chosen: number[] = [];
  for (const { nth, ...choice } of CHOICES) {
    const link = links[nth] ?? '';
    usual.push((await send(link, USUAL + BigInt(nth) * 1_115n)).status);
    chosen.push((await post(`${link}/preferences`, choice)).status);
  }
  const odd = links[ODD_NTH] ?? '';
  const unsure = await send(odd, ODD);
  const sure = await send(odd, ODD, { confirmed: 'on' });
  const period = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().toString();
  const sheet = await api.call(getReadingSheet, {
    params: { houseId, period },
    query: { limit: 200 },
  });
  const received = sheet.items.filter(({ reading }) => reading?.source === 'resident');
  const accounts = await api.call(listAccountsOfHouse, {
    params: { houseId },
    query: { limit: 200 },
  });
  const emails = accounts.items.flatMap(({ email }) => email ?? []);
  return [
    {
      what: say(
        `по ссылкам с квитанций ${counted(usual.length, 'жилец передал', 'жильца передали', 'жильцов передали')} показания, и в ведомости они от жильцов`,
        `by the links of their receipts ${usual.length} residents send readings, and the sheet has them as theirs`,
      ),
      holds: usual.every((status) => status === SEE_OTHER) && received.length > usual.length,
    },
    {
      what: say(
        'необычное показание ещё одного страница сначала переспросила, потом приняла',
        'of an odd reading the page first asks another one whether it is right, and then takes it',
      ),
      holds: [CONFLICT, SEE_OTHER].includes(unsure.status) && sure.status === SEE_OTHER,
    },
    {
      what: say(
        'и выбрали, как получать квитанции: по почте, а кто-то и на бумаге',
        'and choose how receipts are sent: by e-mail, to some of them on paper too',
      ),
      holds:
        chosen.every((status) => status === SEE_OTHER) &&
        CHOICES.every(({ email }) => emails.includes(email)),
    },
  ];
}

/** Sends nothing when an earlier run has sent the same. */
async function send(
  link: string,
  usedE3: bigint,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const meter = meterOf(await (await fetch(link)).text());
  const value = formatScaled(meter.lastE3 + usedE3, PLACES);
  return post(`${link}/readings`, { [meter.field]: value, ...more });
}

async function post(url: string, form: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

/** The first meter on the page, and its last reading. */
function meterOf(page: string): Meter {
  const [, field = '', last = '0'] =
    /id="(meter-\d+)-hint">\s*Было ([\d\s\u00a0,]+) от/.exec(page) ?? [];
  const plain = last.replaceAll(/[\s\u00a0]/g, '').replace(',', '.');
  return { field, lastE3: parseScaled(plain, PLACES) };
}
