// The layout of the pages before the sign-in.
import type { ReactElement, ReactNode } from 'react';
import { useEffect } from 'react';
import { Toasts } from '../ui/toasts.tsx';
import { Preferences } from './preferences.tsx';

export function Door({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  useEffect(() => {
    document.title = `${title} · Квартплата`;
  }, [title]);
  return (
    <div className="door">
      <header>
        <span className="mark">Квартплата</span>
        <Toasts />
        <div className="row push">
          <Preferences />
        </div>
      </header>
      <main>
        <div className="sheet stack">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
