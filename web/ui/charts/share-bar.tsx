// Parts of a whole in one bar; what each is stands in words beside it.
import type { ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { drawn } from './geometry.ts';

/** A share in per cent, with its figure. Beyond the whole the bar is full. */
function ShareBar({ percent }: { readonly percent: string | null }): ReactElement {
  const width = Math.max(0, Math.min(drawn(percent ?? '0'), 100));
  return (
    <span className="share-bar" aria-hidden="true">
      <span style={{ width: `${width}%` }} />
    </span>
  );
}

/** A rate as a bar and a figure; a dash where there is none. */
export function Rate({ percent }: { readonly percent: string | null }): ReactElement {
  return (
    <>
      <ShareBar percent={percent} />
      {percent === null ? '–' : `${showFigure(percent)} %`}
    </>
  );
}

/** Parts side by side; those below zero have no place in it. */
export function StackBar({
  parts,
}: {
  readonly parts: readonly { readonly key: string; readonly amount: string }[];
}): ReactElement {
  return (
    <div className="stack-bar" aria-hidden="true">
      {parts.map(({ key, amount }) => (
        <span key={key} className={key} style={{ flexGrow: Math.max(0, drawn(amount)) }} />
      ))}
    </div>
  );
}
