// How a house is charged for a service, in words.
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { showSpan } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';

const WORDS = inBoth(
  {
    method: 'Начисляется',
    unit: 'Единица',
    holds: 'Действует',
    coefficient: 'Повышающий коэффициент',
    applies: 'применяется',
    appliesNot: 'не применяется',
    odn: 'Сверх норматива',
    capped: 'не начисляется',
    uncapped: 'начисляется',
    unsettled: 'не начисляется, если есть норматив',
    meters: 'Общедомовые приборы',
    individual: 'Индивидуальные приборы',
  },
  {
    method: 'Charged',
    unit: 'Unit',
    holds: 'Valid',
    coefficient: 'Surcharge coefficient',
    applies: 'applies',
    appliesNot: 'does not apply',
    odn: 'Above the norm',
    capped: 'not charged',
    uncapped: 'charged',
    unsettled: 'not charged if there is a norm',
    meters: 'House-wide meters',
    individual: 'Individual meters',
  },
);

export function ServiceFacts({
  service,
  odnCapped,
}: {
  readonly service: HouseService;
  /** A setting of the house. */
  readonly odnCapped: House['odnCapped'];
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const language = useLanguage();
  const { method, heatingMode, meters } = service;
  const aboveNorm = odnCapped === null ? t.unsettled : odnCapped ? t.capped : t.uncapped;
  const mode = heatingMode === null ? '' : `, ${words.heatingMode[heatingMode]}`;
  const facts: readonly (readonly [string, string | number])[] = [
    [t.method, words.method[method] + mode],
    [t.unit, service.unit],
    [t.holds, showSpan(service.validFrom, service.validTo, language)],
    ...(method === 'meter' || method === 'norm'
      ? [[t.coefficient, service.coefficientApplies ? t.applies : t.appliesNot] as const]
      : []),
    ...(method === 'odn' ? [[t.odn, aboveNorm] as const] : []),
    ...(meters.length === 0
      ? []
      : [[t.meters, meters.map(({ serialNumber }) => serialNumber).join(', ')] as const]),
    ...(service.individualMeterCount === 0
      ? []
      : [[t.individual, service.individualMeterCount] as const]),
  ];
  return (
    <dl className="fact-strip">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
