// All operations of the three services, from their OpenAPI documents, and valid requests for them.
import { WHOLE_BODIES } from './whole-bodies.ts';
import type { AccessLevel } from '@kvartplata/contracts/access.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { PASSWORD } from '@kvartplata/platform/testing/people.ts';
import type { Place } from './place.ts';
import { type ThreeServices } from './three-services.ts';
import { READ_IN, REQUIRED_QUERIES } from './required-queries.ts';

export type Operation = {
  readonly id: string;
  readonly service: ServiceName;
  readonly method: string;
  /** As in the document: `/api/billing/cycles/{cycleId}`. */
  readonly path: string;
  readonly access: AccessLevel;
  readonly queryNames: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Whether its body is a form with a file. */
  readonly takesFile: boolean;
  /** By status, then by content type. */
  readonly answers: Readonly<Record<string, Contents>>;
};

export type Parameter = {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: string;
};

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;

/** From this day on registered persons are added and deleted. */
export const PERSONS_FROM = '2990-01-01';

/** The year in which a company's first account was opened. */
export const ACCOUNTS_SINCE = 2003;

const THIS_MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();
/** The month of absences and meter failures: every account is open in it. */
export const AWAY_IN = String(THIS_MONTH);

export type PlainRequest = {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
};

export type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
};

type Documented = {
  readonly operationId: string;
  readonly 'x-access'?: AccessLevel;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
};

export async function listOperations({ urls }: ThreeServices): Promise<readonly Operation[]> {
  const lists = await Promise.all(
    SERVICES.map(async (service) => {
      const answer = await fetch(`${urls[service]}/openapi.json`);
      const { paths } = withoutReferences((await answer.json()) as OpenApiDocument);
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, documented]) =>
          operationOf(service, method, path, documented),
        ),
      );
    }),
  );
  return lists.flat();
}

type OpenApiDocument = {
  readonly paths: Record<string, Record<string, Documented>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};

/** With every reference replaced by its schema. */
function withoutReferences(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...fields } = value as { readonly $ref?: string };
    const named = $ref === undefined ? {} : schemas[$ref.slice('#/components/schemas/'.length)];
    return Object.fromEntries(
      Object.entries({ ...(named as object), ...fields }).map(([name, one]) => [name, filled(one)]),
    );
  };
  return filled(document) as OpenApiDocument;
}

function operationOf(
  service: ServiceName,
  method: string,
  path: string,
  documented: Documented,
): Operation {
  const access = documented['x-access'];
  if (access === undefined) throw new Error(`${method} ${path} does not say whom it answers`);
  const { parameters = [] } = documented;
  return {
    id: documented.operationId,
    service,
    method: method.toUpperCase(),
    path,
    access,
    queryNames: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    parameters,
    body: documented.requestBody?.content['application/json']?.schema,
    takesFile: 'multipart/form-data' in (documented.requestBody?.content ?? {}),
    answers: Object.fromEntries(
      Object.entries(documented.responses).map(([status, { content }]) => [status, content ?? {}]),
    ),
  };
}

/**
 * A valid request about the place: it names the place wherever the operation allows.
 * @param most how many optional places are named in query or body
 */
export function requestOf(operation: Operation, place: Place, most = 1): PlainRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(pathValue(operation.path, name, place))),
  );
  // The place's own data take precedence over the document's examples.
  const query = new Map<string, string | number>([
    ...shownQuery(operation),
    ...Object.entries(REQUIRED_QUERIES[operation.id] ?? {}),
    ...operation.parameters
      .filter(({ in: where, name, required }) => where === 'query' && required && name in place)
      .map(({ name }) => [name, place[name as keyof Place]] as const),
    ...PLACES.filter((name) => operation.queryNames.includes(name) && !isForEverybody(operation))
      .slice(0, most)
      .map((name) => [name, place[name]] as const),
  ]);
  const search = [...query].map(([name, value]) => `${name}=${value}`).join('&');
  const body = operation.takesFile
    ? fileForm(operation)
    : (WHOLE_BODIES[operation.id]?.(place) ??
      (operation.body && bodyOf(operation.body, place, most, CHOSEN_FIELDS[operation.id])));
  return {
    method: operation.method,
    url: `${path}${search === '' ? '' : `?${search}`}`,
    ...(body === undefined ? {} : { body }),
  };
}

/** The catalogue belongs to everybody; an organization's additions to it have a test of their own. */
function isForEverybody({ id }: Operation): boolean {
  return id === 'listUtilityServices';
}

/** The required query parameters, as in the document's examples. */
function shownQuery({ parameters }: Operation): readonly (readonly [string, string])[] {
  return parameters.flatMap(({ in: place, name, required, example }) =>
    place === 'query' && required === true && example !== undefined
      ? [[name, example] as const]
      : [],
  );
}

/** A readable table, whether or not the operation can use it. */
function fileForm({ id }: Operation): FormData {
  const form = new FormData();
  form.append(id === 'startMove' ? 'accounts' : 'file', new Blob([IMPORTED_TABLE]), 'table.csv');
  return form;
}

const IMPORTED_TABLE = `address;roomNumber;area;accountNumber;payer;registeredPersons;openedOn
ул. Мира, 1;1;45,1;IMPORTED;Иванов;1;01.02.2020`;

/** The fields by which a query or a body may name a place, in order of preference. */
const PLACES = ['houseId', 'organizationId', 'personalAccountId', 'jobId'] as const;

/** The fields by which a request names the place when it names it in all possible ways. */
export function placeNamesOf(operation: Operation, place: Place): readonly (keyof Place)[] {
  const read = new Set<keyof Place>();
  const watched = new Proxy(place, {
    get: (target, name: keyof Place) => {
      read.add(name);
      return target[name];
    },
  });
  requestOf(operation, watched, PLACES.length);
  return [...read];
}

function pathValue(path: string, name: string, place: Place): number | string {
  if (name === 'sessionId' || name === 'letterId') return '00000000-0000-4000-8000-000000000000';
  if (name === 'validFrom') return PERSONS_FROM;
  if (name === 'period') return READ_IN;
  if (name === 'kind') return 'houses';
  if (name === 'check') return 'draft-charges';
  if (name === 'penaltyRateId' || name === 'apiKeyId') return 1;
  if (name === 'hash') return 'ab'.repeat(32);
  const value = place[name as keyof Place];
  if (value === undefined) throw new Error(`${path}: nothing is known for {${name}}`);
  return value;
}

/** For operations that take one of several fields. */
const CHOSEN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  createInvitation: ['email'],
};

/** The required fields, those chosen, and those that name the place; a list gets one such row. */
function bodyOf(
  schema: Schema,
  place: Place,
  most: number,
  chosen: readonly string[] = [],
): unknown {
  if (schema.items !== undefined) return [bodyOf(schema.items, place, most)];
  const properties = schema.properties ?? {};
  const placeNames = PLACES.filter(
    (name) => name in properties && !(schema.required ?? []).includes(name),
  );
  const names = [...(schema.required ?? []), ...chosen, ...placeNames.slice(0, most)];
  return Object.fromEntries(
    names.map((name) => [name, fieldValue(name, properties[name] ?? {}, place)]),
  );
}

function fieldValue(name: string, schema: Schema, place: Place): unknown {
  const known = FIELDS[name];
  if (known !== undefined) return known(place);
  const literal = literalOf(schema) ?? literalOf(schema.anyOf?.[0] ?? {});
  if (literal !== undefined) return literal;
  if (schema.type === 'string') return 'something';
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return fieldValue(name, first, place);
  if (schema.items?.properties !== undefined) return [bodyOf(schema.items, place, 0)];
  if (schema.items !== undefined) return [fieldValue('', schema.items, place)];
  throw new Error(`nothing is known for the field ${name}`);
}

function literalOf(schema: Schema): unknown {
  return schema.const ?? schema.enum?.[0];
}

/** How many of the company's months are reserved for these requests, so that each finds an unused one. */
const MONTHS = 200;
let nextMonth = 0;
const FIELDS: Readonly<Record<string, (place: Place) => unknown>> = {
  organizationId: (place) => place.organizationId,
  houseId: (place) => place.houseId,
  houseIds: (place) => [place.houseId],
  roomId: (place) => place.roomId,
  personalAccountId: (place) => place.personalAccountId,
  area: () => '50',
  openedOn: () => '2020-01-01',
  on: () => '2020-06-01',
  validFrom: () => PERSONS_FROM,
  username: (place) => place.username,
  role: () => 'viewer',
  platformRole: () => 'user',
  currentPassword: () => PASSWORD,
  newPassword: () => PASSWORD,
  value: () => '1.5',
  houseServiceId: (place) => place.houseServiceId,
  meterId: (place) => place.meterId,
  ownerType: () => 'account',
  digits: () => 5,
  installedOn: () => '2020-01-01',
  initialReading: () => '0',
  period: () => READ_IN,
  periodFrom: () => String(THIS_MONTH.subtract({ months: 35 })),
  periodTo: () => String(THIS_MONTH),
  expiresOn: () => THIS_MONTH.add({ months: 6 }).toPlainDate({ day: 1 }).toString(),
  takenOn: () => `${READ_IN}-25`,
  from: () => `${AWAY_IN}-01`,
  to: () => `${AWAY_IN}-10`,
  verifiedOn: () => '2020-02-01',
  verifiedUntil: () => '2026-01-31',
  removedOn: () => '2020-03-10',
  finalReading: () => '2',
  meter: () => ({
    serialNumber: 'successor',
    digits: 5,
    installedOn: '2020-03-10',
    initialReading: '0',
  }),
  year: () => ACCOUNTS_SINCE + Math.floor((nextMonth = (nextMonth + 1) % MONTHS) / 12),
  month: () => (nextMonth % 12) + 1,
  amount: () => '1.00',
  charged: () => true,
  confirmed: () => false,
  wantsPaper: () => true,
  utilityServiceId: () => 1,
  methods: () => ['fixed'],
  accountNumbers: () => ['LS01'],
  personalAccountIds: (place) => [place.personalAccountId],
  paidOn: () => '2026-02-10',
  debtAmount: () => '1000.00',
  dueDate: () => '2026-06-15',
  targetDate: () => '2026-09-15',
  baseCbrRate: () => '14',
  email: () => 'somebody@example.org',
  password: () => PASSWORD,
};
