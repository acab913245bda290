// How a charge found the account's part of the volume of the room's meters.
import { partsOfNonResidentialRoom, partsOfRoom } from '../../explanation/figures.ts';
import { roomFactors } from '../../explanation/factors.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { byRoomShare } from '../../explanation/volumes.ts';

export const ROOM_METER_RULES = {
  'room-meter': {
    what: {
      ru: 'Объём помещения определён по его общему прибору учёта и разделён между лицевыми счетами помещения.',
      en: 'The volume of the room is by its common meter, and shared among the accounts of the room.',
    },
    article: {
      ru: 'Правила № 354, п. 42, приложение № 2, формула 1; разделён по долям – Гражданский кодекс, ст. 249, по числу проживающих в коммунальной квартире – п. 50, формула 7',
      en: 'Decree 354, p. 42, appendix 2, formula 1; shared by shares: Civil Code, art. 249, by the residents of a communal flat: p. 50, formula 7',
    },
    figures: partsOfRoom,
    factors: roomFactors,
    replay: byRoomShare,
  },
  'room-some-days': {
    what: {
      ru: 'За дни, в которые общий прибор помещения стоял, его объём разделён между лицевыми счетами помещения, за остальные дни – норматив.',
      en: 'For the days on which the room had a common meter its volume is shared among the room’s accounts; for the others the norm is charged.',
    },
    article: {
      ru: 'Правила № 354, п. 42, приложение № 2, формулы 1 и 4: прибор стоял часть месяца; разделён по долям – Гражданский кодекс, ст. 249, по числу проживающих в коммунальной квартире – п. 50, формула 7',
      en: 'Decree 354, p. 42, appendix 2, formulas 1 and 4: the meter was installed on some of the days; shared by shares: Civil Code, art. 249, by the residents of a communal flat: p. 50, formula 7',
    },
    figures: partsOfRoom,
    factors: roomFactors,
    replay: byRoomShare,
  },
  'room-average': {
    what: {
      ru: 'Общий прибор помещения не учитывается: взят его среднемесячный объём, не дольше трёх расчётных периодов подряд, и разделён между лицевыми счетами помещения.',
      en: 'The common meter of the room does not count: its average stands in, for three periods in a row at most, and is shared among the accounts of the room.',
    },
    article: {
      ru: 'Правила № 354, п. 59: среднемесячный объём; разделён по долям – Гражданский кодекс, ст. 249, по числу проживающих в коммунальной квартире – п. 50, формула 7',
      en: 'Decree 354, p. 59: the average; shared by shares: Civil Code, art. 249, by the residents of a communal flat: p. 50, formula 7',
    },
    figures: partsOfRoom,
    factors: roomFactors,
    replay: byRoomShare,
  },
  'room-and-contract': {
    what: {
      ru: 'Нежилое помещение: за дни, в которые общий прибор стоял, его объём разделён между лицевыми счетами помещения, за остальные дни – объём по договору или расчёту.',
      en: 'A non-residential room: for the days on which it had a common meter the volume is shared among the room’s accounts; for the others it is by contract or calculation.',
    },
    article: {
      ru: 'Правила № 354, п. 43; Гражданский кодекс, ст. 249: нежилое помещение, прибор стоял часть месяца',
      en: 'Decree 354, p. 43; Civil Code, art. 249: a non-residential room whose meter was installed on some of the days',
    },
    figures: partsOfNonResidentialRoom,
    factors: roomFactors,
    replay: byRoomShare,
  },
  'room-average-non-residential': {
    what: {
      ru: 'Нежилое помещение, общий прибор не учитывается: взят его среднемесячный объём, не дольше двух расчётных периодов подряд, и разделён между лицевыми счетами помещения.',
      en: 'A non-residential room whose common meter does not count: its average stands in, for two periods in a row at most, and is shared among the accounts of the room.',
    },
    article: {
      ru: 'Правила № 354, п. 43, 59: нежилое помещение, среднемесячный объём; Гражданский кодекс, ст. 249',
      en: 'Decree 354, p. 43, 59: a non-residential room, the average; Civil Code, art. 249: the meter of the room is shared',
    },
    figures: partsOfNonResidentialRoom,
    factors: roomFactors,
    replay: byRoomShare,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;
