// Blanks the words, or only the comments, of a TypeScript text; everything else keeps its position, so that patterns find no
// comments and line numbers stay right.

const REGEX_MAY_FOLLOW =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|void|await))\s*$/;

/** Without comments, strings and regular expressions; quotes, backticks and `${…}` expressions stay. */
export function codeOf(text: string): string {
  return blanked(text, { comments: true, words: true });
}

/** Without comments. */
export function uncommented(text: string): string {
  return blanked(text, { comments: true, words: false });
}

type Blank = (from: number, to: number) => void;
type Blanks = { readonly comments: Blank; readonly words: Blank };

/** With the same length and the same lines. */
function blanked(text: string, which: Readonly<Record<keyof Blanks, boolean>>): string {
  const out = text.split('');
  const blank = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) if (out[at] !== '\n') out[at] = ' ';
  };
  const keep = (): void => undefined;
  scanCode(text, 0, {
    comments: which.comments ? blank : keep,
    words: which.words ? blank : keep,
  });
  return out.join('');
}

/** Scans code up to the end, or to the brace that closes a template's expression; returns where it stopped. */
function scanCode(text: string, start: number, blanks: Blanks): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text[at] ?? '';
    const pair = text.slice(at, at + 2);
    if (pair === '//') at = skip(at, endOfLine(text, at), blanks.comments);
    else if (pair === '/*') at = skip(at, endAfter(text, '*/', at + 2), blanks.comments);
    else if (char === "'" || char === '"') at = skipQuoted(text, at, blanks.words);
    else if (char === '`') at = scanTemplate(text, at + 1, blanks);
    else if (char === '/' && REGEX_MAY_FOLLOW.test(text.slice(Math.max(0, at - 12), at)))
      at = skipRegex(text, at, blanks.words);
    else if (char === '}' && depth === 0 && start > 0) return at + 1;
    else {
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      at += 1;
    }
  }
  return at;
}

function skip(from: number, to: number, blank: Blank): number {
  blank(from, to);
  return to;
}

function scanTemplate(text: string, start: number, blanks: Blanks): number {
  let at = start;
  while (at < text.length && text[at] !== '`') {
    if (text.startsWith('${', at)) at = scanCode(text, at + 2, blanks);
    else if (text[at] === '\\') at = skip(at, at + 2, blanks.words);
    else at = skip(at, at + 1, blanks.words);
  }
  return at + 1;
}

function skipQuoted(text: string, start: number, blank: Blank): number {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== quote && text[at] !== '\n')
    at += text[at] === '\\' ? 2 : 1;
  blank(start + 1, at);
  return at + 1;
}

function skipRegex(text: string, start: number, blank: Blank): number {
  let inClass = false;
  let at = start + 1;
  while (at < text.length && text[at] !== '\n') {
    const char = text[at];
    if (char === '/' && !inClass) break;
    if (char === '[') inClass = true;
    if (char === ']') inClass = false;
    at += char === '\\' ? 2 : 1;
  }
  blank(start + 1, at);
  return at + 1;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function endAfter(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end === -1 ? text.length : end + mark.length;
}
