// /penalties/rates: the penalty rates as a chart and a table; admins change them.
import type { PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { HouseNaming } from '../features/penalty-rates/impact-table.tsx';
import { ImportLog } from '../features/penalty-rates/import-log.tsx';
import { penaltyRates, rateOf } from '../features/penalty-rates/penalty-rates.ts';
import { RateChart } from '../features/penalty-rates/rate-chart.tsx';
import { RateForm } from '../features/penalty-rates/rate-form.tsx';
import { RateTable } from '../features/penalty-rates/rate-table.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { StoredRecord } from '../ui/stored-record.tsx';
import { HouseName } from './house-name.tsx';
import { PenaltyFrame } from './penalty-frame.tsx';

const WORDS = inBoth(
  {
    chart: 'Ставки по времени',
    rates: 'Ставки',
    add: 'Добавить ставку',
    change: 'Ставка',
    none: 'Ставок нет: пени не посчитать.',
  },
  {
    chart: 'Rates over time',
    rates: 'Rates',
    add: 'Add a rate',
    change: 'Rate',
    none: 'No rates: penalties cannot be calculated.',
  },
);
const route = getRouteApi('/signed-in');

const nameOf: HouseNaming = ({ houseId, organizationId }) => (
  <HouseName houseId={houseId} organizationId={organizationId} />
);

export function PenaltyRatesPage(): ReactElement {
  const t = useWords(WORDS);
  const isAdmin = route.useRouteContext().user.roles.includes('admin');
  const query = useQuery(penaltyRates);
  const [edited, setEdited] = useState<PenaltyRate | 'new'>();
  const close = (): void => setEdited(undefined);
  const add = (
    <Button kind="primary" onClick={() => setEdited('new')}>
      {t.add}
    </Button>
  );
  return (
    <PenaltyFrame tab="rates" actions={isAdmin && add}>
      <Answered query={query}>
        {(rates) =>
          rates.length === 0 ? (
            <Sheet title={t.rates}>
              <Empty>{t.none}</Empty>
            </Sheet>
          ) : (
            <>
              <Sheet title={t.chart}>
                <RateChart rates={rates} />
              </Sheet>
              <Sheet title={t.rates}>
                <RateTable rates={rates} onChange={isAdmin ? setEdited : undefined} />
              </Sheet>
            </>
          )
        }
      </Answered>
      {isAdmin && <ImportLog />}
      {edited === 'new' && (
        <Dialog title={t.add} onClose={close}>
          <RateForm nameOf={nameOf} onDone={close} />
        </Dialog>
      )}
      {edited !== undefined && edited !== 'new' && (
        <Dialog title={t.change} onClose={close}>
          <StoredRecord of={rateOf(edited.id)}>
            {(stored) => <RateForm stored={stored} nameOf={nameOf} onDone={close} />}
          </StoredRecord>
        </Dialog>
      )}
    </PenaltyFrame>
  );
}
