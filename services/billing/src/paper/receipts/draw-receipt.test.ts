// Whatever people write into names, the page is drawn, can be read back, and its code still pays.
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { drawToBytes, makeReceipt, type Told } from '../../testing/drawn-receipt.ts';
import {
  codesOfPages,
  codesOfPayees,
  linkCodesOfPages,
  misplacedWords,
  textOfPages,
} from '../../testing/pdf-pages.ts';
import { drawable } from '../pen.ts';
import { price } from '../receipt-words.ts';
import { drawReceipts } from './draw-receipts.ts';
import type { Receipt } from './receipt.ts';

const LONG = 'Общество с очень длинным названием, которое никак не кончается, '
  .repeat(4)
  .slice(0, 200);
const UNBROKEN = 'Ы'.repeat(200);
const HOSTILE = `"Рога|копыта" & <script>alert('1')</script> (\\) %PDF =1+1 🏠👨‍👩‍👧 日本 \u202eабв`;

const CASES: readonly { readonly why: string; readonly told: Told; readonly isLong?: true }[] = [
  { why: 'names of 200 characters', told: named(LONG) },
  { why: 'names of 200 characters without a space', told: named(UNBROKEN) },
  { why: 'separators, quotes, tags, brackets, pictures, other scripts', told: named(HOSTILE) },
  { why: 'no meters', told: { account: { meters: [] } } },
  { why: 'a single line', told: { serviceNames: ['Отопление'] } },
  {
    why: 'sixty lines and forty meters',
    isLong: true,
    told: {
      serviceNames: Array.from({ length: 60 }, (_, nth) => `Услуга ${nth}`),
      account: {
        meters: Array.from({ length: 40 }, (_, nth) => ({
          meterId: nth + 1,
          serviceName: 'Отопление',
          unit: 'Гкал',
          serialNumber: `б/н ${nth}`,
          verifiedUntil: null,
          current: null,
          previous: null,
        })),
      },
    },
  },
];

function named(name: string): Told {
  const { contractor, payee, house } = makeReceipt();
  return {
    head: {
      contractor: { ...contractor, name, legalAddress: name, phone: name, email: name },
      payee: { ...payee, name, bankName: name },
      house: { ...house, address: name },
    },
    account: { payer: name, roomNumber: name.slice(0, 20) },
    serviceNames: [name, name, name],
  };
}

/** Each payee has a different amount. */
function manyOf(services: number, payees: number): Receipt {
  const serviceNames = Array.from({ length: services }, (_, nth) => `Услуга ${nth + 1}`);
  const receipt = makeReceipt({ serviceNames });
  const sections = Array.from({ length: payees }, (_, nth) => ({
    payee: receipt.payee,
    payeeId: nth,
    codes: [`0${nth + 1}`],
    lines: [],
    toPayKopecks: 100_00n + BigInt(nth),
    paymentCode: receipt.paymentCode.replace(/Sum=\d+/, `Sum=${10_000 + nth}`),
  }));
  return { ...receipt, sections: payees === 1 ? [] : sections };
}

const LONG_PAYEE = {
  name: 'Фонд капитального ремонта многоквартирных домов Тульской области',
  bankName: 'ТУЛЬСКОЕ ОТДЕЛЕНИЕ N8604 ПАО СБЕРБАНК',
};

describe('a receipt', { skip: missing('pdftoppm') }, () => {
  for (const { why, told, isLong } of CASES)
    test(`has one page, or two, and a readable code: ${why}`, async () => {
      const receipt = makeReceipt(told);
      const pdf = await drawToBytes([receipt]);
      const [code, ...codes] = codesOfPages(pdf);
      assert.deepEqual([code, codes.filter(Boolean)], [receipt.paymentCode, []]);
      assert.equal(linkCodesOfPages(pdf)[0], receipt.link?.url);
      const texts = textOfPages(pdf);
      assert.equal(texts.length, isLong === true ? 2 : 1);
      assert.match(texts[0] ?? '', /Итого к оплате/);
      for (const line of receipt.figures.lines)
        assert.match(texts.join(''), new RegExp(`^ *${line.code}`, 'm'));
      assert.match(texts[0] ?? '', /Документ составлен по п\. 69/);
      assert.deepEqual(misplacedWords(pdf), []);
    });

  for (const [services, payees, pages] of [
    [1, 1, 1],
    [6, 1, 1],
    [8, 1, 1],
    [11, 1, 1],
    [12, 1, 2],
    [14, 1, 2],
    [4, 3, 1],
    [6, 3, 2],
    [14, 3, 2],
  ] as const)
    test(`with ${services} services and ${payees} payees has ${pages} pages, and all of its codes on the first`, async () => {
      const receipt = manyOf(services, payees);
      const pdf = await drawToBytes([receipt]);
      const texts = textOfPages(pdf);
      assert.equal(texts.length, pages);
      assert.equal(texts.join('').match(/Всего за месяц/g)?.length, 1);
      if (pages === 2) {
        assert.match(texts[0] ?? '', /Продолжение на странице 2/);
        assert.match(texts[1] ?? '', /№ 202607-1 за июль 2026 +Лицевой счёт LS01, страница 2 из 2/);
      }
      const found = payees === 1 ? codesOfPages(pdf).slice(0, 1) : codesOfPayees(pdf, payees);
      const asked = payees === 1 ? [receipt] : receipt.sections;
      assert.deepEqual(new Set(found), new Set(asked.map(({ paymentCode }) => paymentCode)));
    });

  for (const payees of [2, 4, 5, 6, 7, 9, 12])
    test(`lists all of ${payees} payees, and nothing overlaps`, async () => {
      const receipt = manyOf(14, payees);
      const codes = receipt.figures.lines.map(({ code }) => code);
      const sections = receipt.sections.map((section, nth) => ({
        ...section,
        payee: { ...section.payee, ...LONG_PAYEE },
        codes: nth === 0 ? codes : section.codes,
      }));
      const pdf = await drawToBytes([{ ...receipt, sections }]);
      assert.deepEqual(misplacedWords(pdf), []);
      const [first = ''] = textOfPages(pdf);
      assert.equal(first.match(/К\/с\s+30101810400000000225/g)?.length, payees);
      assert.equal(first.match(/БИК(?:, корр\. счёт)?\s+044525225/g)?.length, payees + 1);
      const told = first.replaceAll(/[,\s]+/g, ' ');
      for (const code of codes) assert.ok(told.includes(` ${code} `), code);
    });

  test('names a payee by the abbreviation of its legal form, whole where the full name would be cut', async () => {
    const receipt = manyOf(1, 2);
    const name = 'Общество с ограниченной ответственностью «Управляющая компания „Тихая Заводь“»';
    const sections = receipt.sections.map((section) => ({
      ...section,
      payee: { ...section.payee, name },
    }));
    const [text = ''] = textOfPages(await drawToBytes([{ ...receipt, sections }]));
    const toPay = text.slice(text.indexOf('КОМУ ПЛАТИТЬ'));
    assert.equal(toPay.match(/ООО/g)?.length, 2);
    assert.equal(toPay.match(/Заводь“»/g)?.length, 2);
    assert.doesNotMatch(toPay, /Общество/);
  });

  test('has room for seven payees below the longest names of payer and contractor', async () => {
    const { sections } = manyOf(1, 7);
    const pdf = await drawToBytes([{ ...makeReceipt(named(LONG)), sections }]);
    assert.deepEqual(misplacedWords(pdf), []);
  });

  test('has what a bank needs even with the longest names', () => {
    const { paymentCode } = makeReceipt(named(UNBROKEN));
    assert.ok(paymentCode.includes(`|BankName=${'Ы'.repeat(45)}|BIC=044525225|`));
    assert.ok(paymentCode.includes('|Sum=114831|'), paymentCode);
  });

  test('names the account as the state’s system does, if it has such names', async () => {
    const [known = ''] = textOfPages(await drawToBytes([makeReceipt()]));
    assert.match(known, /ПЛАТЁЖНЫЙ ДОКУМЕНТ № 202607-1\b/);
    assert.match(known, /Единый л\/с +60АВ395021/);
    assert.match(known, /Идент\. ЖКУ +60АВ395021-01/);
    const nameless = { account: { gisAccountNumber: null, gisServiceId: null } };
    const [unknown = ''] = textOfPages(await drawToBytes([makeReceipt(nameless)]));
    assert.doesNotMatch(unknown, /Единый л\/с|Идент\. ЖКУ/);
  });

  for (const accountNumber of ['40820810900000012345', 'ЖШ-2026/'.repeat(4).slice(0, 30)])
    test(`has the full account number in its header: ${accountNumber}`, async () => {
      const told = { account: { accountNumber, meters: [] } };
      const [text = ''] = textOfPages(await drawToBytes([makeReceipt(told)]));
      assert.ok(text.includes(accountNumber), text.slice(0, 400));
    });

  test('has both addresses in full, and the contractor’s contacts', async () => {
    const place =
      '301000, Тульская область, Зареченский муниципальный округ, рабочий посёлок имени';
    const legalAddress = `${place} Первого Мая, ул. Красноармейская, д. 112, помещение II, офис 305`;
    const house = {
      ...makeReceipt().house,
      address: `${place} 50-летия Октября, ул. Садовая, д. 12`,
    };
    const contractor = { ...makeReceipt().contractor, legalAddress };
    const pdf = await drawToBytes([makeReceipt({ head: { house, contractor } })]);
    const [text = ''] = textOfPages(pdf);
    for (const end of ['305', 'кв. 1', 'example']) assert.ok(text.includes(end), `${end}: ${text}`);
  });

  test('of a non-residential room has the payer’s INN and no registered persons', async () => {
    const [flat = ''] = textOfPages(await drawToBytes([makeReceipt()]));
    assert.match(flat, /Зарегистрировано +2 чел\./);
    const shop = { account: { roomKind: 'non-residential', payerInn: '7107012347' } } as const;
    const [text = ''] = textOfPages(await drawToBytes([makeReceipt(shop)]));
    assert.match(text, /ИНН +7107012347/);
    assert.doesNotMatch(text, /Зарегистрировано/);
  });

  test('has prices with kopecks, the source of each volume, and a slip for the next readings', async () => {
    const [text = ''] = textOfPages(await drawToBytes([makeReceipt()]));
    assert.match(text, / 49,19 /);
    assert.match(text, /по прибору: 12912,7 − 12500/);
    assert.match(text, /ТАЛОН ПОКАЗАНИЙ/);
    assert.match(text, /было 1 063,640/);
    const [without = ''] = textOfPages(
      await drawToBytes([makeReceipt({ account: { meters: [] } })]),
    );
    assert.doesNotMatch(without, /ТАЛОН/);
    assert.deepEqual(
      [price('35.0000'), price('2371.7200'), price('5.4750')],
      ['35,00', '2\u00a0371,72', '5,475'],
    );
  });

  test('lists the norms of its services, and what a plan asks and leaves', async () => {
    const norm = { serviceName: 'Отопление', unit: 'Гкал', component: null, value: '0.024200' };
    const told: Told = {
      head: { norms: [{ ...norm, houseServiceId: 4, method: 'heating' }] },
      plans: [
        {
          instalmentId: 41,
          startsOn: '2026-05-03',
          nth: 3,
          of: 12,
          amountKopecks: 12_000_00n,
          annualInterest: '17.0000',
          interestKopecks: 141_67n,
          partKopecks: 1_000_00n,
          notDueKopecks: 500_00n,
          covers: ['2026-01'],
        },
      ],
    };
    const receipt = makeReceipt(told);
    const text = textOfPages(await drawToBytes([receipt])).join('');
    assert.match(text, /НОРМАТИВЫ ПОТРЕБЛЕНИЯ/);
    assert.match(text, /Отопление 0,0242 Гкал на м²/);
    assert.match(text, /месяц 3 из 12 +12 000,00 +1 000,00 +141,67 \(17 %\) +1 141,67 +500,00/);
    assert.match(text, /срок оплаты ещё не наступил +−500,00 ₽/);
    assert.equal(receipt.figures.toPayKopecks, makeReceipt().figures.toPayKopecks - 500_00n);
  });

  test('has a column of benefits if there are any', async () => {
    const told = { serviceNames: [LONG.slice(0, 60), 'Отопление'], benefit: '-94.57' };
    const pdf = await drawToBytes([makeReceipt(told)]);
    const [text = '', ...others] = textOfPages(pdf);
    assert.deepEqual(others, []);
    assert.match(text, /Льгота, ₽/);
    assert.match(text, /^ *01 .* 378,27 +-?−?94,57 +283,70/m);
    assert.match(text, /Льготы +−94,57/);
    const [plain = ''] = textOfPages(await drawToBytes([makeReceipt()]));
    assert.doesNotMatch(plain, /Льгот/);
  });

  test('replaces characters missing in the font', () => {
    assert.equal(drawable('Дом 🏠👨‍👩‍👧 «Уют» ₽ № 5'), 'Дом ◊ «Уют» ₽ № 5');
    assert.equal(drawable('日本\u202eя\ud83c'), '◊◊◊я◊');
    assert.equal(drawable('a\n\t b\u00a0c'), 'a b\u00a0c');
  });
});

test('the outline has the first page of each house, even if its receipt goes on to a second one', async () => {
  const serviceNames = Array.from({ length: 60 }, (_, nth) => `Услуга ${nth}`);
  const { house } = makeReceipt();
  const receipts = ['ул. Садовая, д. 1', 'ул. Садовая, д. 2'].flatMap((address) => {
    const receipt = makeReceipt({ serviceNames, head: { house: { ...house, address } } });
    return [receipt, receipt];
  });
  const page = (async function* () {
    yield { receipts };
  })();
  const told = { title: 'Счёт', createdAt: new Date('2026-08-01T09:00:00Z'), namesHouses: true };
  const pdf = (await buffer(drawReceipts(page, told))).toString('latin1');
  const pages = /\/Kids \[([^\]]+)\]/.exec(pdf)?.[1]?.match(/\d+ 0 R/g) ?? [];
  assert.equal(pages.length, 8);
  const found = [...pdf.matchAll(/\/Dest \[(\d+ 0 R)/g)].map(([, first = '']) => first);
  assert.deepEqual(found, [pages[0], pages[4]]);
});
