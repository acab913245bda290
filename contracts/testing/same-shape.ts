// Compares types for the compiler: which fields of one shape the other lacks, or has with another type.

/** The names that one of the two has and the other has not; `none` when there are none. */
export type ApartByName<A, B> = OrNone<OnlyIn<A, B> | OnlyIn<B, A>>;

/**
 * The same, and the names whose values are of different types, or may be absent from one of the two alone, at any depth. What is
 * readonly makes no difference.
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

/** Every field required, those that may be absent marked: so an object cannot do for one that has a field more. */
type Spelled<T> = T extends readonly (infer Item)[]
  ? Spelled<Item>[]
  : T extends object
    ? {
        -readonly [Name in keyof T]-?: object extends Pick<T, Name>
          ? ['optional', Spelled<T[Name]>]
          : Spelled<T[Name]>;
      }
    : T;
