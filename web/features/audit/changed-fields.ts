// The fields of a record that a change affected.

export type ChangedField = {
  /** The service's name; for a nested field, the last part. */
  readonly name: string;
  /** Undefined if there was, or is, no such field. */
  readonly before: unknown;
  readonly after: unknown;
  /** The meter of a reading. */
  readonly meterId?: number;
};

/** A reading of a sheet, in the compact form of the log. */
export type ListedReading = readonly [
  meterId: number,
  value: string,
  takenOn: string,
  source: string,
  rollover: boolean,
];

export function isListedReading(value: unknown): value is ListedReading {
  if (!Array.isArray(value)) return false;
  return value.map((part) => typeof part).join(' ') === 'number string string string boolean';
}

/** They identify the record and say nothing about the change. */
const LEFT_OUT = new Set(['id', 'organizationId', 'houseId', 'createdAt', 'updatedAt', 'version']);

/** The fields that differ; all fields of a created or deleted record, and only the readings of a sheet. */
export function changedFields(before: unknown, after: unknown): readonly ChangedField[] {
  const [old, now] = [flat(before), flat(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  const changed = paths
    .filter((path) => JSON.stringify(old.get(path)) !== JSON.stringify(now.get(path)))
    .map((path) => fieldOf(path, old.get(path), now.get(path)));
  const readings = changed.filter(({ meterId }) => meterId !== undefined);
  return readings.length > 0 ? readings : changed;
}

function fieldOf(path: string, before: unknown, after: unknown): ChangedField {
  const reading = [after, before].find(isListedReading);
  const name = path.split('.').at(-1) ?? path;
  if (reading !== undefined) return { name: 'reading', before, after, meterId: reading[0] };
  // What a resident sends is a value for each meter.
  const isSent = /^readings\.\d+$/.test(path);
  return isSent
    ? { name: 'reading', before, after, meterId: Number(name) }
    : { name, before, after };
}

/** Every field by its path; lists count as values. */
function flat(value: unknown): ReadonlyMap<string, unknown> {
  if (value === null || value === undefined) return new Map();
  if (!isObject(value)) return new Map([['', value]]);
  const fields = new Map<string, unknown>();
  for (const [name, part] of Object.entries(value)) {
    if (LEFT_OUT.has(name)) continue;
    if (!isObject(part)) fields.set(name, part);
    else for (const [path, inner] of flat(part)) fields.set(`${name}.${path}`, inner);
  }
  return fields;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
