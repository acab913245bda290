// The progress of a job over a file's rows.
import type { ReactElement, ReactNode } from 'react';

export function JobProgress({
  label,
  done,
  all,
  children,
}: {
  readonly label: string;
  readonly done: number;
  readonly all: number;
  /** What is being done now. */
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <div className="row" role="status">
      <progress aria-label={label} value={done} max={Math.max(all, 1)} />
      <span>
        {done} / {all}
      </span>
      {children !== undefined && <span className="soft">{children}</span>}
    </div>
  );
}
