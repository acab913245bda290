// A house's services over three years: a row per service, with a bar for each tariff and norm, and the gaps.
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { ReactElement } from 'react';
import { showSpan, today } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { chargingWords } from '../../lib/charging-words.ts';
import { inBoth, useLanguage, useWords, type Language } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Value } from './dated-values.ts';
import { gapsOf, placeIn, type Stretch } from './day-lanes.ts';

const WORDS = inBoth(
  {
    caption: 'Тарифы и нормативы по времени',
    years: (first: number, last: number) => `${first}–${last}`,
    before: 'Годом раньше',
    after: 'Годом позже',
    tariff: 'тариф',
    norm: 'норматив',
    noTariff: 'нет тарифа',
    noService: 'услуги нет',
    today: 'сегодня',
    noTariffOn: (span: string) => `Нет тарифа: ${span}`,
    told: (kind: string, value: string, span: string) => `${kind} ${value}: ${span}`,
  },
  {
    caption: 'Tariffs and norms over time',
    years: (first, last) => `${first}–${last}`,
    before: 'A year earlier',
    after: 'A year later',
    tariff: 'tariff',
    norm: 'norm',
    noTariff: 'no tariff',
    noService: 'no service',
    today: 'today',
    noTariffOn: (span) => `No tariff: ${span}`,
    told: (kind, value, span) => `${kind} ${value}: ${span}`,
  },
);
const YEARS = 3;
const LANE_PX = 20;

export type Values = {
  readonly tariffs: readonly Value[];
  readonly norms: readonly Value[];
};

export function ValueTimeline({
  services,
  values,
  lastYear,
  onYear,
  chosenId,
  onChoose,
}: {
  readonly services: readonly HouseService[];
  readonly values: Values;
  readonly lastYear: number;
  readonly onYear: (lastYear: number) => void;
  readonly chosenId: number | undefined;
  readonly onChoose: (id: number) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const years = Array.from({ length: YEARS }, (_, index) => lastYear - YEARS + 1 + index);
  const stretch = { from: `${years[0]}-01-01`, to: `${lastYear}-12-31` };
  return (
    <div className="timeline" role="group" aria-label={t.caption}>
      <div className="timeline-row timeline-axis">
        <div className="row">
          <Button kind="quiet" aria-label={t.before} onClick={() => onYear(lastYear - 1)}>
            <Icon name="before" />
          </Button>
          <strong>{t.years(years[0] ?? lastYear, lastYear)}</strong>
          <Button kind="quiet" aria-label={t.after} onClick={() => onYear(lastYear + 1)}>
            <Icon name="after" />
          </Button>
        </div>
        <ol aria-hidden="true">
          {years.map((year) => (
            <li key={year}>{year}</li>
          ))}
        </ol>
      </div>
      <ul>
        {services.map((service) => (
          <li
            key={service.id}
            className={`timeline-row ${service.id === chosenId ? 'chosen' : ''}`}
          >
            <button
              type="button"
              className="link"
              aria-pressed={service.id === chosenId}
              onClick={() => onChoose(service.id)}
            >
              {service.name}
            </button>
            <Lanes service={service} values={values} stretch={stretch} years={years} />
          </li>
        ))}
      </ul>
      <ul className="timeline-legend small" aria-hidden="true">
        <li className="tariff">{t.tariff}</li>
        <li className="norm">{t.norm}</li>
        <li className="gap">{t.noTariff}</li>
        <li className="outside">{t.noService}</li>
        <li className="today">{t.today}</li>
      </ul>
    </div>
  );
}

type Lane = { readonly kind: 'tariff' | 'norm'; readonly values: readonly Value[] };

/** Screen readers get a text instead of the chart; values are edited in the tables below. */
function Lanes({
  service,
  values,
  stretch,
  years,
}: {
  readonly service: HouseService;
  readonly values: Values;
  readonly stretch: Stretch;
  readonly years: readonly number[];
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const lanes = lanesOf(service, values);
  const height = lanes.length * LANE_PX;
  const said = lanes.flatMap((lane) => [
    ...lane.values.map((value) => toldOf(lane.kind, value, language)),
    ...missingOf(lane, service, stretch).map(({ from, to }) =>
      t.noTariffOn(showSpan(from, to, language)),
    ),
  ]);
  const own = placeIn(stretch, service);
  const now = placeIn(stretch, { validFrom: today(), validTo: today() });
  return (
    <svg role="img" aria-label={said.join('; ')} width="100%" height={height}>
      <rect className="outside" width="100%" height={height} />
      {own !== undefined && <rect className="inside" {...across(own)} height={height} />}
      {years.slice(1).map((year) => {
        const x = `${placeIn(stretch, { validFrom: `${year}-01-01`, validTo: null })?.left ?? 0}%`;
        return <line key={year} className="year" x1={x} x2={x} y1={0} y2={height} />;
      })}
      {lanes.map((lane, index) => (
        <LaneBars
          key={`${lane.kind} ${lane.values[0]?.component}`}
          lane={lane}
          top={index * LANE_PX + 2}
          service={service}
          stretch={stretch}
        />
      ))}
      {now !== undefined && (
        <line className="today" x1={`${now.left}%`} x2={`${now.left}%`} y1={0} y2={height} />
      )}
    </svg>
  );
}

function LaneBars({
  lane,
  top,
  service,
  stretch,
}: {
  readonly lane: Lane;
  readonly top: number;
  readonly service: HouseService;
  readonly stretch: Stretch;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <g>
      {missingOf(lane, service, stretch).map(({ from, to }) => (
        <rect
          key={from}
          className="gap"
          {...across(placeIn(stretch, { validFrom: from, validTo: to }))}
          y={top}
          height={LANE_PX - 4}
        >
          <title>{t.noTariffOn(showSpan(from, to, language))}</title>
        </rect>
      ))}
      {lane.values.map((value) => {
        const place = placeIn(stretch, value);
        if (place === undefined) return undefined;
        return (
          <svg key={value.id} className={lane.kind} {...across(place)} y={top} height={LANE_PX - 4}>
            <title>{`${toldOf(lane.kind, value, language)}. ${value.basis}`}</title>
            <rect width="100%" height="100%" />
            <text x={5} y={12}>
              {labelOf(value, language)}
            </text>
          </svg>
        );
      })}
    </g>
  );
}

/** A lane for the tariffs of each component of the service, then one for its norms, if it has any. */
function lanesOf(service: HouseService, { tariffs, norms }: Values): readonly Lane[] {
  const parts = service.components.length === 0 ? [null] : service.components;
  const laneOf = (kind: Lane['kind'], all: readonly Value[]): readonly Lane[] =>
    parts.map((part) => ({
      kind,
      values: all.filter(
        ({ houseServiceId, component, group }) =>
          houseServiceId === service.id && component === part && group === null,
      ),
    }));
  return [
    ...laneOf('tariff', tariffs),
    ...laneOf('norm', norms).filter((lane) => lane.values.length > 0),
  ];
}

/** Only the calculation knows whether a day without a norm matters; one without a tariff cannot be charged. */
function missingOf(lane: Lane, service: HouseService, stretch: Stretch): readonly Stretch[] {
  return lane.kind === 'norm' ? [] : gapsOf(stretch, service, lane.values);
}

function labelOf({ value, component }: Value, language: Language): string {
  const figure = showShortFigure(value);
  return component === null ? figure : `${figure} ${chargingWords[language].component[component]}`;
}

function toldOf(kind: Lane['kind'], value: Value, language: Language): string {
  const t = WORDS[language];
  const span = showSpan(value.validFrom, value.validTo, language);
  return t.told(t[kind], labelOf(value, language), span);
}

function across(place: ReturnType<typeof placeIn>): { readonly x: string; readonly width: string } {
  return { x: `${place?.left ?? 0}%`, width: `${place?.width ?? 0}%` };
}
