// The query parameters of the page's addresses: invalid values are dropped.
import type { CheckCode } from '@kvartplata/contracts/billing/closing-checks.ts';
import { parseDay } from './days.ts';
import { isFailureCode } from './failure-texts.ts';
import { whichList, wordsIn, type ListAddress } from './list-address.ts';

type Where = { readonly next?: string };

/** Back to one of our pages after the sign-in, never to another site. */
export function whereNext(search: Record<string, unknown>): Where {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}

type Returned = {
  /** The code of a failed sign-in through the provider. */
  readonly failed?: string;
};

/** How a user returns from the provider. */
function whatFailed({ failed }: Record<string, unknown>): Returned {
  return typeof failed === 'string' && isFailureCode(failed) ? { failed } : {};
}

/** The sign-in page: where to go afterwards, and whether only a code is missing. */
export function whichSignIn(
  search: Record<string, unknown>,
): Where & Returned & { readonly code?: true } {
  return {
    ...whereNext(search),
    ...whatFailed(search),
    ...(search['code'] === true ? { code: true } : {}),
  };
}

/** The page of one's own sign-in: whether an identity at the provider has just been linked. */
export function whatLinked(search: Record<string, unknown>): Returned & { readonly linked?: true } {
  return { ...whatFailed(search), ...(search['linked'] === true ? { linked: true } : {}) };
}

type Month = { readonly period?: string };

export function whichMonth({ period }: Record<string, unknown>): Month {
  return typeof period === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(period) ? { period } : {};
}

type Report = {
  readonly houseId?: number;
  readonly periodFrom?: string;
  readonly periodTo?: string;
  readonly split?: boolean;
  /** All houses. */
  readonly all?: boolean;
  readonly minMonths?: number;
  /** Days from today. */
  readonly within?: number;
  readonly order?: 'rooms';
};

/** The parameters of a report, as far as they are valid. */
export function whichReport<const Name extends keyof Report>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): Pick<Report, Name> => {
    const { period: periodFrom } = whichMonth({ period: search['periodFrom'] });
    const { period: periodTo } = whichMonth({ period: search['periodTo'] });
    const isInOrder = periodFrom === undefined || periodTo === undefined || periodFrom <= periodTo;
    const read: Record<keyof Report, unknown> = {
      houseId: naturalNumber(search['houseId']),
      minMonths: naturalNumber(search['minMonths']),
      within: naturalNumber(search['within']),
      split: search['split'] === true ? true : undefined,
      all: search['all'] === true ? true : undefined,
      order: search['order'] === 'rooms' ? 'rooms' : undefined,
      periodFrom: isInOrder ? periodFrom : undefined,
      periodTo: isInOrder ? periodTo : undefined,
    };
    const told = names.flatMap((name) => (read[name] === undefined ? [] : [[name, read[name]]]));
    return Object.fromEntries(told) as Pick<Report, Name>;
  };
}

type Accounts = {
  readonly houseId?: number;
  readonly balance?: 'debt' | 'advance' | 'settled';
  readonly minMonths?: number;
  readonly status?: 'open' | 'closed';
};

/** The filters of an account list. */
export function whichAccounts(search: Record<string, unknown>): Accounts {
  const { balance, status } = search;
  return {
    ...whichReport('houseId', 'minMonths')(search),
    ...(balance === 'debt' || balance === 'advance' || balance === 'settled' ? { balance } : {}),
    ...(status === 'open' || status === 'closed' ? { status } : {}),
  };
}

function naturalNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The parameters with these names, each only if its value is known. */
function whichOf<const Known extends Readonly<Record<string, readonly string[]>>>(known: Known) {
  type Which = { readonly [Name in keyof Known]?: Known[Name][number] };
  return (search: Record<string, unknown>): Which =>
    Object.fromEntries(
      Object.entries(known).flatMap(([name, values]) => {
        const value = values.find((one) => one === search[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Which;
}

/** Codes under these names; the page that uses them knows which exist. */
function whichCodes<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): Readonly<Partial<Record<Name, string>>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const code = search[name];
        return typeof code === 'string' && /^[a-z0-9-]{1,50}$/.test(code) ? [[name, code]] : [];
      }),
    ) as Readonly<Partial<Record<Name, string>>>;
}

const whichPlans = whichOf({ state: ['active', 'kept', 'broken', 'cancelled'] });
const whichShown = whichOf({ show: ['unread', 'odd'] });
const whichCode = whichCodes('service');

export function whichReadings(search: Record<string, unknown>) {
  return { ...whichShown(search), ...whichCode(search) };
}

/** A house's rooms have a search of their own, apart from its accounts. */
export function whichRooms({ room }: Record<string, unknown>): { readonly room?: string } {
  const words = wordsIn(room);
  return words === '' ? {} : { room: words };
}

/** Meters in use by default. */
export const whichMeters = whichOf({ meters: ['wrong', 'all'] });

/** The filters of the list of plans. */
export function whichInstalments(search: Record<string, unknown>) {
  return { ...whichReport('houseId')(search), ...whichPlans(search) };
}

export function whichOfAccount(search: Record<string, unknown>) {
  return { ...whichMonth(search), ...whichMeters(search) };
}

/** Those that wait, by default. */
export const whichUnidentified = whichOf({
  status: ['RESOLVED', 'RETURNED', 'CLOSED', 'WITHDRAWN'],
});

const whichAnswered = whichOf({ status: ['SETTLED'] });

export function whichDisputes(search: Record<string, unknown>) {
  return { ...whichReport('houseId')(search), ...whichAnswered(search) };
}

const whichState = whichOf({
  state: ['opened', 'claimed', 'filed', 'ordered', 'cancelled', 'bailiff', 'ended'],
});

const whichNoticeState = whichOf({
  state: ['made', 'delivered', 'restricted', 'suspended', 'ended'],
});

export function whichNotices(search: Record<string, unknown>) {
  return { ...whichReport('houseId')(search), ...whichNoticeState(search) };
}

/** Which debtors get letters. */
export function whichDebtors(search: Record<string, unknown>) {
  const { find } = whichList(search);
  return {
    ...whichReport('houseId', 'minMonths')(search),
    ...(find === undefined ? {} : { find }),
  };
}

export function whichCases(search: Record<string, unknown>) {
  return { ...whichReport('houseId')(search), ...whichState(search) };
}

const whichAnsweredRequests = whichOf({ status: ['ANSWERED'] });

export function whichDebtRequests(search: Record<string, unknown>) {
  return { ...whichReport('houseId')(search), ...whichAnsweredRequests(search) };
}

export const whichUtilityServices = whichCodes('kind', 'method');

export const whichRegistryRows = whichOf({ rows: ['matched', 'quarantined', 'rejected'] });

const whichProfile = whichCodes('profile');

/** A registry is shown on the page that lists the earlier ones. */
export function whichRegistries(search: Record<string, unknown>) {
  return { ...whichProfile(search), ...whichRegistryRows(search) };
}

export const whichLaw = whichOf({ state: ['computed', 'refused', 'not ours'] });

/** Which letters of a delivery are shown. */
export const whichOutcome = whichCodes('outcome');

type Remarks = {
  readonly check?: CheckCode;
  readonly houseId?: number;
  readonly show?: 'all' | 'accepted';
};

/** Which remarks of a month are shown; none for an unknown kind. */
export function whichRemarks({ check, houseId, show }: Record<string, unknown>): Remarks {
  const house = naturalNumber(houseId);
  return {
    ...(typeof check === 'string' && /^[a-z-]{1,50}$/.test(check)
      ? { check: check as CheckCode }
      : {}),
    ...(house === undefined ? {} : { houseId: house }),
    ...(show === 'all' || show === 'accepted' ? { show } : {}),
  };
}

const whichSpan = whichOf({ span: ['month'], status: ['BOOKED', 'REVERSED'] });
const whichSource = whichCodes('source');

/** A day or its month, and which of its payments. */
export function whichPayments(search: Record<string, unknown>) {
  const day = typeof search['day'] === 'string' ? parseDay(search['day']) : undefined;
  return {
    ...(day === undefined ? {} : { day }),
    ...whichReport('houseId')(search),
    ...whichSpan(search),
    ...whichSource(search),
  };
}

type Chosen = { readonly service?: number };

export function whichService({ service }: Record<string, unknown>): Chosen {
  return typeof service === 'number' && Number.isSafeInteger(service) ? { service } : {};
}

type Setups = ListAddress & {
  /** Instead of tariffs. */
  readonly shown?: 'norms';
  /** Only houses where something is missing. */
  readonly holes?: true;
};

export function whichSetups({ shown, holes, ...list }: Record<string, unknown>): Setups {
  return {
    ...whichList(list),
    ...(shown === 'norms' ? { shown } : {}),
    ...(holes === true ? { holes } : {}),
  };
}

type Houses = { readonly add?: true };

/** Whether a house is being added. */
export function whichHouses({ add }: Record<string, unknown>): Houses {
  return add === true ? { add } : {};
}

type Changes = {
  readonly object?: string;
  readonly who?: number;
  readonly from?: string;
  readonly to?: string;
};

export function whichChanges({ object, who, from, to }: Record<string, unknown>): Changes {
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return {
    ...(typeof object === 'string' && /^[a-z-]+(?::[A-Za-z0-9-]+)?$/.test(object)
      ? { object }
      : {}),
    ...(typeof who === 'number' ? { who } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

/** Which of the earlier imports are listed. */
const whichImports = whichCodes('listed');

type Imported = ReturnType<typeof whichImports> & {
  readonly kind?: 'services' | 'meters' | 'readings' | 'gis-accounts' | 'gis-meters';
  readonly houseId?: number;
  readonly period?: string;
};

/** For a house, its meters or readings; without one, services, meters or houses. */
export function whatIsImported(search: Record<string, unknown>): Imported {
  const { kind, houseId } = search;
  const listed = whichImports(search);
  if (typeof houseId === 'number' && (kind === 'meters' || kind === 'readings'))
    return { kind, houseId, ...whichMonth(search), ...listed };
  if (kind === 'readings') return { kind, ...whichMonth(search), ...listed };
  return kind === 'services' ||
    kind === 'meters' ||
    kind === 'gis-accounts' ||
    kind === 'gis-meters'
    ? { kind, ...listed }
    : listed;
}
