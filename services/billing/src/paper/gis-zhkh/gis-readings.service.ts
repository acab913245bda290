// A house's meter readings of a month for ГИС ЖКХ, device by device; whatever it would not recognize is reported.
import { MOST_DEVICES } from '@kvartplata/contracts/billing/gis-messages.ts';
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type { GisReading } from '@kvartplata/contracts/core/gis-readings.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { formatBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { listGisServices, type HouseMonth } from './gis-zhkh.repository.ts';
import { monthOf, requireWhole, writeMessage, type MessageDeps, type OfHouse } from './messages.ts';
import { guidOf } from './payment-details.ts';
import { readingsXml, type Device, type ReadValue } from './readings-xml.ts';
import type { NamedFile } from './request-files.ts';

/** Electricity without a scale is an organization's own service, of unknown zone. */
const POWER_UNIT = 'кВт·ч';

/** @throws Refusal not-found, forbidden, gis-nothing-to-tell, gis-facts-missing, dependency-unavailable */
export async function exportGisReadings(
  deps: MessageDeps,
  caller: Caller,
  { only, ...of }: OfHouse & { readonly only?: 'numbered' | undefined },
): Promise<NamedFile> {
  const month = await monthOf(caller, of);
  const { fiasId, readings } = await readAll(caller, of);
  const entries = await listEntries(caller, month.organizationId);
  const kept = only === undefined ? readings : readings.filter((one) => one.gisMeterGuid !== null);
  requireWhole([
    ...missingEntries(kept, entries),
    ...missingGuids(kept),
    ...sharedGuids(kept),
    ...firstScalesMissing(kept),
  ]);
  const transportGuidOf = ({ meterId }: GisReading): string => readingGuidOf(month, meterId);
  return writeMessage(deps, caller, month, {
    name: 'gis-readings',
    action: 'gis-readings-exported',
    items: devicesOf(kept, entries, transportGuidOf),
    most: MOST_DEVICES,
    write: (devices) => readingsXml({ version: deps.version, fiasId }, devices),
  });
}

/** The transport GUID by which an answer refers to the reading. */
export function readingGuidOf(
  { organizationId, period }: Pick<HouseMonth, 'organizationId' | 'period'>,
  meterId: number,
): string {
  return guidOf('reading', organizationId, period, meterId);
}

/** All readings of the house and month. @throws Refusal not-found, dependency-unavailable */
export async function readAll(
  { core, requestId }: Pick<Caller, 'core' | 'requestId'>,
  { houseId, period }: OfHouse,
): Promise<{ readonly fiasId: string | null; readonly readings: readonly GisReading[] }> {
  const readings: GisReading[] = [];
  for (let after: number | undefined; ;) {
    const page = await core.readGisReadings(
      houseId,
      { period: formatBillingMonth(period), ...(after === undefined ? {} : { after }) },
      requestId,
    );
    if (page === undefined) throw notFound(`house ${houseId}`);
    readings.push(...page.readings);
    if (page.next === null) return { fiasId: page.fiasId, readings };
    after = page.next;
  }
}

/** The entries of what the meters count, by service code. */
async function listEntries(
  caller: Caller,
  organizationId: number,
): Promise<ReadonlyMap<string, GisService>> {
  const all = await listGisServices(caller.db, organizationId);
  return new Map(
    all
      .filter(({ subject }) => subject.endsWith(OF_METERS))
      .map((entry) => [entry.subject.slice(0, -OF_METERS.length), entry]),
  );
}
const OF_METERS = '/meter';

function missingEntries(
  readings: readonly GisReading[],
  entries: ReadonlyMap<string, GisService>,
): readonly FieldError[] {
  const wrong = new Map<string, FieldError>();
  for (const { serviceCode, unit, scale } of readings) {
    const entry = entries.get(serviceCode);
    const path = `/gisServices/${serviceCode}${OF_METERS}`;
    if (scale !== null) continue;
    if (unit === POWER_UNIT)
      wrong.set(path, {
        path,
        message: 'counts electricity, and is none of the catalogue’s',
        reason: { code: 'not-for-kind' },
      });
    else if (entry === undefined)
      wrong.set(path, { path, message: 'has no entry', reason: { code: 'required' } });
    else if (entry.list !== 'resource')
      wrong.set(path, {
        path,
        message: 'is of another list',
        reason: { code: 'not-for-kind' },
      });
  }
  return [...wrong.values()];
}

function missingGuids(readings: readonly GisReading[]): readonly FieldError[] {
  return readings.flatMap(({ meterId, serialNumber, gisMeterGuid }) =>
    gisMeterGuid === null
      ? [
          {
            path: `/meters/${meterId}/gisMeterGuid`,
            message: `of the device ${serialNumber} is missing`,
            reason: { code: 'device-without-guid', params: { serialNumber } } as const,
          },
        ]
      : [],
  );
}

/**
 * A GUID identifies one device: a meter with another serial number, or one that counts something incompatible, is another device.
 */
function sharedGuids(readings: readonly GisReading[]): readonly FieldError[] {
  return [...byGuid(readings)].flatMap(([, [first, ...others]]) =>
    others.flatMap(({ meterId, serialNumber, scale }) =>
      first === undefined ||
      (first.serialNumber === serialNumber && (first.scale === null) === (scale === null))
        ? []
        : [
            {
              path: `/meters/${meterId}/gisMeterGuid`,
              message: `is that of the device ${first.serialNumber}`,
              reason: {
                code: 'guid-of-another',
                params: { serialNumber: first.serialNumber },
              } as const,
            },
          ],
    ),
  );
}

/** The schema requires a reading of the first scale along with the other scales. */
function firstScalesMissing(readings: readonly GisReading[]): readonly FieldError[] {
  return [...byGuid(readings).values()].flatMap(([first, ...others]) => {
    if (
      first === undefined ||
      [first, ...others].some(({ scale }) => scale === null || scale === 1)
    )
      return [];
    const { meterId, serialNumber } = first;
    return [
      {
        path: `/meters/${meterId}/reading`,
        message: `of the first scale of the device ${serialNumber} is missing`,
        reason: { code: 'first-scale-missing', params: { serialNumber } } as const,
      },
    ];
  });
}

function byGuid(readings: readonly GisReading[]): ReadonlyMap<string, readonly GisReading[]> {
  return Map.groupBy(
    readings.filter(({ gisMeterGuid }) => gisMeterGuid !== null),
    ({ gisMeterGuid }) => gisMeterGuid ?? '',
  );
}

/** When a device moved between accounts in the month, the later reading counts. */
function devicesOf(
  readings: readonly GisReading[],
  entries: ReadonlyMap<string, GisService>,
  transportGuidOf: (reading: GisReading) => string,
): readonly Device[] {
  return Array.from(byGuid(readings), ([guid, ofDevice]) => {
    const latest = new Map(
      ofDevice
        .toSorted((one, other) => (one.takenOn < other.takenOn ? -1 : 1))
        .map((reading) => [reading.serviceCode, reading]),
    );
    const values = Array.from(latest.values(), (reading): ReadValue => {
      const { serviceCode, scale, value, takenOn } = reading;
      const common = { value, takenOn, transportGuid: transportGuidOf(reading) };
      return scale === null
        ? { ...common, kind: 'resource', entry: entryIn(entries, serviceCode) }
        : { ...common, kind: 'power', scale };
    });
    return { guid, values };
  });
}

function entryIn(entries: ReadonlyMap<string, GisService>, code: string): GisService {
  const entry = entries.get(code);
  if (entry === undefined) throw new Error(`no entry for ${code}, though none was missing`);
  return entry;
}
