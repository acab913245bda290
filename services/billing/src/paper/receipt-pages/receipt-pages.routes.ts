// GET /r/:token, GET /r/mail/:token, GET /r/:token/proof, proof.bin and proof.html, and POST /r/:token/disputes, readings and
// preferences: pages for residents, without sign-in and not part of the OpenAPI document.
import { packProof } from '@kvartplata/platform/proof/packed-proof.ts';
import { Email } from '@kvartplata/contracts/scalars.ts';
import { formatDay, moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { fitsSchema } from '@kvartplata/platform/http/fits-schema.ts';
import { answerError, problemOf, toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { isLeaveToken, readSubscription, unsubscribe } from './leaving.service.ts';
import { languageFor } from './asked-language.ts';
import type { PageLimit } from './page-limit.ts';
import { proofPage, proofPolicy } from './proof-page.ts';
import { PAGE_WORDS } from './page-words.ts';
import { leaveRoutes } from './leave-page.ts';
import { receiptPage, type ShownPage } from './receipt-page.ts';
import {
  findLinked,
  findReceiptPage,
  findReceiptProof,
  object,
  type Objection,
  type ReceiptPages,
} from './receipt-pages.service.ts';
import { choosePreferences, sendReadings } from './residents-door.service.ts';
import { config, schema, sendPage, sendPlain, withHeaders } from './send-page.ts';
import { readPreferences, SentPreferences } from './sent-preferences.ts';
import { readSent, SentReading } from './sent-readings.ts';
import { bad, PREFERENCES, takeReadings } from './take-readings.ts';

/** When to retry while core or the database is unavailable. */
const RETRY_AFTER_S = '5';
/** The limits are per minute. */
const LIMIT_S = 60;
const FORM = 'application/x-www-form-urlencoded';
/** A thousand characters of a form, each encoded as six or twelve bytes. */
const MOST_FORM_BYTES = 32_768;

const OBJECTION_STATUS: Readonly<Record<Exclude<Objection, 'no-page' | 'taken'>, number>> = {
  'waits-already': 409,
  'too-many': 409,
  'bad-reason': 400,
  'bad-line': 400,
};

/** The size of an earlier head of the log of seals, as printed on a receipt. */
const Since = Type.Object({ since: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}$' })) });

function sizeOf({ since }: Static<typeof Since>): number | undefined {
  return since === undefined ? undefined : Number(since);
}

export type PagesOfDoor = {
  readonly pages: ReceiptPages;
  /** The keys with which the links of letters are signed. */
  readonly mailKeys: KeyRing;
  readonly limit: PageLimit;
  /** The path before the token. */
  readonly prefix: string;
};

export function receiptPagesRoutes(
  app: HttpServer,
  { pages, mailKeys, limit, prefix }: PagesOfDoor,
): void {
  const plugin = async (scope: HttpServer): Promise<void> => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    scope.setErrorHandler((error, request, reply) => {
      // A form for an unknown page is refused before the 404.
      if (request.is404) return sendPlain(request, reply, 404, 'missing');
      if (isJson(request)) return answerError(error, request, withHeaders(reply));
      const refusal = toRefusal(error);
      if (refusal.status === 404) return sendPlain(request, reply, 404, 'noSuchLog');
      if (refusal.status >= 500) request.log.error({ err: error }, 'the page of a receipt failed');
      return sendPlain(request, withRetry(reply, refusal), refusal.status, 'broken');
    });
    scope.setNotFoundHandler((request, reply) => sendPlain(request, reply, 404, 'missing'));
    scope.addHook('onRequest', async (request, reply) => {
      const { token = '' } = request.params as { readonly token?: string };
      const isGood = pages.links.read(token) !== undefined || isLeaveToken(mailKeys, token);
      const link = isGood ? token : undefined;
      if (await limit(request.ip, link)) return undefined;
      if (isJson(request))
        throw new Refusal('too-many-requests', undefined, { retryAfterSeconds: LIMIT_S });
      return sendPlain(request, reply.header('retry-after', String(LIMIT_S)), 429, 'tooOften');
    });
    scope.get('/:token', { config, schema }, async (request, reply) =>
      showPage(pages, request, reply, request.params.token),
    );

    residentsDoorRoutes(scope, pages);

    const mailed = { ...pages, keys: mailKeys };
    void scope.register(async (mail: HttpServer) => {
      leaveRoutes(mail, {
        find: async (token, requestId) => readSubscription(mailed, token, requestId),
        leave: async (token, requestId) => unsubscribe(mailed, token, requestId),
      });
    });

    proofRoutes(scope, pages);

    addressesOfForms(scope, pages);

    scope.post(
      '/:token/disputes',
      {
        config,
        schema: { ...schema, body: Type.Record(Type.String(), Type.String()) },
      },
      async (request, reply) => {
        const { token } = request.params;
        const { line = '', reason = '' } = request.body;
        const requestId = request.id;
        const outcome = await object(pages, token, { line, reason, requestId });
        if (outcome === 'no-page') return sendPlain(request, reply, 404, 'missing');
        // Redirects, so that reloading the page does not send the form again.
        if (outcome === 'taken')
          return withHeaders(reply).redirect(
            `../${token}${languageFor(request).suffix}#line-${line}`,
            303,
          );
        const text = PAGE_WORDS[languageFor(request).language].objections[outcome];
        const said = { status: OBJECTION_STATUS[outcome], notice: bad(text) };
        return showPage(pages, request, reply, token, said);
      },
    );
  };
  void app.register(plugin as unknown as Parameters<HttpServer['register']>[0], { prefix });
}

/** Where a refused form has left the browser: opened without the form, it leads back to the page. */
function addressesOfForms(scope: HttpServer, { links }: ReceiptPages): void {
  for (const form of ['disputes', 'readings', 'preferences'])
    scope.get(`/:token/${form}`, { config, schema }, async (request, reply) => {
      const { token } = request.params;
      // Any other text might not fit into a header.
      if (links.read(token) === undefined) return sendPlain(request, reply, 404, 'missing');
      return withHeaders(reply).redirect(`../${token}${languageFor(request).suffix}`, 303);
    });
}

/** The proof as JSON, with the same bytes that the API's `…/proof` returns to the staff, packed, and as a page. */
function proofRoutes(scope: HttpServer, pages: ReceiptPages): void {
  scope.get(
    '/:token/proof',
    { config, schema: { ...schema, querystring: Since } },
    async (request, reply) => {
      const { params, query } = request;
      const proof = await findReceiptProof(pages, params.token, sizeOf(query));
      if (proof === undefined) return sendPlain(request, reply, 404, 'missing');
      return withHeaders(reply)
        .header('content-disposition', 'attachment; filename="proof.json"')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(proof));
    },
  );

  scope.get('/:token/proof.bin', { config, schema }, async (request, reply) => {
    const { params } = request;
    const proof = await findReceiptProof(pages, params.token);
    if (proof === undefined) return sendPlain(request, reply, 404, 'missing');
    return withHeaders(reply)
      .header('content-disposition', 'attachment; filename="proof.bin"')
      .type('application/octet-stream')
      .send(packProof(proof));
  });

  scope.get(
    '/:token/proof.html',
    { config, schema: { ...schema, querystring: Since } },
    async (request, reply) => {
      const { params, query } = request;
      const proof = await findReceiptProof(pages, params.token, sizeOf(query));
      if (proof === undefined) return sendPlain(request, reply, 404, 'missing');
      return sendPage(reply, 200, proofPage(proof), proofPolicy());
    },
  );
}

/** A form is parsed by hand: its field names contain meter ids, and unticked boxes are missing. */
const Form = Type.Record(Type.String(), Type.Unknown());
const SentReadings = Type.Object(
  {
    readings: Type.Optional(Type.Array(SentReading)),
    confirmed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

function formOr(json: TSchema) {
  return { content: { [FORM]: { schema: Form }, 'application/json': { schema: json } } };
}

/** Readings and preferences, as a form of the page or as JSON. */
function residentsDoorRoutes(scope: HttpServer, pages: ReceiptPages): void {
  scope.post(
    '/:token/readings',
    { config, schema: { ...schema, body: formOr(SentReadings) } },
    async (request, reply) => {
      const { token } = request.params;
      const receipt = await findLinked(pages, token);
      if (receipt === undefined) return missing(request, reply);
      const words = PAGE_WORDS[languageFor(request).language];
      const sent = readSent(request.body) ?? { typed: new Map<number, string>(), confirmed: false };
      const { refusal, rows, ...told } = await takeReadings(sent, words, async (readings) =>
        sendReadings(pages, receipt, { readings, confirmed: sent.confirmed }, request.id),
      );
      if (isJson(request)) return sendJson(request, reply, refusal, rows);
      if (refusal === undefined) return backTo(request, reply, 'readings');
      const draft = { typed: sent.typed, ...told.draft };
      return showPage(pages, request, withRetry(reply, refusal), token, {
        status: refusal.status,
        draft,
      });
    },
  );

  scope.post(
    '/:token/preferences',
    { config, schema: { ...schema, body: formOr(SentPreferences) } },
    async (request, reply) => {
      const { token } = request.params;
      const receipt = await findLinked(pages, token);
      if (receipt === undefined) return missing(request, reply);
      const words = PAGE_WORDS[languageFor(request).language];
      const chosen = readPreferences(request.body, isJson(request));
      if (chosen === undefined) throw invalidField('/email', 'is required', { code: 'required' });
      const { email: address = null } = chosen;
      const isGood = address === null || fitsSchema(Email, address);
      const outcome = isGood
        ? await choosePreferences(pages, receipt, chosen, request.id)
        : 'bad-email';
      const [refuse, text] = PREFERENCES[outcome];
      const refusal = refuse();
      if (isJson(request)) return sendJson(request, reply, refusal, []);
      if (refusal === undefined) return backTo(request, reply, 'preferences');
      const wish = { email: address ?? '', notice: bad(text(words)) };
      return showPage(pages, request, withRetry(reply, refusal), token, {
        status: refusal.status,
        wish,
      });
    },
  );
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isJson(request)) throw notFound('What the link opens');
  return sendPlain(request, reply, 404, 'missing');
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** A refusal is a problem document with the rows as an additional member. */
function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal | undefined,
  rows: readonly unknown[],
): FastifyReply {
  if (refusal === undefined)
    return withHeaders(reply)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ code: 'stored', rows }));
  const [instance = '/'] = request.url.split('?', 1);
  return withHeaders(withRetry(reply, refusal))
    .code(refusal.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...problemOf(refusal, request.id, instance), rows }));
}

function withRetry(reply: FastifyReply, { status }: Refusal): FastifyReply {
  return status === 503 ? reply.header('retry-after', RETRY_AFTER_S) : reply;
}

/** Redirects, so that reloading the page does not send the form again. */
function backTo(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  section: 'readings' | 'preferences',
): FastifyReply {
  const { suffix } = languageFor(request);
  const saved = section === 'preferences' ? `${suffix === '' ? '?' : '&'}saved=preferences` : '';
  return withHeaders(reply).redirect(`../${request.params.token}${suffix}${saved}#${section}`, 303);
}

/** What to show besides the data from the books, and the response's status. */
type Shown = Partial<Pick<ShownPage, 'notice' | 'draft' | 'wish'>> & {
  readonly status?: number;
};

async function showPage(
  pages: ReceiptPages,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { status = 200, ...shown }: Shown = {},
): Promise<FastifyReply> {
  const page = await findReceiptPage(pages, token, request.id);
  if (page === undefined) return sendPlain(request, reply, 404, 'missing');
  const today = formatDay(moscowDayOf(pages.now()));
  const { language, suffix } = languageFor(request);
  const { saved } = request.query as { readonly saved?: string };
  const isSaved = saved === 'preferences' && typeof page.door === 'object';
  const wish = isSaved
    ? { notice: { text: PAGE_WORDS[language].saved, isBad: false } }
    : shown.wish;
  const link = `${request.method === 'POST' ? '../' : ''}${token}`;
  const told = receiptPage(page, { link, language, suffix, today, ...shown, wish });
  return sendPage(reply, status, told);
}
