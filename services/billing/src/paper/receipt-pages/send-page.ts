// Sends a page behind a receipt's link, or a message when there is none.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { languageFor } from './asked-language.ts';
import { CONTENT_POLICY } from './page-style.ts';
import { PAGE_WORDS, type PageWords } from './page-words.ts';
import { plainPage } from './receipt-page.ts';

/** A page without a receipt, in the caller's language. */
export function sendPlain(
  request: Pick<FastifyRequest, 'query' | 'headers'>,
  reply: FastifyReply,
  status: number,
  what: keyof PageWords['plain'],
): FastifyReply {
  const { language } = languageFor(request);
  const { title, text } = PAGE_WORDS[language].plain[what];
  return sendPage(reply, status, plainPage(title, text, language));
}

/** Matches every page, including links to which a messenger appended parameters. */
export const schema = {
  params: Type.Object({ token: Type.String() }),
  querystring: Type.Object({
    lang: Type.Optional(Type.String()),
    saved: Type.Optional(Type.String()),
  }),
};

export const config = { access: 'public', anyOrigin: true } as const;

export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  policy = CONTENT_POLICY,
): FastifyReply {
  return withHeaders(reply, policy).code(status).type('text/html; charset=utf-8').send(page);
}

export function withHeaders(reply: FastifyReply, policy = CONTENT_POLICY): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cache-control', 'no-store');
}
