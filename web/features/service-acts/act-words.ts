// Names of service acts, and in words what the law takes back because of them.
import {
  type ActKind,
  type QualityStandard,
} from '@kvartplata/domain/regulation/quality/service-act.ts';
import { inBoth } from '../../lib/words.ts';

export const actWords = inBoth(
  {
    kinds: {
      interruption: 'перерыв',
      temperature: 'температура',
      pressure: 'давление',
      quality: 'состав и свойства',
    } satisfies Record<ActKind, string>,
    breaks: {
      'cold-supply': 'Допустимо 4 ч подряд и 8 ч в месяц; за каждый час сверх — 0,15 % платы',
      'hot-supply': 'Допустимо 4 ч подряд и 8 ч в месяц; за каждый час сверх — 0,15 % платы',
      sewerage: 'Допустимо 4 ч подряд и 8 ч в месяц; за каждый час сверх — 0,15 % платы',
      power: 'Допустимо 2 ч (два источника) или 24 ч (один); за каждый час сверх — 0,15 % платы',
      'gas-supply': 'Допустимо 4 ч в месяц; за каждый час сверх — 0,15 % платы',
      heating:
        'Допустимо 24 ч в месяц; подряд 16 ч при +12 °C и выше, 8 ч при +10, 4 ч при +8; за каждый час сверх — 0,15 % платы',
      'waste-collection':
        'Допустимо 72 ч в месяц; подряд 48 ч при +5 °C и ниже, 24 ч выше; за каждые 24 ч сверх — 3,3 % платы',
    } satisfies Record<QualityStandard, string>,
    degrees: 'За каждый час и каждый полный градус — 0,15 % платы',
    steps:
      'За каждый час и каждые 3 °C сверх допустимых — 0,1 % платы; ниже +40 °C — по тарифу на холодную воду',
    pressure: 'До 25 % отклонения — 0,1 % платы за час; больше — часы не оплачиваются',
    voltage: 'За каждый час — 0,15 % платы',
    unpaid: 'Эти часы не оплачиваются',
  },
  {
    kinds: {
      interruption: 'interruption',
      temperature: 'temperature',
      pressure: 'pressure',
      quality: 'composition',
    },
    breaks: {
      'cold-supply':
        '4 h at once and 8 h a month are allowed; each hour above takes 0,15 % of the charge',
      'hot-supply':
        '4 h at once and 8 h a month are allowed; each hour above takes 0,15 % of the charge',
      sewerage:
        '4 h at once and 8 h a month are allowed; each hour above takes 0,15 % of the charge',
      power:
        '2 h (two sources) or 24 h (one) are allowed; each hour above takes 0,15 % of the charge',
      'gas-supply': '4 h a month are allowed; each hour above takes 0,15 % of the charge',
      heating:
        '24 h a month are allowed; at once 16 h from +12 °C, 8 h from +10, 4 h from +8; each hour above takes 0,15 % of the charge',
      'waste-collection':
        '72 h a month are allowed; at once 48 h up to +5 °C, 24 h above; each 24 h above take 3,3 % of the charge',
    },
    degrees: 'Each hour and full degree takes 0,15 % of the charge',
    steps:
      'Each hour and 3 °C beyond what is allowed take 0,1 % of the charge; below +40 °C at the tariff for cold water',
    pressure: 'Up to 25 % away 0,1 % of the charge an hour; further away the hours are not paid',
    voltage: 'Each hour takes 0,15 % of the charge',
    unpaid: 'These hours are not paid',
  },
);

/** What such an act takes back. */
export function takenBy(
  standard: QualityStandard,
  kind: ActKind,
  t: (typeof actWords)['ru'],
): string {
  switch (kind) {
    case 'interruption':
      return t.breaks[standard];
    case 'temperature':
      return standard === 'heating' ? t.degrees : t.steps;
    case 'pressure':
      return t.pressure;
    case 'quality':
      return standard === 'power' ? t.voltage : t.unpaid;
  }
}
