// Computed charges as they are stored: narrow rows, and the templates that they share.
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { splitBases, type Figures, type SplitRow, type Template } from './basis-template.ts';

/** Decimals with the places of their columns. */
export type WideCharge = Figures & {
  /** Which line of a service it is, of a correction of which month too: only those of the same share a template. */
  readonly place: string;
  readonly rateType: string;
  readonly tariff: string;
  readonly basis: ChargeBasis;
};

/** What is asked of charges by the thousand stands in columns, beside the basis. */
export type ChargeTemplate = {
  /** The place of the first of its charges in what was given. */
  readonly first: number;
  readonly rateType: string;
  readonly rule: string;
  readonly unit: string | null;
  readonly tariff: string;
  readonly readingMissing: boolean;
  readonly basis: Template;
};

export type NarrowCharges = {
  readonly templates: readonly ChargeTemplate[];
  /** In the order given; templates are counted from 0. */
  readonly rows: readonly SplitRow[];
};

export function narrowCharges(charges: readonly WideCharge[]): NarrowCharges {
  const kinds = new Map<string, Kind[]>();
  const { templates, rows } = splitBases(
    charges.map((charge) => ({
      kind: kindOf(charge, kinds),
      consumption: charge.consumption,
      amount: charge.amount,
      basis: charge.basis,
    })),
  );
  return {
    templates: templates.map(({ first, template }) => {
      const { rateType, tariff, basis } = charges[first] as WideCharge;
      return {
        first,
        rateType,
        rule: basis.rule,
        unit: basis.unit ?? null,
        tariff,
        readingMissing: isReadingMissing(basis),
        basis: template,
      };
    }),
    rows,
  };
}

/** What a template says in columns. */
type Kind = Pick<WideCharge, 'rateType' | 'tariff'> & {
  readonly rule: string;
  readonly unit: string | undefined;
  /** Which meters are unread, and why: whoever looks for those without a reading finds it in the template. */
  readonly unread: string;
};

/** @param kinds those found so far, by place: equal ones are one */
function kindOf({ place, rateType, tariff, basis }: WideCharge, kinds: Map<string, Kind[]>): Kind {
  const { rule, unit } = basis;
  const unread = unreadOf(basis);
  const ofPlace = kinds.get(place) ?? [];
  const known = ofPlace.find(
    (kind) =>
      kind.rateType === rateType &&
      kind.tariff === tariff &&
      kind.rule === rule &&
      kind.unit === unit &&
      kind.unread === unread,
  );
  if (known !== undefined) return known;
  const kind = { rateType, tariff, rule, unit, unread };
  kinds.set(place, [...ofPlace, kind]);
  return kind;
}

function unreadOf({ unread = [] }: ChargeBasis): string {
  return unread
    .map(({ because, ofRoom = false }) => (ofRoom ? `${because} of a room` : because))
    .join();
}

function isReadingMissing({ unread }: ChargeBasis): boolean {
  return unread?.some(({ because }) => because === 'reading-missing') ?? false;
}
