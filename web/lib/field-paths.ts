// Which field of a form a refusal means: services name the fields of a body by pointers, and a form has names of its own.

/** The pointer's names that are called otherwise in the form. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * The outermost name of the pointer that is a field of the form: `/bankDetails/bic` is `bic`, `/ranges/0/value` whatever `ranges`
 * are called. Undefined when the form has no such field.
 */
export function fieldAt(
  pointer: string,
  isField: (name: string) => boolean,
  names: FieldNames = {},
): string | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => names[name] ?? name)
    .find(isField);
}
