// What benefits deduct, in sentences: whose benefit, which part of the charge, and what is within the norm.
import {
  divide,
  formatFraction,
  fraction,
  fromScaled,
  multiply,
  subtract,
  type Fraction,
} from '../../money/fraction.ts';
import { formatKopecks } from '../../money/kopecks.ts';
import { parseScaled } from '../../money/scaled.ts';
import { sumOf } from '../../money/sums.ts';
import type { BenefitLimit } from '../../regulation/benefit/benefit.ts';
import { BENEFIT_CATEGORY_ROWS, BENEFIT_PAYER_NAMES } from '../../regulation/benefit/categories.ts';
import type { Words } from '../../text/words.ts';
import { chargeOf, takenOff, withinNormOf } from '../benefits-basis.ts';
import type { BenefitBasis, BenefitPart, ChargeBasis } from '../charge-line.ts';
import { formatShown, parseExact } from '../exact-text.ts';
import { short } from './figures.ts';
import { inBoth, type Speech } from './speech.ts';
import { given } from './volume-rule.ts';

/** A sentence and the article that it is based on. */
type BenefitStep = Words & { readonly article: Words | null };

const ARTICLES: Readonly<Record<BenefitLimit, Words | null>> = {
  norm: {
    ru: 'Федеральный закон № 181-ФЗ, ст. 17: в пределах нормативов',
    en: 'Federal Law 181-FZ, art. 17: within the norms',
  },
  'social-norm': {
    ru: 'ЖК РФ, ст. 160, и закон региона: в пределах социальной нормы площади жилья',
    en: 'Housing Code, art. 160, and the law of the region: within the social norm of area',
  },
  none: null,
};

/** @throws when the basis lacks what the benefits follow from */
export function benefitSteps(basis: ChargeBasis, unit: string): readonly BenefitStep[] {
  const amounts = takenOff(basis);
  return given(basis.benefits).benefits.flatMap((benefit, index) =>
    stepsOf(basis, benefit, { unit, amount: formatKopecks(amounts[index] ?? 0n) }),
  );
}

type Told = { readonly unit: string; readonly amount: string };

function stepsOf(
  basis: ChargeBasis,
  benefit: BenefitBasis,
  { unit, amount }: Told,
): readonly BenefitStep[] {
  const { left, charge } = given(basis.benefits);
  const counted = basis.component === 'heat' ? 'м³' : unit;
  return [
    step((speech) => whose(benefit, speech), null),
    ...benefit.parts.map((part) =>
      step(
        (speech) => priced(basis, benefit, part, { ...speech, unit: counted }),
        ARTICLES[benefit.limit],
      ),
    ),
    step(({ say, money }) => {
      const rest =
        left === undefined
          ? ''
          : ` ${say(`с учётом перерасчётов за месяц (осталось ${money(left)} из ${money(charge)} ₽)`, `beside what the month takes back (${money(left)} of ${money(charge)} ₽ are left)`)}`;
      return `${say('Снято', 'Taken off')}${rest}: ${money(amount)} ₽.`;
    }, null),
  ];
}

/** The same as a product: `500.00 × 1/2 × 4/5 × 0.5 taken off`, or `(…) × 450.00 / 500.00 taken off`. */
export function benefitFigures(basis: ChargeBasis): string {
  const { left, charge, benefits } = given(basis.benefits);
  const told = benefits.flatMap(({ parts, persons, share }) =>
    parts.map((part) => {
      const within = withinNormOf(part, basis);
      const norm = isWhole(within) ? '' : ` × ${formatShown(within)} within the norm`;
      return `${formatFraction(chargeOf(part), 2)} × ${persons}/${part.residents}${norm} × ${short(share)}`;
    }),
  );
  const total = sumOf(takenOff(basis));
  const whole = told.join(' + ');
  // Without it the product would not come to the sum where the month takes a part of the charge back.
  const taken = left === undefined ? whole : `(${whole}) × ${left} / ${charge}`;
  return `${taken} taken off = ${formatKopecks(-total)}`;
}

function step(tell: (speech: Speech) => string, article: Words | null): BenefitStep {
  return { ...inBoth(tell), article };
}

function whose({ category, share, persons, document }: BenefitBasis, speech: Speech): string {
  const { say, inLanguage, number } = speech;
  const { name, payer } = BENEFIT_CATEGORY_ROWS[category];
  const payerName = inLanguage(BENEFIT_PAYER_NAMES[payer]).toLowerCase();
  return `${inLanguage(name)}: ${say('доля', 'share')} ${number(share)}, ${say('граждан с правом на льготу', 'entitled persons')} ${persons}; ${say('документ', 'document')}: ${document}; ${say('возмещает', 'paid by the')} ${payerName}.`;
}

function priced(
  basis: ChargeBasis,
  { persons, share }: BenefitBasis,
  part: BenefitPart,
  speech: Speech & { readonly unit: string },
): string {
  const { say, number, day, money } = speech;
  const { from, to, days, residents } = part;
  const when =
    days === basis.daysInMonth
      ? part.months === undefined
        ? say('За весь месяц', 'For the whole month')
        : say('За весь год', 'For the whole year')
      : say(`С ${day(from)} по ${day(to)}`, `From ${day(from)} to ${day(to)}`);
  const charge = chargeOf(part);
  const within = withinNormOf(part, basis);
  const taken = multiply(multiply(charge, within), fraction(BigInt(persons), BigInt(residents)));
  const product = [
    `${money(formatFraction(charge, 2))} ₽`,
    `${persons}/${residents} ${say('проживающих', 'of those who live there')}`,
    ...(isWhole(within) ? [] : [number(formatShown(within))]),
    number(share),
  ].join(' × ');
  const result = money(formatFraction(multiply(taken, fromScaled(parseScaled(share, 4), 4)), 2));
  return `${when}: ${withinWords(basis, part, speech)}${product} = ${result} ₽.`;
}

/** What a person has used, or the area they live on, and how much of it is within the norm. */
function withinWords(
  { daysInMonth }: ChargeBasis,
  { volume, norm, days, residents, area, countedArea }: BenefitPart,
  { say, number, unit }: Speech & { readonly unit: string },
): string {
  if (area !== undefined)
    return `${say('площадь', 'area')} ${number(area)} м², ${say(`социальная норма (проживающих ${residents})`, `the social norm of ${residents}`)} ${number(given(countedArea))} м²; `;
  if (volume === undefined || norm === undefined) return '';
  const each = formatShown(divide(parseExact(volume), fraction(BigInt(residents))));
  const ofDays = days === daysInMonth ? '' : ` × ${days}/${daysInMonth}`;
  return `${say('на одного', 'a person')} ${number(each)} ${unit}, ${say('норматив', 'the norm')} ${number(norm)}${ofDays} ${unit}; `;
}

function isWhole(value: Fraction): boolean {
  return subtract(value, fraction(1n)).numerator === 0n;
}
