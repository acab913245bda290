// /debt-work/notices: the restriction notices of the organization.
import {
  NOTICE_STEPS,
  type NoticeState,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { NoticeList } from '../features/restriction-notices/notice-list.tsx';
import { noticeWords } from '../features/restriction-notices/notice-words.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { DebtWorkList } from './debt-work-list.tsx';

const WORDS = inBoth({ title: 'Уведомления об ограничении' }, { title: 'Restriction notices' });
const STATES: readonly NoticeState[] = ['made', ...NOTICE_STEPS];
const route = getRouteApi('/signed-in/debt-work/notices');

export function RestrictionNoticesPage(): ReactElement {
  const t = useWords(WORDS);
  const { states } = useWords(noticeWords);
  const { houseId, state } = route.useSearch();
  return (
    <DebtWorkList
      tab="notices"
      title={t.title}
      states={STATES.map((each) => [each, states[each]] as const)}
      houseId={houseId}
      state={state}
    >
      {(of) => <NoticeList key={of.organizationId} of={of} />}
    </DebtWorkList>
  );
}
