// Parts of a whole in one bar; text next to it says what each is.
import type { ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { drawn } from './geometry.ts';

/** A share in per cent. Above the whole the bar is full. */
function ShareBar({ percent }: { readonly percent: string | null }): ReactElement {
  const width = Math.max(0, Math.min(drawn(percent ?? '0'), 100));
  return (
    <span className="share-bar" aria-hidden="true">
      <span style={{ width: `${width}%` }} />
    </span>
  );
}

/** A rate as a bar and a figure; a dash if there is none. */
export function Rate({ percent }: { readonly percent: string | null }): ReactElement {
  return (
    <>
      <ShareBar percent={percent} />
      {percent === null ? '–' : `${showFigure(percent)} %`}
    </>
  );
}

/** Parts next to each other; negative ones are left out. */
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
