// The card of a house: its address, its common area and its heating season.
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { ReactElement } from 'react';
import { chargingWords, COMMON_NEEDS_WAYS } from '../../lib/charging-words.ts';
import { showShortMonth } from '../../lib/days.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import { orEmpty, orNull } from '../../lib/optional.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { SelectField, TextField, type FieldState } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { parseSeasons, showSeasons } from './heating-seasons.ts';
import type { HouseBody } from './houses.ts';
import { parseWindow, showWindow } from './reading-window.ts';

const WORDS = inBoth(
  {
    address: 'Адрес',
    addressHint: 'Город, улица, дом',
    commonArea: 'Площадь общего имущества, м²',
    commonAreaWrong: 'Нужно число, например 312,50',
    fiasId: 'Код ФИАС',
    fiasIdHint: 'Как 0c5b2444-70a0-4932-980c-b4dc0d3f02b5: 32 знака, через дефисы',
    heating: 'Отопительный период',
    seasons: 'Отопительный сезон по дням',
    seasonsHint:
      'Первый и последний день, например 05.10.2025–20.04.2026; 03.10.2026–. Пусто — по месяцам выше',
    seasonsWrong: 'Нужны дни через тире, например 05.10.2025–20.04.2026',
    window: 'Дни приёма показаний от жильцов',
    windowHint:
      'Первый и последний день месяца, например 15–25 или 23–3 (до 3-го следующего). Пусто — каждый день',
    windowWrong: 'Нужны два числа месяца через тире, например 15–25',
    commonNeeds: 'Общедомовые нужды',
    unsettled: 'Не решено: по прибору, не больше норматива, если он есть',
    commonNeedsHint: 'Что изменится для жильцов, покажет страница дома «Перерасчёт за год»',
  },
  {
    address: 'Address',
    addressHint: 'City, street, house',
    commonArea: 'Common area, m²',
    commonAreaWrong: 'Enter a number, such as 312,50',
    fiasId: 'FIAS code',
    fiasIdHint: 'Such as 0c5b2444-70a0-4932-980c-b4dc0d3f02b5: 32 characters, with dashes',
    heating: 'Heating months',
    seasons: 'Heating season by days',
    seasonsHint:
      'First and last day, such as 05.10.2025–20.04.2026; 03.10.2026–. Empty: the months above',
    seasonsWrong: 'Enter days with a dash, such as 05.10.2025–20.04.2026',
    window: 'Days for residents’ readings',
    windowHint:
      'First and last day of a month, such as 15–25 or 23–3 (until the 3rd of the next). Empty: every day',
    windowWrong: 'Enter two days of a month with a dash, such as 15–25',
    commonNeeds: 'Common-house needs',
    unsettled: 'Not settled: by the meter, at most the norm if there is one',
    commonNeedsHint: 'What changes for residents: see “Yearly recalculation” of the house',
  },
);

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
const USUAL_SEASON = '1,2,3,4,10,11,12';
const UNSETTLED = 'null';

type Typed = Readonly<
  Record<
    | 'address'
    | 'commonArea'
    | 'fiasId'
    | 'heatingMonths'
    | 'heatingSeasons'
    | 'readingWindow'
    | 'commonNeedsMethod',
    string
  >
>;

export function HouseForm({
  house,
  save,
  readTheirs,
  onCancel,
}: {
  /** Undefined for a new one. */
  readonly house?: House;
  readonly save: (body: HouseBody) => Promise<unknown>;
  readonly readTheirs?: () => Promise<House>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { commonNeeds: ways } = useWords(chargingWords);
  const form = useForm<Typed>({
    initial: typedOf(house),
    required: ['address'],
    check: ({ commonArea, heatingSeasons, readingWindow }) => ({
      ...(commonArea.trim() !== '' && parseFigure(commonArea) === undefined
        ? { commonArea: t.commonAreaWrong }
        : {}),
      ...(parseSeasons(heatingSeasons) === undefined ? { heatingSeasons: t.seasonsWrong } : {}),
      ...(parseWindow(readingWindow) === undefined ? { readingWindow: t.windowWrong } : {}),
    }),
    save: async (typed) => save(bodyOf(typed)),
    ...(readTheirs === undefined ? {} : { readTheirs: async () => typedOf(await readTheirs()) }),
  });
  return (
    <Form of={form} onCancel={onCancel}>
      <TextField of={form.field('address')} label={t.address} hint={t.addressHint} autoFocus />
      <div className="pair">
        <TextField of={form.field('commonArea')} label={t.commonArea} inputMode="decimal" />
        <TextField
          of={form.field('fiasId')}
          label={t.fiasId}
          hint={t.fiasIdHint}
          spellCheck={false}
        />
      </div>
      <MonthsField of={form.field('heatingMonths')} label={t.heating} />
      <TextField of={form.field('heatingSeasons')} label={t.seasons} hint={t.seasonsHint} />
      <TextField of={form.field('readingWindow')} label={t.window} hint={t.windowHint} />
      <SelectField
        of={form.field('commonNeedsMethod')}
        label={t.commonNeeds}
        {...(house !== undefined && { hint: t.commonNeedsHint })}
        options={[
          [UNSETTLED, t.unsettled],
          ...COMMON_NEEDS_WAYS.map((way): readonly [string, string] => [way, ways[way]]),
        ]}
      />
    </Form>
  );
}

function MonthsField({
  of,
  label,
}: {
  readonly of: FieldState;
  readonly label: string;
}): ReactElement {
  const language = useLanguage();
  const chosen = new Set(numbersIn(of.value));
  const toggled = (number: number): string =>
    [...chosen.symmetricDifference(new Set([number]))].toSorted((a, b) => a - b).join();
  return (
    <fieldset className="months">
      <legend>{label}</legend>
      {MONTHS.map((month) => (
        <label key={month}>
          <input
            type="checkbox"
            checked={chosen.has(Number(month))}
            onChange={() => of.set(toggled(Number(month)))}
          />
          {showShortMonth(`2026-${month}`, language)}
        </label>
      ))}
    </fieldset>
  );
}

function numbersIn(text: string): readonly number[] {
  return text === '' ? [] : text.split(',').map(Number);
}

function typedOf(house: House | undefined): Typed {
  if (house === undefined)
    return {
      address: '',
      commonArea: '',
      fiasId: '',
      heatingMonths: USUAL_SEASON,
      heatingSeasons: '',
      readingWindow: '',
      commonNeedsMethod: UNSETTLED,
    };
  return {
    address: house.address,
    commonArea: house.commonArea === null ? '' : showShortFigure(house.commonArea),
    fiasId: orEmpty(house.fiasId),
    heatingMonths: house.heatingMonths.join(),
    heatingSeasons: showSeasons(house.heatingSeasons),
    readingWindow: showWindow(house.readingWindow),
    commonNeedsMethod: String(house.commonNeedsMethod),
  };
}

function bodyOf({
  address,
  commonArea,
  fiasId,
  readingWindow,
  commonNeedsMethod,
  ...heated
}: Typed): HouseBody {
  return {
    address: address.trim(),
    commonArea: parseFigure(commonArea) ?? null,
    fiasId: orNull(fiasId),
    heatingMonths: [...numbersIn(heated.heatingMonths)],
    heatingSeasons: [...(parseSeasons(heated.heatingSeasons) ?? [])],
    readingWindow: parseWindow(readingWindow) ?? null,
    commonNeedsMethod: COMMON_NEEDS_WAYS.find((way) => way === commonNeedsMethod) ?? null,
  };
}
