// GET and POST /r/mail/:token: the unsubscribe link of a letter, with which the recipient withdraws consent for the address in
// one click; mail programs also send the POST themselves (RFC 8058).
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { languageFor } from './asked-language.ts';
import { html } from './html.ts';
import { PAGE_WORDS } from './page-words.ts';
import { documentOf } from './receipt-page.ts';
import { config, schema, sendPage, sendPlain } from './send-page.ts';

/**
 * `subscribed`: receipts are sent to the letter's address. `over`: they are not, or no longer. `away`: not known at the moment.
 */
type Subscription = 'subscribed' | 'over' | 'away';

/** Each returns undefined for a token without a valid signature. */
export type Leaving = {
  readonly find: (token: string, requestId: string) => Promise<Subscription | undefined>;
  readonly leave: (token: string, requestId: string) => Promise<'over' | 'away' | undefined>;
};

const MULTIPART = 'multipart/form-data';
const MOST_FORM_BYTES = 8_192;

/** @param scope of its own: every other form of the door is refused as multipart, unread */
export function leaveRoutes(scope: HttpServer, { find, leave }: Leaving): void {
  // The body is ignored: the link has all the information.
  scope.addContentTypeParser(
    MULTIPART,
    { parseAs: 'string', bodyLimit: MOST_FORM_BYTES },
    async () => ({}),
  );

  scope.get('/mail/:token', { config, schema }, async (request, reply) => {
    const found = await find(request.params.token, request.id);
    if (found === 'subscribed') return sendForm(request, reply);
    return tell(request, reply, found);
  });

  // A route without a declared body refuses one, but mail programs send `List-Unsubscribe=One-Click`.
  scope.post(
    '/mail/:token',
    { config, schema: { ...schema, body: Type.Unknown() } },
    async (request, reply) => tell(request, reply, await leave(request.params.token, request.id)),
  );
}

function tell(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Exclude<Subscription, 'subscribed'> | undefined,
): FastifyReply {
  if (found === undefined) return sendPlain(request, reply, 404, 'missing');
  if (found === 'away')
    return sendPlain(request, reply.header('retry-after', '5'), 503, 'leaveAway');
  return sendPlain(request, reply, 200, 'left');
}

function sendForm(
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
): FastifyReply {
  const { language, suffix } = languageFor(request);
  const { title, text, button } = PAGE_WORDS[language].leave;
  const body = html`<h1>${title}</h1>
    <p>${text}</p>
    <form method="post" action="./${request.params.token}${suffix}">
      <button type="submit">${button}</button>
    </form>`;
  return sendPage(reply, 200, documentOf(language, title, body));
}
