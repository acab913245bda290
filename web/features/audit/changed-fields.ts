// What a change made of a record, field by field.

export type ChangedField = {
  /** As the service calls it; of a field in a field, the last name. */
  readonly name: string;
  /** Undefined where there was, or is, nothing at all. */
  readonly before: unknown;
  readonly after: unknown;
  /** Of a reading: its meter. */
  readonly meterId?: number;
};

/** A reading of a sheet, as the log keeps many of them. */
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

/** They say who and where, not what. */
const LEFT_OUT = new Set(['id', 'organizationId', 'houseId', 'createdAt', 'updatedAt', 'version']);

/** Those that differ; of a record that is new or gone all that it had, and of a sheet its readings alone. */
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

/** Every field by its path, but for lists, which are values. */
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
