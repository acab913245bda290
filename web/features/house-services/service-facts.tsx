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
    odn: 'Общедомовые нужды',
    'norm-yearly': 'по нормативу, раз в год перерасчёт',
    'average-yearly': 'по среднему месяцу, раз в год перерасчёт',
    actual: 'по прибору',
    capped: 'по прибору, не больше норматива',
    unsettled: 'по прибору, не больше норматива, если он есть',
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
    odn: 'Common-house needs',
    'norm-yearly': 'by the norm, recalculated once a year',
    'average-yearly': 'by the mean month, recalculated once a year',
    actual: 'by the meter',
    capped: 'by the meter, at most the norm',
    unsettled: 'by the meter, at most the norm if there is one',
    meters: 'House-wide meters',
    individual: 'Individual meters',
  },
);

export function ServiceFacts({
  service,
  commonNeedsMethod,
}: {
  readonly service: HouseService;
  /** A setting of the house. */
  readonly commonNeedsMethod: House['commonNeedsMethod'];
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const language = useLanguage();
  const { method, heatingMode, meters } = service;
  const needs = t[commonNeedsMethod ?? 'unsettled'];
  const mode = heatingMode === null ? '' : `, ${words.heatingMode[heatingMode]}`;
  const facts: readonly (readonly [string, string | number])[] = [
    [t.method, words.method[method] + mode],
    [t.unit, service.unit],
    [t.holds, showSpan(service.validFrom, service.validTo, language)],
    ...(method === 'meter' || method === 'norm'
      ? [[t.coefficient, service.coefficientApplies ? t.applies : t.appliesNot] as const]
      : []),
    ...(method === 'odn' ? [[t.odn, needs] as const] : []),
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
