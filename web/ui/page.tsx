// The head of a page: the trail, the title, and the actions. The browser tab has the same title.
import { useEffect, type ReactElement, type ReactNode } from 'react';

export function Page({
  title,
  trail,
  actions,
  children,
}: {
  readonly title: string;
  /** The pages above this one. */
  readonly trail?: readonly ReactNode[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  useEffect(() => {
    document.title = `${title} · Квартплата`;
  }, [title]);
  return (
    <div className="page">
      <div className="page-head">
        <div>
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
