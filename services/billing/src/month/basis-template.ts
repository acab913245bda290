// What the charges of a house's month follow from, without loss and without repetition: what is the same in all of one kind
// is a template, written once; a charge keeps the values that are its own. Knows nothing of methods: any JSON is split.

/** JSON, in whose texts a leading `=` stands for a value of the charge: `=amount`, `=consumption`, `=text 0`, `=json 1`. */
export type Template = unknown;

/** A charge's figures in the text of their columns: a value that equals one of them is not kept twice. */
export type Figures = { readonly consumption: string; readonly amount: string };

/** What a charge keeps: the values of its template that are its own. */
export type Filling = Figures & { readonly own: string };

export type ToSplit = Figures & {
  /** Only those of the same kind share a template: what is asked of a template is the same for all its charges. */
  readonly kind: string;
  readonly basis: object;
};

export type SplitRow = { readonly template: number; readonly own: string };

export type SplitBases = {
  /** In the order of their first rows, with the row that is the first of each. */
  readonly templates: readonly { readonly first: number; readonly template: Template }[];
  /** For each basis given: which of the templates it has, counted from 0, and what is its own. */
  readonly rows: readonly SplitRow[];
};

/** Splits bases by kind and structure. */
export function splitBases(all: readonly ToSplit[]): SplitBases {
  const groups: Group[] = [];
  const ofKind = new Map<string, Group[]>();
  const leaves: unknown[] = [];
  const starts: number[] = [];
  const groupOf = all.map((one, at) => {
    starts.push(leaves.length);
    let group = ofKind.get(one.kind)?.find(({ node }) => readLeaves(node, one.basis, leaves));
    if (group === undefined) {
      leaves.length = starts[at] ?? 0;
      const node = nodeOf(one.basis, { count: 0 });
      group = { at: groups.length, first: at, node, sources: [] };
      groups.push(group);
      ofKind.set(one.kind, [...(ofKind.get(one.kind) ?? []), group]);
      readLeaves(node, one.basis, leaves);
    }
    narrowSources(group, leaves, starts[at] ?? 0, starts[group.first] ?? 0, one);
    return group;
  });
  const holes = groups.map(({ sources }) => holesOf(sources));
  return {
    templates: groups.map(({ first, node, sources }) => ({
      first,
      template: templateOf(node, sources, leaves, starts[first] ?? 0),
    })),
    rows: groupOf.map(({ at }, nth) => ({
      template: at,
      own: ownOf(holes[at] ?? [], leaves, starts[nth] ?? 0),
    })),
  };
}

/** The basis, or the part of it that the part of a template stands for, as it was split. */
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

/** Where the value of a leaf may still come from; `isText` decides how one of its own is written. */
type Source = { same: boolean; amount: boolean; consumption: boolean; readonly isText: boolean };

type Group = {
  readonly at: number;
  readonly first: number;
  readonly node: Node;
  readonly sources: Source[];
};

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

/** Adds the values in the order of their numbers; false when the value is of another structure. */
function readLeaves(node: Node, value: unknown, leaves: unknown[]): boolean {
  const before = leaves.length;
  if (readNode(node, value, leaves)) return true;
  leaves.length = before;
  return false;
}

function readNode(node: Node, value: unknown, leaves: unknown[]): boolean {
  if ('leaf' in node) {
    if (typeof value === 'object' && value !== null) return false;
    leaves.push(value);
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
  { sources }: Group,
  leaves: readonly unknown[],
  start: number,
  first: number,
  { amount, consumption }: Figures,
): void {
  for (let at = start; at < leaves.length; at += 1) {
    const value = leaves[at];
    const source = (sources[at - start] ??= {
      same: true,
      amount: true,
      consumption: true,
      isText: typeof value === 'string',
    });
    source.same &&= value === leaves[first + at - start];
    source.amount &&= value === amount;
    source.consumption &&= value === consumption;
  }
}

/** The numbers of the leaves that are each charge's own, in their order. */
function holesOf(sources: readonly Source[]): readonly number[] {
  return sources.flatMap((source, leaf) => (isOwn(source) ? [leaf] : []));
}

function isOwn({ same, amount, consumption }: Source): boolean {
  return !same && !amount && !consumption;
}

function templateOf(
  node: Node,
  sources: readonly Source[],
  leaves: readonly unknown[],
  start: number,
): Template {
  const holes = new Map(holesOf(sources).map((leaf, nth) => [leaf, nth]));
  const ofNode = (one: Node): Template => {
    if ('items' in one) return one.items.map(ofNode);
    if ('keys' in one)
      return Object.fromEntries(one.keys.map((key, at) => [key, ofNode(one.children[at] as Node)]));
    const source = sources[one.leaf];
    const nth = holes.get(one.leaf);
    if (nth !== undefined) return `${one.isText ? '=text' : '=json'} ${nth}`;
    if (source?.same === true) return literal(leaves[start + one.leaf]);
    return source?.amount === true ? '=amount' : '=consumption';
  };
  return ofNode(node);
}

function literal(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('=') ? `=${value}` : value;
}

/** What stands between two values; within one it is escaped. */
const BETWEEN = '|';
const SPECIAL = /[\\|]/;
const SPECIAL_ALL = /[\\|]/g;

function ownOf(holes: readonly number[], leaves: readonly unknown[], start: number): string {
  let text = '';
  for (let nth = 0; nth < holes.length; nth += 1) {
    const value = leaves[start + (holes[nth] as number)];
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    text += `${nth === 0 ? '' : BETWEEN}${SPECIAL.test(written) ? written.replaceAll(SPECIAL_ALL, String.raw`\$&`) : written}`;
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
