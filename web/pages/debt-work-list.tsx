// A list of debt work: what is in one state or has not ended, in one house or all.
import type { ReactElement, ReactNode } from 'react';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { Sheet } from '../ui/page.tsx';
import { DebtWorkFrame } from './debt-work-frame.tsx';
import { HouseChoice } from './house-choice.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  { state: 'Состояние', open: 'все, кроме завершённых' },
  { state: 'State', open: 'all but those that have ended' },
);

export function DebtWorkList<State extends string>({
  tab,
  title,
  states,
  houseId,
  state,
  children,
}: {
  readonly tab: 'cases' | 'notices';
  readonly title: string;
  /** Each with its name. */
  readonly states: readonly (readonly [State, string])[];
  readonly houseId: number | undefined;
  readonly state: State | undefined;
  readonly children: (of: {
    readonly organizationId: number;
    readonly houseId?: number;
    readonly state?: State;
    readonly open?: 'true';
  }) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  return (
    <OfOrganization>
      {({ id }) => (
        <DebtWorkFrame tab={tab}>
          <Sheet title={title}>
            <div className="head filter">
              <HouseChoice
                organizationId={id}
                houseId={houseId}
                onChoose={(chosen) => change({ houseId: chosen })}
              />
              <Choice
                label={t.state}
                value={state ?? ''}
                options={[['', t.open], ...states]}
                onChoose={(chosen) => change({ state: chosen === '' ? undefined : chosen })}
              />
            </div>
            {children({
              organizationId: id,
              ...(houseId === undefined ? {} : { houseId }),
              ...(state === undefined ? { open: 'true' } : { state }),
            })}
          </Sheet>
        </DebtWorkFrame>
      )}
    </OfOrganization>
  );
}
