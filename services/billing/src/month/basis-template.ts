// Stores what the charges of a house's month follow from without loss or repetition: what all charges of a kind have in common is
// written once as a template; each charge keeps only its own values. Knows nothing of methods: any JSON can be split.

/**
 * JSON in which a string with a leading `=` stands for a value of the charge: `=amount`, `=consumption`, `=text 0`, `=json 1`.
 */
export type Template = unknown;

/** A charge's figures as in their columns: a basis value equal to one of them is not stored twice. */
export type Figures = { readonly consumption: string; readonly amount: string };

/** What a charge keeps: the values that its template leaves open. */
export type Filling = Figures & { readonly own: string };

export type ToSplit = Figures & {
  /**
   * Only charges with the same `kind`, by identity, share a template: what is queried on a template holds for all its charges.
   */
  readonly kind: unknown;
  readonly basis: object;
};

export type SplitRow = { readonly template: number; readonly own: string };

export type SplitBases = {
  /** Ordered by their first rows, each with the index of that row. */
  readonly templates: readonly { readonly first: number; readonly template: Template }[];
  /** For each basis: the index of its template, from 0, and its own values. */
  readonly rows: readonly SplitRow[];
};

/** Splits bases by kind and structure. */
export function splitBases(all: readonly ToSplit[]): SplitBases {
  const groups: Group[] = [];
  const ofKind = new Map<unknown, Group[]>();
  const leaves: Leaves = { values: [], count: 0 };
  const rows = all.map((one, at): Row => {
    let group = ofKind.get(one.kind)?.find(({ node }) => readLeaves(node, one.basis, leaves));
    if (group === undefined) {
      const node = nodeOf(one.basis, { count: 0 });
      readLeaves(node, one.basis, leaves);
      const values = leaves.values.slice(0, leaves.count);
      group = { at: groups.length, first: at, node, values, sources: [], varying: [] };
      groups.push(group);
      ofKind.set(one.kind, [...(ofKind.get(one.kind) ?? []), group]);
    }
    narrowSources(group, leaves, one);
    return { group, varied: group.varying.map((leaf) => leaves.values[leaf]) };
  });
  const holes = groups.map(holesOf);
  return {
    templates: groups.map((group, at) => ({
      first: group.first,
      template: templateOf(group, holes[at] ?? []),
    })),
    rows: rows.map((row) => ({
      template: row.group.at,
      own: ownOf(row, holes[row.group.at] ?? []),
    })),
  };
}

/** Rebuilds the basis, or the part of it that corresponds to a part of the template, as it was before the split. */
export function joinBasis(template: Template, filling: Filling): unknown {
  return joined(template, filling, ownValues(filling.own));
}

function joined(template: Template, figures: Figures, own: readonly string[]): unknown {
  if (typeof template === 'string')
    return template.startsWith('=') ? valueOf(template, figures, own) : template;
  if (Array.isArray(template)) return template.map((child) => joined(child, figures, own));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, child]) => [key, joined(child, figures, own)]),
  );
}

function valueOf(hole: string, { consumption, amount }: Figures, own: readonly string[]): unknown {
  if (hole.startsWith('==')) return hole.slice(1);
  if (hole === '=amount') return amount;
  if (hole === '=consumption') return consumption;
  const text = own[Number(hole.slice('=text '.length))];
  if (text === undefined) throw new Error(`a charge lacks the value of ${hole}`);
  return hole.startsWith('=json ') ? JSON.parse(text) : text;
}

/** The structure of a basis; its leaves are numbered in their order. */
type Node =
  | { readonly leaf: number; readonly isText: boolean }
  | { readonly items: readonly Node[] }
  | { readonly keys: readonly string[]; readonly children: readonly Node[] };

/** Where the value of a leaf can still be taken from. */
type Source = { same: boolean; amount: boolean; consumption: boolean };

/** A leaf that differs between charges: its place in the rows' `varied`, and the value of the group's first charge. */
type Hole = { readonly leaf: number; readonly nth: number; readonly first: unknown };

type Group = {
  readonly at: number;
  readonly first: number;
  readonly node: Node;
  /** The values of the group's first charge, by leaf number. */
  readonly values: readonly unknown[];
  readonly sources: Source[];
  /** The leaves that are not the same in all charges, in the order in which that was found. */
  readonly varying: number[];
};

/** `varied` has the row's values of the first leaves of `varying`; for the rest, the row equals the group's first charge. */
type Row = { readonly group: Group; readonly varied: readonly unknown[] };

/** Reused for every basis: a house's month has tens of thousands of leaves. */
type Leaves = { readonly values: unknown[]; count: number };

function nodeOf(value: unknown, counter: { count: number }): Node {
  if (Array.isArray(value)) return { items: value.map((item) => nodeOf(item, counter)) };
  if (typeof value === 'object' && value !== null) {
    const given = Object.entries(value).filter(([, child]) => child !== undefined);
    return {
      keys: given.map(([key]) => key),
      children: given.map(([, child]) => nodeOf(child, counter)),
    };
  }
  counter.count += 1;
  return { leaf: counter.count - 1, isText: typeof value === 'string' };
}

/** Reads the leaf values by their numbers; false when the value has another structure. */
function readLeaves(node: Node, value: unknown, leaves: Leaves): boolean {
  leaves.count = 0;
  return readNode(node, value, leaves);
}

function readNode(node: Node, value: unknown, leaves: Leaves): boolean {
  if ('leaf' in node) {
    if (typeof value === 'object' && value !== null) return false;
    leaves.values[leaves.count] = value;
    leaves.count += 1;
    return node.isText === (typeof value === 'string');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== 'items' in node)
    return false;
  if ('items' in node) {
    const items = value as readonly unknown[];
    if (items.length !== node.items.length) return false;
    for (let at = 0; at < items.length; at += 1)
      if (!readNode(node.items[at] as Node, items[at], leaves)) return false;
    return true;
  }
  let at = 0;
  for (const key in value) {
    const child = (value as Readonly<Record<string, unknown>>)[key];
    if (child === undefined) continue;
    const expected = node.children[at];
    if (expected === undefined || key !== node.keys[at] || !readNode(expected, child, leaves))
      return false;
    at += 1;
  }
  return at === node.keys.length;
}

function narrowSources(
  { sources, values, varying }: Group,
  leaves: Leaves,
  { amount, consumption }: Figures,
): void {
  for (let leaf = 0; leaf < leaves.count; leaf += 1) {
    const value = leaves.values[leaf];
    const source = (sources[leaf] ??= { same: true, amount: true, consumption: true });
    if (source.same && value !== values[leaf]) {
      source.same = false;
      varying.push(leaf);
    }
    source.amount &&= value === amount;
    source.consumption &&= value === consumption;
  }
}

/** The leaves whose values each charge keeps, in leaf order. */
function holesOf({ sources, values, varying }: Group): readonly Hole[] {
  const own = varying.map((leaf, nth) => ({ leaf, nth, first: values[leaf] }));
  return own
    .filter(({ leaf }) => !sources[leaf]?.amount && !sources[leaf]?.consumption)
    .toSorted((a, b) => a.leaf - b.leaf);
}

function templateOf({ node, sources, values }: Group, holes: readonly Hole[]): Template {
  const places = new Map(holes.map(({ leaf }, place) => [leaf, place]));
  const ofNode = (one: Node): Template => {
    if ('items' in one) return one.items.map(ofNode);
    if ('keys' in one)
      return Object.fromEntries(one.keys.map((key, at) => [key, ofNode(one.children[at] as Node)]));
    const source = sources[one.leaf];
    const place = places.get(one.leaf);
    if (place !== undefined) return `${one.isText ? '=text' : '=json'} ${place}`;
    if (source?.same === true) return literal(values[one.leaf]);
    return source?.amount === true ? '=amount' : '=consumption';
  };
  return ofNode(node);
}

function literal(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('=') ? `=${value}` : value;
}

/** Separates two values; escaped within one. */
const BETWEEN = '|';
const SPECIAL = /[\\|]/;
const SPECIAL_ALL = /[\\|]/g;

function ownOf({ varied }: Row, holes: readonly Hole[]): string {
  let text = '';
  for (let place = 0; place < holes.length; place += 1) {
    const { nth, first } = holes[place] as Hole;
    const value = nth < varied.length ? varied[nth] : first;
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    text += `${place === 0 ? '' : BETWEEN}${SPECIAL.test(written) ? written.replaceAll(SPECIAL_ALL, String.raw`\$&`) : written}`;
  }
  return text;
}

function ownValues(own: string): readonly string[] {
  if (!own.includes('\\')) return own.split(BETWEEN);
  const values = [''];
  for (const [piece] of own.matchAll(/\\.|[^\\]/gsu)) {
    if (piece === BETWEEN) values.push('');
    else values[values.length - 1] += piece.startsWith('\\') ? piece.slice(1) : piece;
  }
  return values;
}
