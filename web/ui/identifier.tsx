// The number of an account or another identifier: always on one line, also if it contains a hyphen.
import type { ReactElement, ReactNode } from 'react';

export function Identifier({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className="identifier">{children}</span>;
}
