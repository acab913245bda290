// In which language a page is asked for, and how its links keep that.
import type { FastifyRequest } from 'fastify';
import { languageOf, type Language } from './page-words.ts';

export type AskedLanguage = {
  readonly language: Language;
  /** What stands behind the address of every link of the page: empty unless the address names a language. */
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
