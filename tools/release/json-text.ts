// Changes single strings of a JSON text and leaves every other character as it was: the order of the keys, the
// indents, and what the formatter has put on one line.

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|([{[])|([}\]])/g;

/**
 * @param json a text that `JSON.parse` takes
 * @param replacementOf told the keys that lead to a string; says what stands there instead, or undefined to keep it.
 *   A place in an array has the key ''.
 */
export function replaceStrings(
  json: string,
  replacementOf: (keys: readonly string[]) => string | undefined,
): string {
  const keys: string[] = [];
  return json.replaceAll(
    TOKEN,
    (token: string, string?: string, colon?: string, opening?: string, closing?: string) => {
      if (opening !== undefined) keys.push('');
      else if (closing !== undefined) keys.pop();
      else if (colon !== undefined) keys[keys.length - 1] = JSON.parse(string ?? '') as string;
      else return quoted(replacementOf(keys)) ?? token;
      return token;
    },
  );
}

function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : JSON.stringify(text);
}
