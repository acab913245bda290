// A member's name, and the username below it where that says more.
import type { ReactElement, ReactNode } from 'react';
import { nameOf, type Named } from './members.ts';

export function MemberName({
  of: member,
  children,
}: {
  readonly of: Named;
  /** Beside the name. */
  readonly children?: ReactNode;
}): ReactElement {
  const name = nameOf(member);
  return (
    <>
      {name} {children}
      {member.username !== name && (
        <>
          <br />
          <span className="small soft">{member.username}</span>
        </>
      )}
    </>
  );
}
