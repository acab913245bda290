// Converts computed charges to what is stored: narrow rows, and the templates that they share.
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { splitBases, type Figures, type SplitRow, type Template } from './basis-template.ts';

/** Decimals in the scale of their columns. */
export type WideCharge = Figures & {
  /** The line of its service and, for a correction, its month: only charges with the same place share a template. */
  readonly place: string;
  readonly rateType: string;
  readonly tariff: string;
  readonly basis: ChargeBasis;
};

/** Values that queries over many charges need are columns besides the basis. */
export type ChargeTemplate = {
  /** The index of its first charge in the input. */
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

/** The columns of a template. */
type Kind = Pick<WideCharge, 'rateType' | 'tariff'> & {
  readonly rule: string;
  readonly unit: string | undefined;
  /** Which meters are unread, and why: queries for missing readings find it in the template. */
  readonly unread: string;
};

/** @param kinds those found so far, by place: equal ones are reused */
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
