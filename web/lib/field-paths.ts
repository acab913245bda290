// Which field of a form a refusal refers to: services name the fields of a body by pointers, forms have their own names.

/** The form's names for the pointer's names that differ. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * The outermost name in the pointer that is a field of the form: `/bankDetails/bic` is `bic`, and `/ranges/0/value` is the form's
 * field for `ranges`. Undefined if the form has no such field.
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
