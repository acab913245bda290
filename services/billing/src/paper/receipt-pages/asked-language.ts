// The language requested for a page, and how the page's links keep it.
import type { FastifyRequest } from 'fastify';
import { languageOf, type Language } from './page-words.ts';

export type AskedLanguage = {
  readonly language: Language;
  /** Appended to every link of the page: empty unless the address names a language. */
  readonly suffix: string;
};

export function languageFor({
  query,
  headers,
}: Pick<FastifyRequest, 'query' | 'headers'>): AskedLanguage {
  const { lang } = query as { readonly lang?: string };
  const language = languageOf(lang, headers['accept-language']);
  return { language, suffix: lang === language ? `?lang=${language}` : '' };
}
