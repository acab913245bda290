// A new notice about a service of an account: it only offers what may be restricted by law, with the debt and the measure.
import type { RestrictableService } from '@kvartplata/contracts/billing/restriction-notices.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDay, showUntilMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useWriteKey } from '../../lib/write-key.ts';
import { SelectField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { makeNotice, restrictableServicesOf } from './restriction-notices.ts';

const WORDS = inBoth(
  {
    service: 'Услуга',
    hint: 'Предупреждают о долге больше двух месячных сумм по нормативу; отопление и холодную воду не ограничивают',
    one: ({ name, debt, normCharge }: RestrictableService) =>
      `${name}: долг ${showFigure(debt)} ₽, месяц по нормативу ${normCharge === null ? 'не известен' : `${showFigure(normCharge)} ₽`}`,
    make: 'Составить уведомление',
    made: 'Уведомление составлено.',
    plan: (until: string) =>
      `По счёту соблюдается рассрочка ${showUntilMonth(until, 'ru')}: предупреждать об ограничении нельзя (п. 118 Правил № 354).`,
    closed: (on: string) =>
      `Счёт закрыт ${on}: ограничить услугу прежнему плательщику нельзя. Долг взыскивают претензией и через суд.`,
    none: 'Просроченного долга за услуги, которые можно ограничить, у счёта нет.',
  },
  {
    service: 'Service',
    hint: 'Of a debt above two monthly norm charges; heating and cold water are never restricted',
    one: ({ name, debt, normCharge }) =>
      `${name}: debt ${showFigure(debt)} ₽, a month by the norm ${normCharge === null ? 'not known' : `${showFigure(normCharge)} ₽`}`,
    make: 'Make the notice',
    made: 'The notice is made.',
    plan: (until) =>
      `The account keeps an instalment plan ${showUntilMonth(until, 'en')}: nobody may be warned (p. 118).`,
    closed: (on) =>
      `The account was closed on ${on}: nothing can be restricted to its former payer. Write a claim letter, or go to court.`,
    none: 'Nothing is overdue of services that may be restricted.',
  },
);

type FormProps = {
  readonly accountId: number;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

export function NoticeForm(props: FormProps): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(restrictableServicesOf(props.accountId));
  return (
    <Answered query={query}>
      {({ items }) => {
        const [first] = items;
        if (first === undefined) return <Empty>{t.none}</Empty>;
        if (first.closedOn !== null) return <Empty>{t.closed(showDay(first.closedOn))}</Empty>;
        if (first.instalmentUntil !== null) return <Empty>{t.plan(first.instalmentUntil)}</Empty>;
        return <OfServices {...props} services={items} />;
      }}
    </Answered>
  );
}

function OfServices({
  accountId,
  services,
  onDone,
  onCancel,
}: FormProps & { readonly services: readonly RestrictableService[] }): ReactElement {
  const t = useWords(WORDS);
  const [key, nextKey] = useWriteKey();
  const first = services.find(({ mayBeWarned }) => mayBeWarned) ?? services[0];
  const form = useForm({
    initial: { houseServiceId: String(first?.houseServiceId ?? '') },
    save: async ({ houseServiceId }) => {
      await makeNotice(accountId, Number(houseServiceId), key);
      nextKey();
      tell(t.made);
      await reloadBilling();
      onDone();
    },
  });
  return (
    <Form of={form} save={t.make} onCancel={onCancel}>
      <SelectField
        of={form.field('houseServiceId')}
        label={t.service}
        hint={t.hint}
        options={services.map((one) => [String(one.houseServiceId), t.one(one)] as const)}
        autoFocus
      />
    </Form>
  );
}
