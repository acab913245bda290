// Changes single strings in a JSON text and leaves every other character as it was: the order of the keys, the indentation, and
// what the formatter has put on one line.

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|([{[])|([}\]])/g;

/**
 * @param json a valid JSON text
 * @param replacementOf is given the keys that lead to a string; returns its replacement, or undefined to keep it. An array index
 *   is the key ''.
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
