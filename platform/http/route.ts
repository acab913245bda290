// Registers an operation of a contract as a route. Its path, access and schemas are in the contract; the routes file of a slice
// adds the handler, and reads as a table of contents.
import type { FileAnswer } from '@kvartplata/contracts/file-answer.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  Given,
  ParamsOf,
  QueryOf,
} from '@kvartplata/contracts/endpoint.ts';
import { PROBLEMS, Problem } from '@kvartplata/contracts/problem.ts';
import { refusalsOf } from '@kvartplata/contracts/refusals.ts';
import { IdText } from '@kvartplata/contracts/scalars.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route answers, where a contract declares it. */
    endpoint?: Endpoint;
  }
}

export type RequestOf<E extends Endpoint> = Omit<FastifyRequest, 'params' | 'query' | 'body'> & {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
};

/** Its return value is sent with the operation's status. The handler itself sends files, and chooses among several statuses. */
export type Handler<E extends Endpoint> = (
  request: FastifyRequest & RequestOf<E>,
  reply: FastifyReply,
) => Promise<Given<AnswerOf<E>> | FastifyReply>;

export function route<E extends Endpoint>(app: HttpServer, endpoint: E, handler: Handler<E>): void {
  const { method, path, access } = endpoint;
  const statuses = Object.keys(endpoint.answers).map(Number);
  const [status = 200] = statuses;
  app.route({
    method,
    url: path,
    config: { access, endpoint },
    schema: { hide: true, ...schemaOf(endpoint) },
    handler: async (request, reply) => {
      if (statuses.length === 1) void reply.code(status);
      const answer = await handler(request as FastifyRequest & RequestOf<E>, reply);
      // Fastify expects undefined once the reply was sent; otherwise undefined is sent as an empty body.
      return answer === undefined && !reply.sent ? reply.send(null) : answer;
    },
  });
}

/** The schemas by which Fastify checks requests and serializes responses. */
function schemaOf(endpoint: Endpoint) {
  const { query, body, form, idempotent, answers } = endpoint;
  const params = endpoint.params ?? idsIn(endpoint.path);
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(idempotent === undefined ? {} : { headers: IdempotencyHeaders }),
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { body: form, consumes: ['multipart/form-data'] }),
    response: { ...refusalsBy(endpoint), ...answersOf(answers) },
  };
}

/** Path parameters are ids unless the contract says otherwise. */
export function idsIn(path: string): TSchema | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  return Type.Object(Object.fromEntries(names.map((name) => [name, IdText])));
}

function answersOf(answers: Endpoint['answers']): Readonly<Record<string, TSchema | FileAnswer>> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, answer ?? Type.Null()]),
  );
}

function refusalsBy(endpoint: Endpoint): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(refusalsOf(endpoint).map((code) => [PROBLEMS[code].status, Problem]));
}
