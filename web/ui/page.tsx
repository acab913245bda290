// The head of a page: where it is, what it is called, what can be done here. The tab bears the same name.
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
                // The steps of a trail never change their order.
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

/** A sheet of the page with a heading of its own. */
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
