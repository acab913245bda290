// Houses to choose from, each with a checkbox and a remark.
import { useState, type ReactElement, type ReactNode } from 'react';
import { hasWords } from '../lib/has-words.ts';
import { unbroken } from '../lib/unbroken.ts';
import { counted, countedEn, inBoth, useWords } from '../lib/words.ts';
import { Button } from './button.tsx';

const WORDS = inBoth(
  {
    all: (count: number) => `Все дома (${count})`,
    chosen: (chosen: number, count: number) =>
      `Выбрано: ${counted(chosen, 'дом', 'дома', 'домов')} из ${count}`,
    choose: 'Выбрать дома',
    fold: 'Свернуть список',
    every: 'Отметить все',
    none: 'Снять все',
    search: 'Найти дом',
  },
  {
    all: (count) => `All houses (${count})`,
    chosen: (chosen, count) => `Selected: ${countedEn(chosen, 'house')} of ${count}`,
    choose: 'Choose houses',
    fold: 'Fold the list',
    every: 'Select all',
    none: 'Clear',
    search: 'Find a house',
  },
);

export type BoxedHouse = {
  readonly id: number;
  readonly address: string;
  readonly note?: ReactNode;
};

/** As many as can be scanned without a search. */
const MANY = 12;

export type Boxes = {
  readonly houses: readonly BoxedHouse[];
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
};

/** Collapsed to one line while all are chosen. */
export function HouseBoxes({ label, ...boxes }: Boxes & { readonly label: string }): ReactElement {
  const t = useWords(WORDS);
  const { houses, chosen } = boxes;
  const [isOpen, setOpen] = useState(chosen.size < houses.length);
  return (
    <fieldset className="house-boxes">
      <legend>{label}</legend>
      <div className="row">
        <span role="status">
          {chosen.size === houses.length
            ? t.all(houses.length)
            : t.chosen(chosen.size, houses.length)}
        </span>
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.fold : t.choose}
        </Button>
      </div>
      {isOpen && <BoxList {...boxes} />}
    </fieldset>
  );
}

function BoxList({ houses, chosen, onChoose }: Boxes): ReactElement {
  const t = useWords(WORDS);
  const [typed, setTyped] = useState('');
  const shown = houses.filter(({ address }) => hasWords(address, typed));
  const mark = (ids: readonly number[], isMarked: boolean): void => {
    const left = [...chosen].filter((id) => !ids.includes(id));
    onChoose(new Set(isMarked ? [...left, ...ids] : left));
  };
  const ids = shown.map(({ id }) => id);
  return (
    <>
      <div className="row">
        {houses.length > MANY && (
          <input
            type="search"
            className="input"
            aria-label={t.search}
            placeholder={t.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <Button kind="quiet" onClick={() => mark(ids, true)}>
          {t.every}
        </Button>
        <Button kind="quiet" onClick={() => mark(ids, false)}>
          {t.none}
        </Button>
      </div>
      <ul>
        {shown.map(({ id, address, note }) => (
          <li key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={(event) => mark([id], event.target.checked)}
              />
              <span>{unbroken(address)}</span>
            </label>
            {note !== undefined && <span className="small soft">{note}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
