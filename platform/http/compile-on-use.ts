// Schemas are compiled when they are first needed: a service has hundreds of them, and its start needs none.
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { compileWriting } from './schema-checks.ts';

type Serialize = (answer: unknown) => string;

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
      serialize = compileWriting()({ schema, method: '', url: '', httpStatus: '' });
      serializers.set(schema, serialize);
    }
    return serialize(answer);
  };
