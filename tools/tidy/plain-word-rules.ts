// Plain English: words and phrases that a native reader stumbles over, each with the usual one.
import { lineAt, type Rule } from './rule.ts';

/** Each has a letter in brackets, so that this file passes its own rule. */
const UNUSUAL: readonly { readonly words: RegExp; readonly usual: string }[] = [
  { words: /\ba[n]ew\b/gi, usual: 'again' },
  { words: /\bputs? d[o]wn\b/gi, usual: 'record' },
  { words: /(?<!\bconst )\bwhat o[f]\b/gi, usual: 'which part of, or how much of' },
  { words: /\bhow[- ]man[i]eth\b/gi, usual: 'consecutive, or the number of' },
  { words: /\bwhat[-]if\b|\bt[r]ials?\b/gi, usual: 'dry run' },
  { words: /\bhow (?:an? \w+|it|they|things) st[a]nds?\b/gi, usual: 'its state, or its progress' },
  {
    words:
      /\b(?:auth|billing|core|bank|collector|coordinator|database|server|services?|store|worker)(?: that)? (?:are|is|was|were) aw[a]y\b/gi,
    usual: 'is unavailable',
  },
];

/** In names, comments, messages and pages. Names that come from such a word in another language are allowed. */
export const plainWords: Rule = (files) =>
  files
    .filter(({ path }) => /\.(?:tsx?|md|sql)$/.test(path))
    .flatMap(({ path, text }) =>
      UNUSUAL.flatMap(({ words, usual }) =>
        [...text.matchAll(words)].map(({ index, 0: found }) => ({
          path,
          line: lineAt(text, index),
          rule: 'plain-words',
          message: `"${found}": say ${usual}`,
        })),
      ),
    );
