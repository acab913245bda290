// A prefilled file for services of houses: which services, from which day, and what to do with it.
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { parseDay, showDay, thisMonth } from '../../lib/days.ts';
import { download } from '../../lib/download.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { Sheet } from '../../ui/page.tsx';
import { serviceRowsOf } from './imports.ts';

const WORDS = inBoth(
  {
    title: 'Настроить услуги домов из файла',
    steps: [
      'Отметьте услуги, которые есть у ваших домов, и день, с которого они начисляются.',
      'Скачайте файл: в нём уже стоят все дома, услуги и действующие тарифы. Строки тех услуг, которых у дома нет, удалите.',
      'Заполните в Excel колонки «Тариф», «Норматив» и «Документ»: одно значение протягивается вниз на все дома. Диапазоны тарифа и нормативы по числу проживающих — в колонках рядом.',
      'Если за услугу платят не вашей организации, впишите в колонку «Получатель» его название или ИНН; «организация» — снова вашей. Меняет получателей только владелец.',
      'Выберите файл ниже: он будет проверен построчно и записан целиком, когда в нём нет ошибок.',
    ].join('\n'),
    services: 'Услуги',
    from: 'Начисляются с',
    dayWrong: 'Нужна дата, например 01.07.2026',
    download: (houses: number, services: number) =>
      `Скачать файл: ${counted(houses, 'дом', 'дома', 'домов')}, ${counted(services, 'услуга', 'услуги', 'услуг')}`,
    fileName: 'Услуги домов',
  },
  {
    title: 'Set up the services of houses from a file',
    steps: [
      'Tick the services that your houses have, and the day from which they are charged.',
      'Download the file: all houses, services and tariffs in force are in it. Delete the rows of services that a house does not have.',
      'Fill in the columns of tariff, norm and document in Excel: one value is dragged down over all houses. Ranges of a tariff and norms by persons have the columns beside them.',
      'Where a service is not paid to your organization, write the name or the INN of the payee into the column «Получатель»; «организация» makes it yours again. Only an owner changes payees.',
      'Choose the file below: it is checked row by row, and stored as a whole once nothing in it is wrong.',
    ].join('\n'),
    services: 'Services',
    from: 'Charged from',
    dayWrong: 'Enter a date, such as 01.07.2026',
    download: (houses, services) =>
      `Download the file: ${countedEn(houses, 'house')}, ${countedEn(services, 'service')}`,
    fileName: 'Services of houses',
  },
);

export type OfferedService = {
  readonly id: number;
  readonly name: string;
  /** Whether a house already has it. */
  readonly isUsed: boolean;
};

export function ServiceRows({
  organizationId,
  houses,
  services,
}: {
  readonly organizationId: number;
  /** Their number. */
  readonly houses: number;
  readonly services: readonly OfferedService[];
}): ReactElement {
  const t = useWords(WORDS);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(services.flatMap(({ id, isUsed }) => (isUsed ? [id] : []))),
  );
  const [typed, setTyped] = useState(showDay(`${thisMonth()}-01`));
  const on = parseDay(typed);
  const fetching = useMutation({
    mutationFn: async (day: string) =>
      download(serviceRowsOf(organizationId, day, [...ticked]), { fileName: `${t.fileName}.xlsx` }),
  });
  return (
    <Sheet title={t.title}>
      <div className="body stack">
        <Steps />
        <fieldset className="ticks">
          <legend>{t.services}</legend>
          {services.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={ticked.has(id)}
                onChange={() => setTicked(ticked.symmetricDifference(new Set([id])))}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <div className="row">
          <TextField
            of={{
              name: 'on',
              value: typed,
              set: setTyped,
              wrong: on === undefined ? t.dayWrong : undefined,
              theirs: undefined,
            }}
            label={t.from}
            inputMode="numeric"
          />
        </div>
        <div className="row">
          <Button
            kind="primary"
            isBusy={fetching.isPending}
            disabled={on === undefined || houses === 0}
            onClick={() => {
              if (on !== undefined) fetching.mutate(on);
            }}
          >
            {t.download(houses, ticked.size)}
          </Button>
        </div>
        {fetching.error !== null && <FailureNote error={fetching.error} />}
      </div>
    </Sheet>
  );
}

function Steps(): ReactElement {
  const t = useWords(WORDS);
  return (
    <div className="explanation">
      <ol>
        {t.steps.split('\n').map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
