// /debt-work/notices: the restriction notices of the organization.
import {
  NOTICE_STEPS,
  type NoticeState,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { NoticeList } from '../features/restriction-notices/notice-list.tsx';
import { noticeWords } from '../features/restriction-notices/notice-words.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { Sheet } from '../ui/page.tsx';
import { DebtWorkFrame } from './debt-work-frame.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './report-frame.tsx';

const WORDS = inBoth(
  {
    title: 'Уведомления об ограничении',
    state: 'Состояние',
    open: 'все, кроме завершённых',
  },
  { title: 'Restriction notices', state: 'State', open: 'all but those that have ended' },
);
const STATES: readonly NoticeState[] = ['made', ...NOTICE_STEPS];
const route = getRouteApi('/signed-in/debt-work/notices');

export function RestrictionNoticesPage(): ReactElement {
  const t = useWords(WORDS);
  const { states } = useWords(noticeWords);
  const { houseId, state } = route.useSearch();
  const change = useAddressChange();
  return (
    <OfOrganization>
      {({ id }) => (
        <DebtWorkFrame>
          <Sheet title={t.title}>
            <div className="head filter">
              <HouseChoice
                organizationId={id}
                houseId={houseId}
                onChoose={(chosen) => change({ houseId: chosen })}
              />
              <Choice
                label={t.state}
                value={state ?? ''}
                options={[['', t.open], ...STATES.map((each) => [each, states[each]] as const)]}
                onChoose={(chosen) => change({ state: chosen === '' ? undefined : chosen })}
              />
            </div>
            <NoticeList
              key={id}
              of={{
                organizationId: id,
                ...(houseId === undefined ? {} : { houseId }),
                ...(state === undefined ? { open: 'true' } : { state }),
              }}
            />
          </Sheet>
        </DebtWorkFrame>
      )}
    </OfOrganization>
  );
}
