// The part of the demo about the resident's door: by the links of their receipts two residents send readings, one of them odd, and one
// chooses how receipts are sent.
import { getPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { getReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { say } from '../speech/speech.ts';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';

const EMAIL = 'sokolova@zhilcy.example';
const PLACES = 3;
/** In thousandths of a cubic metre: an everyday month, and one that no flat uses. */
const USUAL = 3_250n;
const ODD = 480_000n;

type Meter = { readonly field: string; readonly lastE3: bigint };

export async function sendByLinks(
  api: Api,
  houseId: number,
  { link, otherLink }: { readonly link: string; readonly otherLink: string },
): Promise<readonly Outcome[]> {
  const usual = await send(link, USUAL);
  const unsure = await send(otherLink, ODD);
  const sure = await send(otherLink, ODD, { confirmed: 'on' });
  const chosen = await post(`${link}/preferences`, { email: EMAIL, wantsPaper: 'on' });
  const period = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().toString();
  const sheet = await api.call(getReadingSheet, {
    params: { houseId, period },
    query: { limit: 200 },
  });
  const received = sheet.items.filter(({ reading }) => reading?.source === 'resident');
  const personalAccountId = received[0]?.personalAccountId ?? undefined;
  const account =
    personalAccountId === undefined
      ? undefined
      : await api.call(getPersonalAccount, { params: { personalAccountId } });
  return [
    {
      what: say(
        'по ссылке с квитанции жилец передал показание, и в ведомости оно от жильца',
        'by the link of a receipt a resident sends a reading, and the sheet has it as a resident’s',
      ),
      holds: usual.status === 303 && received.length > 0,
    },
    {
      what: say(
        'необычное показание страница сначала переспросила, потом приняла',
        'of an odd reading the page asks first whether it is right, and then takes it',
      ),
      holds: (unsure.status === 409 || unsure.status === 303) && sure.status === 303,
    },
    {
      what: say('и жилец выбрал, как получать квитанции', 'and chooses how receipts are sent'),
      holds: chosen.status === 303 && account?.email === EMAIL,
    },
  ];
}

/** An earlier run has sent the same: then nothing is asked. */
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

/** The first meter of the page, and what it showed last. */
function meterOf(page: string): Meter {
  const [, field = '', last = '0'] =
    /id="(meter-\d+)-hint">\s*Было ([\d\s\u00a0,]+) от/.exec(page) ?? [];
  const plain = last.replaceAll(/[\s\u00a0]/g, '').replace(',', '.');
  return { field, lastE3: parseScaled(plain, PLACES) };
}
