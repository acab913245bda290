// The readings typed by a resident, as a form or as JSON, before validation.
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { MOST_RESIDENT_METERS } from '@kvartplata/contracts/core/residents-door.ts';
import Type, { type Static } from 'typebox';

const FIELD = /^meter-([1-9]\d{0,14})$/;
/** Allows the leading zeros that a meter shows; a comma or a point. */
const VALUE = /^0*(\d{1,9})(?:[.,](\d{1,3}))?$/;
const PLACES = 3;

/** Whether a meter could show the value is told with its row. */
export const SentReading = Type.Object(
  {
    meterId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    value: Type.Union([Type.String(), Type.Number()]),
  },
  { additionalProperties: false },
);
type SentReading = Static<typeof SentReading>;

export type SentReadings = {
  /** By meter, as typed; empty fields are left out. */
  readonly typed: ReadonlyMap<number, string>;
  readonly confirmed: boolean;
};

/** Undefined for anything else. */
export function readSent(body: unknown): SentReadings | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { readings, confirmed } = body as Readonly<Record<string, unknown>>;
  const isConfirmed = confirmed === 'on' || confirmed === true;
  const pairs = readings === undefined ? ofForm(body) : ofList(readings);
  if (pairs === undefined || pairs.length > MOST_RESIDENT_METERS) return undefined;
  const typed = new Map(pairs);
  return typed.size < pairs.length ? undefined : { typed, confirmed: isConfirmed };
}

function ofForm(body: object): readonly (readonly [number, string])[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const [, id] = FIELD.exec(name) ?? [];
    const text = typeof value === 'string' ? value.trim() : '';
    return id === undefined || text === '' ? [] : [[Number(id), text] as const];
  });
}

/** The schema has checked a list; a form has none. */
function ofList(readings: unknown): readonly (readonly [number, string])[] | undefined {
  if (!Array.isArray(readings)) return undefined;
  return readings.map(
    ({ meterId, value }: SentReading) => [meterId, String(value).trim()] as const,
  );
}

/** With three decimal places, as it is stored; undefined when no meter could show it. */
export function readValue(typed: string): string | undefined {
  const [, whole, places] = VALUE.exec(typed.replaceAll(/[\s\u00a0]/g, '')) ?? [];
  if (whole === undefined) return undefined;
  const plain = places === undefined ? whole : `${whole}.${places}`;
  return formatScaled(parseScaled(plain, PLACES), PLACES);
}
