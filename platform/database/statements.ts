// Splits an SQL text into its statements: a distributed engine accepts only one per message, and an error can name the one that
// failed.

export type Statement = {
  /** Without leading comments and the semicolon at the end. */
  readonly text: string;
  /** Line number of its beginning in the whole text, from 1. */
  readonly line: number;
};

/** The server's tokens, in the order in which the patterns are tried. */
const TOKENS = {
  space: /\s+|--[^\n]*/y,
  comment: /\/\*/y,
  escapeString: /e'(?:[^'\\]|\\[^]|'')*'/iy,
  // A doubled quote is read as two adjacent tokens, which has the same effect.
  quoted: /'[^']*'|"[^"]*"/y,
  dollar: /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy,
  word: /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy,
  number: /\$?\d[\w.]*/y,
  other: /[^]/y,
} as const;

type Kind = keyof typeof TOKENS;
type Token = { readonly kind: Kind; readonly start: number; readonly end: number };

const KINDS = Object.keys(TOKENS) as readonly Kind[];
const EDGE_OF_COMMENT = /\/\*|\*\//g;
const ROUTINE = /^create (?:or replace )?(?:function|procedure)$/;
/** `create or replace function`. */
const MOST_WORDS = 4;

/** @throws when a string, a quoted name, a comment or a body does not end; the message has its line */
export function statementsOf(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let start: number | undefined;
  let isOver = watchNesting();
  for (const { kind, start: from, end } of tokensOf(text)) {
    if (kind === 'space' || kind === 'comment') continue;
    const token = text.slice(from, end);
    if (!isOver(kind, token)) {
      start ??= from;
      continue;
    }
    if (start !== undefined) found.push(statementAt(text, start, from));
    start = undefined;
    isOver = watchNesting();
  }
  if (start !== undefined) found.push(statementAt(text, start, text.length));
  return found;
}

/**
 * Tells of each token whether it is the semicolon that ends the statement, not one between the parentheses of a rule or in a
 * routine's body between `begin atomic` and `end`.
 */
function watchNesting(): (kind: Kind, token: string) => boolean {
  let firstWords: readonly string[] = [];
  let isRoutine = false;
  let lastWord = '';
  let parentheses = 0;
  let blocks = 0;
  return (kind, token) => {
    if (token === ';') return parentheses === 0 && blocks === 0;
    if (token === '(') parentheses += 1;
    if (token === ')') parentheses -= 1;
    if (kind !== 'word') return false;
    const word = token.toLowerCase();
    if (firstWords.length < MOST_WORDS) firstWords = [...firstWords, word];
    isRoutine ||= ROUTINE.test(firstWords.join(' '));
    if (isRoutine && word === 'atomic' && lastWord === 'begin') blocks += 1;
    if (blocks > 0 && word === 'case') blocks += 1;
    if (blocks > 0 && word === 'end') blocks -= 1;
    lastWord = word;
    return false;
  };
}

function* tokensOf(text: string): Generator<Token> {
  for (let at = 0; at < text.length;) {
    const token = tokenAt(text, at);
    yield token;
    at = token.end;
  }
}

function tokenAt(text: string, start: number): Token {
  for (const kind of KINDS) {
    const pattern = TOKENS[kind];
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    if (kind === 'comment') return { kind, start, end: endOfComment(text, start) };
    if (kind === 'dollar') return { kind, start, end: endOfDollars(text, start, found) };
    if (found === "'" || found === '"') throw unended(text, start, 'a quotation');
    return { kind, start, end: start + found.length };
  }
  throw new Error('every character is some token');
}

/** Comments can be nested. */
function endOfComment(text: string, start: number): number {
  EDGE_OF_COMMENT.lastIndex = start;
  for (let depth = 0; ;) {
    const edge = EDGE_OF_COMMENT.exec(text);
    if (edge === null) throw unended(text, start, 'a comment');
    depth += edge[0] === '/*' ? 1 : -1;
    if (depth === 0) return EDGE_OF_COMMENT.lastIndex;
  }
}

function endOfDollars(text: string, start: number, tag: string): number {
  const end = text.indexOf(tag, start + tag.length);
  if (end === -1) throw unended(text, start, `a body in ${tag}`);
  return end + tag.length;
}

function unended(text: string, at: number, what: string): Error {
  return new Error(`${what} that begins at line ${lineOf(text, at)} does not end`);
}

function statementAt(text: string, start: number, end: number): Statement {
  return { text: text.slice(start, end).trimEnd(), line: lineOf(text, start) };
}

/** The line, from 1, of the character at `index`. */
function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
