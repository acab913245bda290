// How a charge by meter found its volume: by readings, by averages, or by the norm where no meter counts.
import {
  metersAndContract,
  metersAndPersons,
  personsTimesNorm,
} from '../../explanation/figures.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { byMeters, ofPersons } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const METER_RULES = {
  'individual-meter': {
    what: {
      ru: 'Объём определён по показаниям индивидуального прибора учёта.',
      en: 'The volume follows from the readings of the individual meter.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 1; п. 61, если раньше начислялось расчётным способом',
      en: 'Decree 354, appendix 2, formula 1; p. 61 where estimates were charged before',
    },
    figures: metersAndPersons,
    replay: byMeters,
  },
  'meter-some-days': {
    what: {
      ru: 'За дни, в которые прибор учёта стоял, объём определён по нему, за остальные дни – по нормативу.',
      en: 'For the days on which a meter was installed the volume is by the meter, for the others by the norm.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формулы 1 и 4: прибор стоял часть месяца',
      en: 'Decree 354, appendix 2, formulas 1 and 4: a meter was installed on some of the days',
    },
    figures: metersAndPersons,
    replay: byMeters,
  },
  'average-reading-missing': {
    what: {
      ru: 'Показание не передано: вместо него взят среднемесячный объём по прибору, не дольше трёх расчётных периодов подряд.',
      en: 'No reading came: the average of the meter stands in for it, for three periods in a row at most.',
    },
    article: {
      ru: 'Правила № 354, п. 59 «б»: нет показания, среднемесячный объём',
      en: 'Decree 354, p. 59 «б»: no reading, the average of the meter',
    },
    figures: metersAndPersons,
    replay: byMeters,
  },
  'average-meter-faulty': {
    what: {
      ru: 'Прибор учёта неисправен, утрачен или не поверен: взят его среднемесячный объём, не дольше трёх расчётных периодов подряд.',
      en: 'The meter is broken, lost or past its verification: its average counts, for three periods in a row at most.',
    },
    article: {
      ru: 'Правила № 354, п. 59 «а»: прибор не учитывается, среднемесячный объём',
      en: 'Decree 354, p. 59 «а»: the meter does not count, its average',
    },
    figures: metersAndPersons,
    replay: byMeters,
  },
  'average-access-refused': {
    what: {
      ru: 'Проверить прибор учёта не дали: с дня акта его показания не учитываются, взят его среднемесячный объём, не дольше трёх расчётных периодов подряд.',
      en: 'Access for a check of the meter was refused: from the day of the act its average is charged instead of its readings, for at most three consecutive periods.',
    },
    article: {
      ru: 'Правила № 354, п. 59 «в», 60(2), 85: отказ в допуске к прибору учёта, среднемесячный объём',
      en: 'Decree 354, p. 59 «в», 60(2), 85: access to the meter was refused, its average',
    },
    figures: metersAndPersons,
    replay: byMeters,
  },
  'reading-then-average': {
    what: {
      ru: 'Прибор учёта перестал учитываться в этом месяце: до этого дня объём определён по показанию, с него – по среднемесячному объёму за оставшиеся дни.',
      en: 'The meter’s readings stopped counting during this month: up to that day the volume is by its reading, for the remaining days by its average.',
    },
    article: {
      ru: 'Правила № 354, п. 59 «а», «в»: с даты, когда наступили указанные события',
      en: 'Decree 354, p. 59 «а», «в»: from the date of these events',
    },
    figures: metersAndPersons,
    replay: byMeters,
  },
  'average-non-residential': {
    what: {
      ru: 'Нежилое помещение, показания прибора нет или он не учитывается: взят его среднемесячный объём, не дольше двух расчётных периодов подряд.',
      en: 'A non-residential room whose meter has no reading that counts: its average stands in, for two periods in a row at most.',
    },
    article: {
      ru: 'Правила № 354, п. 43, 59: нежилое помещение, среднемесячный объём',
      en: 'Decree 354, p. 43, 59: a non-residential room, the average of the meter',
    },
    figures: metersAndContract,
    replay: byMeters,
  },
  'meter-and-contract': {
    what: {
      ru: 'Нежилое помещение: за дни, в которые прибор учёта стоял, объём определён по нему, за остальные дни – по договору или расчёту.',
      en: 'A non-residential room: for the days on which a meter was installed the volume is by the meter, for the others by contract or calculation.',
    },
    article: {
      ru: 'Правила № 354, п. 43: нежилое помещение, прибор стоял часть месяца',
      en: 'Decree 354, p. 43: a non-residential room, a meter was installed on some of the days',
    },
    figures: metersAndContract,
    replay: byMeters,
  },
  'norm-no-meter': {
    what: {
      ru: 'Прибора учёта нет: объём определён по нормативу.',
      en: 'There is no meter: the volume is by the norm.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 4; прибор учёта не установлен',
      en: 'Decree 354, appendix 2, formula 4; no meter is installed',
    },
    figures: personsTimesNorm,
    replay: ofPersons,
  },
  'norm-reading-missing': {
    what: {
      ru: 'Показаний нет, и среднемесячный объём больше не применяется: объём определён по нормативу.',
      en: 'There is no reading, and the average counts no longer: the volume is by the norm.',
    },
    article: {
      ru: 'Правила № 354, п. 60: показаний нет дольше трёх периодов, или нет среднемесячного объёма',
      en: 'Decree 354, p. 60: no reading for more than three periods, or no average',
    },
    figures: personsTimesNorm,
    replay: ofPersons,
  },
  'norm-meter-faulty': {
    what: {
      ru: 'Прибор учёта не учитывается, и среднемесячный объём больше не применяется: объём определён по нормативу.',
      en: 'The meter does not count, and its average counts no longer: the volume is by the norm.',
    },
    article: {
      ru: 'Правила № 354, п. 60: прибор не учитывается дольше трёх периодов, или нет среднемесячного объёма',
      en: 'Decree 354, p. 60: the meter does not count for more than three periods, or has no average',
    },
    figures: personsTimesNorm,
    replay: ofPersons,
  },
  'norm-access-refused': {
    what: {
      ru: 'Проверить прибор учёта не дали, и среднемесячный объём больше не применяется: объём определён по нормативу.',
      en: 'A check of the meter was refused, and its average counts no longer: the volume is by the norm.',
    },
    article: {
      ru: 'Правила № 354, п. 60(2): отказ в допуске к прибору учёта дольше трёх периодов, или нет среднемесячного объёма',
      en: 'Decree 354, p. 60(2): access to the meter refused for more than three periods, or no average',
    },
    figures: personsTimesNorm,
    replay: ofPersons,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The paragraphs of the law behind a charge by meters. */
export const METER_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/meter', 'decree-354', [
    [
      '50',
      {
        ru: 'прибор помещения, общий для нескольких лицевых счетов',
        en: 'a meter of a room that several accounts share',
      },
      {
        rule: 'room-meter.ts',
        test: 'room-meter.test.ts',
        figure: '10 × 50 = 250.00 and 250.00, and no norm × K',
      },
    ],
  ]),
  ...computedIn('domain/charging/methods/meter', 'housing-code', [
    [
      '157 p. 1',
      {
        ru: 'коммунальные услуги по приборам, а без них по нормативам',
        en: 'utilities by meters, and without them by norms',
      },
      {
        rule: 'meter.ts',
        test: 'meter.test.ts',
        figure: 'adds its average to what a second one has counted',
      },
    ],
  ]),
];
