// The only set of icons: a few glyphs of our own on a grid of 20, drawn with one stroke width in the colour of the text.
import type { ReactElement } from 'react';

const GLYPHS = {
  start: 'M3 9.5 10 3.5l7 6M5 8v8.5h10V8M8.5 16.5v-5h3v5',
  month: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5',
  payments: 'M3 5.5h14v9.5H3zM3 8.5h14M6 12h3',
  houses: 'M4 17V4.5h7.5V17M11.5 8.5H16V17M2.5 17h15M6.5 7.5H9M6.5 10.5H9M6.5 13.5H9',
  accounts: 'M5 3.5h10v13H5zM7.5 7h5M7.5 10h5M7.5 13h3',
  disputes: 'M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5zM7 8h6M7 10.5h4',
  reports: 'M3.5 16.5h13M6 16.5v-5M10 16.5v-11M14 16.5V9',
  debts: 'M10 4v12.5M6.5 16.5h7M4 6h12M4 6l-2 5h4zM16 6l-2 5h4z',
  penalties:
    'M5.5 14.5l9-9M6.75 8.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M13.25 15a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5',
  organization:
    'M7 8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M2.5 16v-1.5a3 3 0 0 1 3-3h3a3 3 0 0 1 3 3V16M12.5 8.5a2.5 2.5 0 0 0 0-5M14.5 11.7a3 3 0 0 1 3 3V16',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  calendar:
    'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5M7 11.5h.01M10 11.5h.01M13 11.5h.01M7 14h.01M10 14h.01',
  close: 'M5 5l10 10M15 5L5 15',
  before: 'M12 5l-5 5 5 5',
  after: 'M8 5l5 5-5 5',
  below: 'M5 8l5 5 5-5',
  search: 'M8.75 14a5.25 5.25 0 1 0 0-10.5 5.25 5.25 0 0 0 0 10.5M12.75 12.75 17 17',
  print: 'M6 7.5V3h8v4.5M6 14H3.5V7.5h13V14H14M6 11.5h8V17H6z',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  add: 'M10 4v12M4 10h12',
  done: 'M4 10.5l4 4 8-9',
  user: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 16.5v-.5a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v.5',
  warning: 'M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.3h.01',
} as const;

export type IconName = keyof typeof GLYPHS;

/** Next to text, or in a button that has a name: hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={GLYPHS[name]} />
    </svg>
  );
}
