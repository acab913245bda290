// Schemas are compiled when they are first needed: a service has hundreds of them, and its start needs none.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

type Serialize = (answer: unknown) => string;

const buildSerializer = SerializerSelector()({}, {});
const serializers = new WeakMap<object, Serialize>();

/** Works when a route is first asked. */
export function compileOnUse(
  compile: FastifySchemaCompiler<TSchema>,
): FastifySchemaCompiler<TSchema> {
  return (route) => {
    let validate: ReturnType<typeof compile> | undefined;
    return (input) => {
      validate ??= compile(route);
      return validate(input);
    };
  };
}

/** Works when an answer of the form is first given, by whichever route: that of refusals stands in all of them. */
export const compileSerializer: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (answer) => {
    let serialize = serializers.get(schema);
    if (serialize === undefined) {
      serialize = buildSerializer({ schema, method: '', url: '', httpStatus: '' });
      serializers.set(schema, serialize);
    }
    return serialize(answer);
  };
