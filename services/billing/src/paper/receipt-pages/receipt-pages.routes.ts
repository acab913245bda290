// GET /r/:token, GET /r/:token/proof, proof.bin and proof.html, and POST /r/:token/disputes: pages for residents, without sign-in
// and outside the interface's document.
import { packProof } from '@kvartplata/platform/proof/packed-proof.ts';
import { toRefusal } from '@kvartplata/platform/http/problem-document.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import type { PageLimit } from './page-limit.ts';
import { CONTENT_POLICY } from './page-style.ts';
import { proofPage, proofPolicy } from './proof-page.ts';
import { plainPage, receiptPage, type Notice } from './receipt-page.ts';
import {
  findReceiptPage,
  findReceiptProof,
  object,
  type Objection,
  type ReceiptPages,
} from './receipt-pages.service.ts';

const FORM = 'application/x-www-form-urlencoded';
/** A thousand letters of a form, each written as six signs or twelve. */
const MOST_FORM_BYTES = 32_768;

const MISSING = plainPage(
  'Такой страницы нет',
  'Ссылка неверна, или её срок истёк. Возьмите новую с последней квитанции.',
);
const TOO_OFTEN = plainPage('Слишком часто', 'Подождите минуту и откройте страницу ещё раз.');
const NO_SUCH_LOG = plainPage(
  'Такого журнала не было',
  'В журнале печатей ещё нет столько печатей. Проверьте число внизу вашей квитанции.',
);
const BROKEN = plainPage('Не получилось', 'Попробуйте ещё раз через несколько минут.');

type Said = Notice & { readonly status: number };

const SAID: Readonly<Record<Exclude<Objection, 'no-page' | 'taken'>, Said>> = {
  'waits-already': {
    status: 409,
    isBad: true,
    text: 'Возражение по этой строке уже ждёт ответа.',
  },
  'too-many': {
    status: 409,
    isBad: true,
    text: 'По этому счёту уже много возражений. Обратитесь в управляющую организацию.',
  },
  'bad-reason': {
    status: 400,
    isBad: true,
    text: 'Возражение не принято: напишите, с чем вы не согласны, не длиннее 1000 знаков.',
  },
  'bad-line': { status: 400, isBad: true, text: 'Такой строки в этом счёте нет.' },
};

const schema = {
  params: Type.Object({ token: Type.String() }),
  // Whatever a messenger hangs on to a link.
  querystring: Type.Object({}),
};

const config = { access: 'public', anyOrigin: true } as const;

/** The size of an earlier head of the log of seals, as a receipt on paper has it. */
const Since = Type.Object({ since: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}$' })) });

function sizeOf({ since }: Static<typeof Since>): number | undefined {
  return since === undefined ? undefined : Number(since);
}

/** @param prefix the path before the token */
export function receiptPagesRoutes(
  app: HttpServer,
  { pages, limit, prefix }: { pages: ReceiptPages; limit: PageLimit; prefix: string },
): void {
  const plugin = async (scope: HttpServer): Promise<void> => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    scope.setErrorHandler((error, request, reply) => {
      // A form that is sent to no page of ours is refused before anybody says that there is none.
      if (request.is404) return sendPage(reply, 404, MISSING);
      const { status } = toRefusal(error);
      if (status === 404) return sendPage(reply, 404, NO_SUCH_LOG);
      if (status >= 500) request.log.error({ err: error }, 'the page of a receipt failed');
      return sendPage(reply, status, BROKEN);
    });
    scope.setNotFoundHandler((_request, reply) => sendPage(reply, 404, MISSING));
    scope.addHook('onRequest', async (request, reply) => {
      if (!(await limit(request.ip)))
        return sendPage(reply.header('retry-after', '60'), 429, TOO_OFTEN);
      return undefined;
    });
    scope.get('/:token', { config, schema }, async ({ params }, reply) =>
      showPage(pages, reply, params.token),
    );

    proofRoutes(scope, pages);

    scope.post(
      '/:token/disputes',
      {
        config,
        schema: { ...schema, body: Type.Record(Type.String(), Type.String()) },
      },
      async ({ params: { token }, body, id: requestId }, reply) => {
        const { line = '', reason = '' } = body;
        const outcome = await object(pages, token, { line, reason, requestId });
        if (outcome === 'no-page') return sendPage(reply, 404, MISSING);
        // A page that is loaded again must not send the form again.
        if (outcome === 'taken')
          return withHeaders(reply).redirect(`../${token}#line-${line}`, 303);
        return showPage(pages, reply, token, SAID[outcome]);
      },
    );
  };
  void app.register(plugin as unknown as Parameters<HttpServer['register']>[0], { prefix });
}

/** The proof as JSON, packed, and as a page. */
function proofRoutes(scope: HttpServer, pages: ReceiptPages): void {
  scope.get(
    '/:token/proof',
    { config, schema: { ...schema, querystring: Since } },
    async ({ params, query }, reply) => {
      const proof = await findReceiptProof(pages, params.token, sizeOf(query));
      if (proof === undefined) return sendPage(reply, 404, MISSING);
      return withHeaders(reply)
        .header('content-disposition', 'attachment; filename="proof.json"')
        .type('application/json; charset=utf-8')
        .send(`${JSON.stringify(proof, null, 2)}\n`);
    },
  );

  scope.get('/:token/proof.bin', { config, schema }, async ({ params }, reply) => {
    const proof = await findReceiptProof(pages, params.token);
    if (proof === undefined) return sendPage(reply, 404, MISSING);
    return withHeaders(reply)
      .header('content-disposition', 'attachment; filename="proof.bin"')
      .type('application/octet-stream')
      .send(packProof(proof));
  });

  scope.get(
    '/:token/proof.html',
    { config, schema: { ...schema, querystring: Since } },
    async ({ params, query }, reply) => {
      const proof = await findReceiptProof(pages, params.token, sizeOf(query));
      if (proof === undefined) return sendPage(reply, 404, MISSING);
      return sendPage(reply, 200, proofPage(proof), proofPolicy());
    },
  );
}

async function showPage(
  pages: ReceiptPages,
  reply: FastifyReply,
  token: string,
  said?: Said,
): Promise<FastifyReply> {
  const page = await findReceiptPage(pages, token);
  if (page === undefined) return sendPage(reply, 404, MISSING);
  const notice = said === undefined ? {} : { notice: said };
  return sendPage(reply, said?.status ?? 200, receiptPage({ ...page, ...notice }));
}

function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  policy = CONTENT_POLICY,
): FastifyReply {
  return withHeaders(reply, policy).code(status).type('text/html; charset=utf-8').send(page);
}

function withHeaders(reply: FastifyReply, policy = CONTENT_POLICY): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cache-control', 'no-store');
}
