// What the finder can lead to: a page or a task.
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { Words } from '@kvartplata/domain/text/words.ts';

export type Place = {
  readonly kind: 'page' | 'action';
  readonly name: Words;
  /** Other words that people type for it, in both languages. */
  readonly also: string;
  /** An address of the page, with $worked for the month being worked on and $this for the current one. */
  readonly href: string;
  /** By default viewers see it too. */
  readonly least?: OrganizationRole;
};
