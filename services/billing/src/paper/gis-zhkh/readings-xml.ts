// Readings by the public schema of device metering of ГИС ЖКХ, edition 12.2.2.14: the request importMeteringDeviceValuesRequest,
// with the parts of it that are used here, in the schema's order.
import { shortDecimal } from '@kvartplata/domain/text/short-decimal.ts';
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import {
  around,
  XML_DECLARATION,
  xml,
  xmlIf,
  type XmlWritten,
} from '@kvartplata/platform/xml/write-xml.ts';

const SCHEMA = 'http://dom.gosuslugi.ru/schema/integration';
const NAMESPACES = {
  xmlns: `${SCHEMA}/device-metering/`,
  'xmlns:base': `${SCHEMA}/base/`,
  'xmlns:metering': `${SCHEMA}/metering-device-base/`,
  'xmlns:nsi': `${SCHEMA}/nsi-base/`,
};

/** A device's reading: electricity by its scale, anything else by the entry of the resource. */
export type ReadValue = {
  readonly value: string;
  /** `2026-10-25` */
  readonly takenOn: string;
  readonly transportGuid: string;
} & (
  | { readonly kind: 'resource'; readonly entry: GisService }
  | { readonly kind: 'power'; readonly scale: number }
);

export type Device = { readonly guid: string; readonly values: readonly ReadValue[] };

/** A request in pieces. */
export async function* readingsXml(
  { version, fiasId }: { readonly version: string; readonly fiasId: string | null },
  devices: AsyncIterable<Device>,
): AsyncGenerator<string> {
  const [open, close] = around('importMeteringDeviceValuesRequest', {
    ...NAMESPACES,
    'base:version': version,
  });
  yield `${XML_DECLARATION}${open}${xmlIf('FIASHouseGuid', fiasId)?.xml ?? ''}`;
  for await (const device of devices) yield deviceXml(device).xml;
  yield `${close}\n`;
}

function deviceXml({ guid, values }: Device): XmlWritten {
  const scales = values.filter((value) => value.kind === 'power');
  const resources = values.filter((value) => value.kind === 'resource');
  return xml('MeteringDevicesValues', [
    xml('MeteringDeviceRootGUID', guid),
    scales.length > 0
      ? xml('ElectricDeviceValue', [powerXml(scales)])
      : xml('OneRateDeviceValue', resources.map(resourceXml)),
  ]);
}

function resourceXml({
  entry,
  value,
  takenOn,
  transportGuid,
}: Extract<ReadValue, { readonly kind: 'resource' }>): XmlWritten {
  return xml('CurrentValue', [
    xml('metering:MunicipalResource', [xml('nsi:Code', entry.code), xml('nsi:GUID', entry.guid)]),
    xml('metering:MeteringValue', shortDecimal(value)),
    xml('DateValue', takenOn),
    xml('base:TransportGUID', transportGuid),
  ]);
}

/** All scales of a device form one value, dated with the first one's day. */
function powerXml(scales: readonly Extract<ReadValue, { readonly kind: 'power' }>[]): XmlWritten {
  const valueOf = (of: number): string | undefined => {
    const found = scales.find(({ scale }) => scale === of);
    return found === undefined ? undefined : shortDecimal(found.value);
  };
  const [first] = scales;
  return xml('CurrentValue', [
    xmlIf('metering:MeteringValueT1', valueOf(1)),
    xmlIf('metering:MeteringValueT2', valueOf(2)),
    xmlIf('metering:MeteringValueT3', valueOf(3)),
    xmlIf('DateValue', first?.takenOn),
    xmlIf('base:TransportGUID', first?.transportGuid),
  ]);
}
