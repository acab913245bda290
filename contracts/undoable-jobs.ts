// The status of a job whose work can be undone as a whole: during the undo it is reported as running again.
import Type from 'typebox';
import { InstantText, Nullable } from './scalars.ts';

export const UNDOABLE_JOB = {
  status: Type.Union(
    [
      Type.Literal('QUEUED'),
      Type.Literal('RUNNING'),
      Type.Literal('COMPLETED'),
      Type.Literal('FAILED'),
    ],
    { description: 'During an undo it is RUNNING again, and COMPLETED afterwards' },
  ),
  undo: Nullable(
    Type.Enum(['UNDOING', 'UNDONE'], { description: 'Whether it is being undone, or was undone' }),
  ),
  finishedAt: Nullable(InstantText),
};

/** As stored. */
export type UndoableStatus = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'UNDOING' | 'UNDONE';

export type ReportedUndo = {
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED';
  readonly undo: 'UNDOING' | 'UNDONE' | null;
  readonly finishedAt: string | null;
};

/** As reported. */
export function reportedUndo(status: UndoableStatus, finishedAt: Date | null): ReportedUndo {
  const endedAt = finishedAt?.toISOString() ?? null;
  if (status === 'UNDOING') return { status: 'RUNNING', undo: status, finishedAt: null };
  if (status === 'UNDONE') return { status: 'COMPLETED', undo: status, finishedAt: endedAt };
  return { status, undo: null, finishedAt: endedAt };
}
