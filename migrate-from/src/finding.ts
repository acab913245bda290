// A problem with one row of the former application, which its owner has to correct.

export type Finding = {
  /** A table of the former application. */
  readonly table: string;
  /** A number beyond 2^53 is given as text. */
  readonly id: number | string;
  readonly column: string;
  /** Completes "the column …". */
  readonly reason: string;
  /** Only a remark: the row is copied as it is. */
  readonly isRemark?: boolean;
};

/** Characters in a displayed text that would break the line or reverse it. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

export function describeFinding({ table, id, column, reason, isRemark = false }: Finding): string {
  const words = `${isRemark ? 'Remark: ' : ''}${table} ${id}: ${column} ${reason}`;
  return words.replaceAll(UNPRINTABLE, (sign) => `<${codeOf(sign)}>`);
}

/** `U+000A` */
function codeOf(sign: string): string {
  return `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
