// Copies another house's services to the chosen houses, from a certain day on.
import type { HouseSetup } from '@kvartplata/contracts/core/house-setups.ts';
import type { ReactElement } from 'react';
import { parseDay, showDay, thisMonth } from '../../lib/days.ts';
import { wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { copySetup, type CopyBody } from './house-setups.ts';
import { byAddress, type SetupColumn } from './setup-holes.ts';
import { TriedChange, type TriedChangeOf } from './tried-change.tsx';

const WORDS = inBoth(
  {
    like: 'Как в доме',
    services: 'Услуги',
    all: 'Все услуги этого дома',
    from: 'С какого дня',
    fromHint: 'Услуги, тарифы и нормативы, которых у дома нет; что уже есть, останется',
    dayWrong: 'Нужна дата, например 01.07.2026',
    look: 'Показать, что изменится',
  },
  {
    like: 'As in house',
    services: 'Services',
    all: 'All services of this house',
    from: 'From day',
    fromHint: 'Services, tariffs and norms that a house lacks; what it has stays',
    dayWrong: 'Enter a date, such as 01.07.2026',
    look: 'Show what would change',
  },
);

type Props = {
  readonly organizationId: number;
  readonly houseIds: readonly number[];
  readonly houses: readonly HouseSetup[];
  readonly services: readonly SetupColumn[];
  readonly onDone: () => void;
};

export function CopyForm(props: Props): ReactElement {
  const { organizationId, onDone } = props;
  return (
    <TriedChange
      send={async (body: CopyBody, dryRun) => copySetup(organizationId, body, dryRun)}
      onDone={onDone}
    >
      {(change) => <CopyFields {...props} change={change} />}
    </TriedChange>
  );
}

function CopyFields({
  houseIds,
  houses,
  services,
  change,
  onDone,
}: Props & { readonly change: TriedChangeOf<CopyBody> }): ReactElement {
  const t = useWords(WORDS);
  const sources = houses.filter((house) => house.services.length > 0).toSorted(byAddress);
  // A user who has chosen some houses wants to copy from another one.
  const first = sources.find(({ houseId }) => !houseIds.includes(houseId)) ?? sources[0];
  const form = useForm({
    initial: {
      fromHouseId: String(first?.houseId ?? ''),
      utilityServiceId: '',
      validFrom: showDay(`${thisMonth()}-01`),
    },
    required: ['validFrom'],
    names: { utilityServiceIds: 'utilityServiceId' },
    check: (typed) => wrongDays(typed, ['validFrom'], t.dayWrong),
    save: async ({ fromHouseId, utilityServiceId, validFrom }) =>
      change.tryOut({
        fromHouseId: Number(fromHouseId),
        houseIds: [...houseIds],
        validFrom: parseDay(validFrom) ?? '',
        ...(utilityServiceId !== '' && { utilityServiceIds: [Number(utilityServiceId)] }),
      }),
  });
  return (
    <Form of={form} save={t.look} onCancel={onDone}>
      <SelectField
        of={form.field('fromHouseId')}
        label={t.like}
        autoFocus
        options={sources.map(({ houseId, address }) => [String(houseId), address])}
      />
      <SelectField
        of={form.field('utilityServiceId')}
        label={t.services}
        options={[
          ['', t.all],
          ...services.map(
            ({ utilityServiceId, name }) => [String(utilityServiceId), name] as const,
          ),
        ]}
      />
      <TextField
        of={form.field('validFrom')}
        label={t.from}
        hint={t.fromHint}
        inputMode="numeric"
      />
    </Form>
  );
}
