// Compares types at compile time: which fields of one shape the other lacks, or declares with another type.

/** The names that only one of the two has; `none` if there are none. */
export type ApartByName<A, B> = OrNone<OnlyIn<A, B> | OnlyIn<B, A>>;

/**
 * The same, plus the names whose values have different types, or are optional in only one of the two, at any depth. Readonly is
 * ignored.
 */
export type Apart<A, B> = OrNone<
  | OnlyIn<A, B>
  | OnlyIn<B, A>
  | {
      [Name in keyof A & keyof B]: Same<Pick<A, Name>, Pick<B, Name>> extends true ? never : Name;
    }[keyof A & keyof B]
>;

export type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

type OnlyIn<A, B> = Exclude<keyof A, keyof B>;
type OrNone<Names> = [Names] extends [never] ? 'none' : Names;

type Same<A, B> = [Spelled<A>] extends [Spelled<B>]
  ? [Spelled<B>] extends [Spelled<A>]
    ? true
    : false
  : false;

/** Makes every field required and marks the optional ones, so that a type with an extra field is not taken for the same. */
type Spelled<T> = T extends readonly (infer Item)[]
  ? Spelled<Item>[]
  : T extends object
    ? {
        -readonly [Name in keyof T]-?: object extends Pick<T, Name>
          ? ['optional', Spelled<T[Name]>]
          : Spelled<T[Name]>;
      }
    : T;
