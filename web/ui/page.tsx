// The head of a page: the trail, the title, and the actions. The window is named after it.
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useOrganizationName } from '../lib/organization-name.ts';

export function Page({
  title,
  tab,
  of,
  trail,
  actions,
  children,
}: {
  readonly title: string;
  /** Which of the tabs that share this title; the window is named after it, too. */
  readonly tab?: string | undefined;
  /** What the page is about, for the name of the window where the title does not say it. */
  readonly of?: string | undefined;
  /** The pages above this one. */
  readonly trail?: readonly ReactNode[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  useEffect(() => {
    const names = [tab, title, of, 'Квартплата'];
    document.title = names.filter((name) => name !== undefined).join(' · ');
  }, [tab, title, of]);
  const organization = useOrganizationName();
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <p className="paper-only">{organization}</p>
          {trail !== undefined && (
            <ol className="trail">
              {trail.map((step, index) => (
                // The steps of a trail are never reordered.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index}>{step}</li>
              ))}
            </ol>
          )}
          <h1>{title}</h1>
        </div>
        {actions !== undefined && <div className="row push">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** A section of the page with its own heading. */
export function Sheet({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="sheet">
      <div className="head">
        <h2>{title}</h2>
        {actions !== undefined && <div className="row push">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
