// Compiles schemas on first use: a service has hundreds of them, and needs none to start.
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { compileWriting } from './schema-checks.ts';

type Serialize = (answer: unknown) => string;

const serializers = new WeakMap<object, Serialize>();

/** Compiles when a route gets its first request. */
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

/** Compiles when a response of this form is first sent, by any route: all routes share the form of refusals. */
export const compileSerializer: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (answer) => {
    let serialize = serializers.get(schema);
    if (serialize === undefined) {
      serialize = compileWriting()({ schema, method: '', url: '', httpStatus: '' });
      serializers.set(schema, serialize);
    }
    return serialize(answer);
  };
