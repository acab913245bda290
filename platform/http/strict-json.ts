// JSON parsing that is strict enough for money: JSON.parse silently keeps the last of two equal keys, rounds long numbers and
// accepts NUL and lone surrogates; here each of them is refused with its position.

const MAX_DEPTH = 32;
/** Numbers with more significant digits may not survive the conversion to a double. */
const MAX_NUMBER_DIGITS = 15;

/** The text is not JSON, or is ambiguous JSON. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param body UTF-8, decoded strictly: a lenient decoder would replace invalid bytes
 * @throws StrictJsonError with a message that helps the caller
 */
export function parseStrictJson(body: Uint8Array): unknown {
  const text = decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StrictJsonError('the body is not JSON', { cause: error });
  }
  scan(text);
  return value;
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch (error) {
    throw new StrictJsonError('the body is not UTF-8', { cause: error });
  }
}

/** Scans the tokens of a text that JSON.parse has already accepted, so that only their meaning is left to check. */
function scan(text: string): void {
  const keysOfOpenObjects: (Set<string> | undefined)[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/gs)) {
    switch (token[0]) {
      case '{':
      case '[':
        keysOfOpenObjects.push(token === '{' ? new Set() : undefined);
        if (keysOfOpenObjects.length > MAX_DEPTH)
          throw new StrictJsonError(`the body is nested deeper than ${MAX_DEPTH} levels`);
        break;
      case '}':
      case ']':
        keysOfOpenObjects.pop();
        break;
      case '"':
        checkString(token, keysOfOpenObjects.at(-1));
        break;
      default:
        checkNumber(token);
    }
  }
}

function checkString(token: string, keys: Set<string> | undefined): void {
  const isKey = token.endsWith(':');
  const content = JSON.parse(isKey ? token.slice(0, token.lastIndexOf('"') + 1) : token) as string;
  if (content.includes('\u0000')) throw new StrictJsonError('a text holds a NUL character');
  if (!content.isWellFormed()) throw new StrictJsonError('a text holds half of a surrogate pair');
  if (!isKey || keys === undefined) return;
  if (content === '__proto__') throw new StrictJsonError('the key "__proto__" is not accepted');
  if (keys.has(content))
    throw new StrictJsonError(`the key ${JSON.stringify(content)} stands twice in one object`);
  keys.add(content);
}

function checkNumber(token: string): void {
  if (/[eE]/.test(token)) throw new StrictJsonError(`the number ${token} has an exponent`);
  if (token.replaceAll(/[-.]/g, '').replace(/^0+/, '').length > MAX_NUMBER_DIGITS) {
    throw new StrictJsonError(`the number ${token} has too many digits; send it as a string`);
  }
}
