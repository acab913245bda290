// The remarks of a month as a table: filtered by kind, house and acceptance, exported, and accepted where chosen.
import type { CheckCode, Remark } from '@kvartplata/contracts/billing/closing-checks.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useAddressChange } from '../../lib/list-address.ts';
import { compareFigures, showFigure } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { ChosenBar, useChosen } from '../../ui/row-choice.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { isAhead } from './ahead.ts';
import { CheckRowText } from './check-rows.tsx';
import { COUNT_WORDS, countOfRemarks } from './remark-counts.ts';
import { RemarkAcceptance, type Acceptable } from './remark-acceptance.tsx';
import { remarksFileOf, type RemarksFilter } from './remarks.ts';

const WORDS = inBoth(
  {
    caption: 'Замечания',
    kind: 'Вид',
    allKinds: 'Все виды',
    house: 'Дом',
    allHouses: 'Все дома',
    state: 'Показать',
    states: { open: 'Не принятые', all: 'Все', accepted: 'Принятые' },
    export: 'Замечания XLSX',
    account: 'Счёт',
    service: 'Услуга',
    remark: 'Замечание',
    before: 'Было, ₽',
    after: 'Стало, ₽',
    percent: '%',
    accepted: (note: string) => `принято: ${note}`,
    blocking: 'мешает закрыть',
    ahead: 'ещё впереди',
    none: 'Таких замечаний нет.',
    acceptChosen: (count: number) => `Принять выбранные: ${count}`,
    acceptShown: (count: number) => `Принять показанные: ${count}`,
  },
  {
    caption: 'Remarks',
    kind: 'Kind',
    allKinds: 'All kinds',
    house: 'House',
    allHouses: 'All houses',
    state: 'Show',
    states: { open: 'Not accepted', all: 'All', accepted: 'Accepted' },
    export: 'Remarks XLSX',
    account: 'Account',
    service: 'Service',
    remark: 'Remark',
    before: 'Was, ₽',
    after: 'Became, ₽',
    percent: '%',
    accepted: (note) => `accepted: ${note}`,
    blocking: 'prevents closing',
    ahead: 'still ahead',
    none: 'No such remarks.',
    acceptChosen: (count) => `Accept the chosen: ${count}`,
    acceptShown: (count) => `Accept those shown: ${count}`,
  },
);

export type RemarkFilter = {
  readonly check?: CheckCode;
  readonly houseId?: number;
  /** By default only those not accepted yet. */
  readonly show?: 'all' | 'accepted';
};

type Props = {
  readonly cycleId: number;
  readonly remarks: readonly Remark[];
  readonly filter: RemarkFilter;
  readonly mayAccept: boolean;
  /** The names of the checks. */
  readonly titles: ReadonlyMap<CheckCode, string>;
  readonly houses: readonly { readonly id: number; readonly address: string }[];
  readonly accountNameOf: (accountId: number) => ReactNode;
};

const keyOf = ({ check, key }: Remark): string => `${check} ${key}`;

export function RemarkTable({
  cycleId,
  remarks,
  filter,
  mayAccept,
  titles,
  houses,
  accountNameOf,
}: Props): ReactElement {
  const t = useWords(WORDS);
  const { counts: sayCounts } = useWords(COUNT_WORDS);
  const [asked, setAsked] = useState<Acceptable>();
  const choosing = useChosen();
  const shown = useMemo(() => remarks.filter((one) => fits(one, filter)), [remarks, filter]);
  const acceptable = shown.filter(isAcceptable);
  const chosen = acceptable.filter((one) => choosing.chosen.has(keyOf(one)));
  const columns = useRemarkColumns(titles, houses, accountNameOf);
  return (
    <section className="sheet">
      <RemarkFilters filter={filter} remarks={remarks} titles={titles} houses={houses} />
      <div className="head">
        <span className="soft" role="status">
          {sayCounts(countOfRemarks(shown))}
        </span>
        <div className="row push">
          {mayAccept && acceptable.length > 0 && chosen.length === 0 && (
            <Button onClick={() => setAsked({ count: acceptable.length, of: namesOf(acceptable) })}>
              {t.acceptShown(acceptable.length)}
            </Button>
          )}
          <ExportButton label={t.export} file={remarksFileOf(cycleId, askedOf(filter))} />
        </div>
      </div>
      {mayAccept && (
        <ChosenBar of={choosing}>
          <Button
            kind="primary"
            onClick={() => setAsked({ count: chosen.length, of: namesOf(chosen) })}
          >
            {t.acceptChosen(chosen.length)}
          </Button>
        </ChosenBar>
      )}
      {shown.length === 0 ? (
        <Empty>{t.none}</Empty>
      ) : (
        <LongTable
          caption={t.caption}
          rows={shown}
          keyOf={keyOf}
          columns={columns}
          {...(mayAccept && acceptable.length > 0
            ? { choosing: { ...choosing, nameOf: ({ ru }: Remark) => ru, mayChoose: isAcceptable } }
            : {})}
        />
      )}
      {asked !== undefined && (
        <RemarkAcceptance
          cycleId={cycleId}
          asked={asked}
          onDone={() => {
            setAsked(undefined);
            choosing.choose(new Set());
          }}
        />
      )}
    </section>
  );
}

function RemarkFilters({
  filter,
  remarks,
  titles,
  houses,
}: Pick<Props, 'filter' | 'remarks' | 'titles' | 'houses'>): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  const counts = new Map<CheckCode, number>();
  for (const { check } of remarks) counts.set(check, (counts.get(check) ?? 0) + 1);
  const kinds = [...titles.keys()].filter((code) => counts.has(code) || code === filter.check);
  return (
    <div className="head row end">
      <Choice
        label={t.kind}
        value={filter.check ?? ''}
        options={[
          ['', t.allKinds],
          ...kinds.map(
            (code) => [code, `${titles.get(code) ?? code}: ${counts.get(code) ?? 0}`] as const,
          ),
        ]}
        onChoose={(check) => change({ check: check === '' ? undefined : check })}
      />
      <Choice
        label={t.house}
        value={String(filter.houseId ?? '')}
        options={[
          ['', t.allHouses],
          ...houses.map(({ id, address }) => [String(id), address] as const),
        ]}
        onChoose={(id) => change({ houseId: id === '' ? undefined : Number(id) })}
      />
      <Choice
        label={t.state}
        value={filter.show ?? 'open'}
        options={(['open', 'all', 'accepted'] as const).map((one) => [one, t.states[one]])}
        onChoose={(show) => change({ show: show === 'open' ? undefined : show })}
      />
    </div>
  );
}

function useRemarkColumns(
  titles: Props['titles'],
  houses: Props['houses'],
  accountNameOf: Props['accountNameOf'],
): readonly Column<Remark>[] {
  const t = useWords(WORDS);
  const addresses = useMemo(
    () => new Map(houses.map(({ id, address }) => [id, address])),
    [houses],
  );
  const byAddress = useMemo(() => {
    const addressOf = ({ houseId }: Remark): string => addresses.get(houseId ?? 0) ?? '';
    return (one: Remark, other: Remark): number => naturalOrder(addressOf(one), addressOf(other));
  }, [addresses]);
  const money = (name: 'before' | 'after'): Column<Remark> => ({
    title: t[name],
    isFigure: true,
    cell: (remark) => moneyOf(remark[name]),
    sortAs: name,
    order: MONEY_ORDERS[name],
  });
  return [
    {
      title: t.remark,
      isName: true,
      cell: (remark) => (
        <>
          <span className="small soft">{titles.get(remark.check)}</span>{' '}
          {remark.isBlocking && <BlockingBadge check={remark.check} />}
          <br />
          <CheckRowText row={remark} />
          {remark.accepted !== null && (
            <div className="small soft">{t.accepted(remark.accepted.note)}</div>
          )}
        </>
      ),
    },
    {
      title: t.house,
      isExtra: true,
      cell: ({ houseId }) => (houseId === undefined ? '' : unbroken(addresses.get(houseId) ?? '')),
      sortAs: 'house',
      order: byAddress,
    },
    {
      title: t.account,
      cell: (remark) => accountOf(remark, accountNameOf),
    },
    {
      title: t.service,
      isExtra: true,
      cell: ({ serviceName }) => serviceName,
      sortAs: 'service',
      order: byService,
    },
    money('before'),
    money('after'),
    {
      title: t.percent,
      isFigure: true,
      cell: ({ percent }) => (percent === undefined || percent === null ? '' : signed(percent)),
      sortAs: 'percent',
      order: byPercent,
    },
  ];
}

function BlockingBadge({ check }: Pick<Remark, 'check'>): ReactElement {
  const t = useWords(WORDS);
  if (isAhead(check)) return <span className="badge">{t.ahead}</span>;
  return <span className="badge debt">{t.blocking}</span>;
}

/** The number that the remark names, or else a link to the account. */
function accountOf(
  { personalAccountId, accountNumber }: Remark,
  accountNameOf: Props['accountNameOf'],
): ReactNode {
  if (accountNumber !== undefined) return <Identifier>{accountNumber}</Identifier>;
  return personalAccountId === undefined ? '' : accountNameOf(personalAccountId);
}

/** Empty for a month without a charge. */
function moneyOf(amount: string | null | undefined): string {
  if (amount === undefined) return '';
  return amount === null ? '–' : showFigure(amount);
}

function signed(percent: number): string {
  return `${percent > 0 ? '+' : ''}${showFigure(String(percent))}`;
}

const byService = (one: Remark, other: Remark): number =>
  (one.serviceName ?? '').localeCompare(other.serviceName ?? '', 'ru');
const byPercent = (one: Remark, other: Remark): number => (one.percent ?? 0) - (other.percent ?? 0);
const MONEY_ORDERS = { before: orderBy('before'), after: orderBy('after') };

function orderBy(name: 'before' | 'after') {
  return (one: Remark, other: Remark): number =>
    compareFigures(one[name] ?? '0.00', other[name] ?? '0.00');
}

function isAcceptable({ accepted, isBlocking }: Remark): boolean {
  return accepted === null && !isBlocking;
}

function fits(remark: Remark, { check, houseId, show }: RemarkFilter): boolean {
  if (check !== undefined && remark.check !== check) return false;
  if (houseId !== undefined && remark.houseId !== houseId) return false;
  return show === 'all' || (show === 'accepted') === (remark.accepted !== null);
}

function askedOf({ check, houseId, show }: RemarkFilter): RemarksFilter {
  return { check, houseId, ...(show === 'all' ? {} : { isOpen: show === undefined }) };
}

/** By key rather than by check: remarks that were accepted before keep their reason. */
function namesOf(remarks: readonly Remark[]): Acceptable['of'] {
  return { remarks: remarks.map(({ check, key }) => ({ check, key })) };
}
