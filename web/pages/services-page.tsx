// /houses/:houseId/services: what the house is charged for, its tariffs and norms over time.
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { valuesOf } from '../features/house-services/dated-values.ts';
import { serviceOf, servicesOf } from '../features/house-services/house-services.ts';
import { payeesOf } from '../features/payees/payees.ts';
import { ServiceFacts } from '../features/house-services/service-facts.tsx';
import { ServiceForm } from '../features/house-services/service-form.tsx';
import { ValueList } from '../features/house-services/value-list.tsx';
import { ValueTimeline, type Values } from '../features/house-services/value-timeline.tsx';
import { allRoomsOf } from '../features/rooms/rooms.ts';
import { ServiceActList } from '../features/service-acts/service-act-list.tsx';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
import { today } from '../lib/days.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { HistoryLink } from '../ui/history-link.tsx';
import { Sheet } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { StoredRecord } from '../ui/stored-record.tsx';
import { OfHouse } from './of-house.tsx';

const WORDS = inBoth(
  {
    title: 'Услуги и тарифы',
    overTime: 'По времени',
    catalogue: 'Справочник услуг',
    add: 'Добавить услугу',
    settings: 'Настройки услуги',
    none: 'У дома пока нет услуг. Добавьте первую, затем её тариф.',
  },
  {
    title: 'Services and tariffs',
    overTime: 'Over time',
    catalogue: 'Catalogue of services',
    add: 'Add a service',
    settings: 'Service settings',
    none: 'No services yet. Add the first one, then its tariff.',
  },
);
const route = getRouteApi('/signed-in/houses/$houseId/services');

export function ServicesPage(): ReactElement {
  const t = useWords(WORDS);
  const houseId = Number(route.useParams().houseId);
  return (
    <OfHouse
      houseId={houseId}
      title={t.title}
      actions={<Link to="/utility-services">{t.catalogue}</Link>}
    >
      {(record) => (
        <>
          <Services key={houseId} house={record} />
          <Acts house={record} />
        </>
      )}
    </OfHouse>
  );
}

/** For those of the house's services that have quality rules in the law. */
function Acts({ house }: { readonly house: House }): ReactElement {
  const services = useQuery(servicesOf(house.id));
  const catalogue = useQuery(utilityServicesOf(house.organizationId));
  const rooms = useQuery(allRoomsOf(house.id));
  return (
    <Answered query={services}>
      {(all) => (
        <Answered query={catalogue}>
          {(known) => (
            <Answered query={rooms}>
              {(ofHouse) => {
                const standards = new Map(known.map((one) => [one.code, one.qualityStandard]));
                const judged = all.flatMap(({ id, code, name }) => {
                  const standard = standards.get(code) ?? null;
                  return standard === null ? [] : [{ id, name, standard }];
                });
                return (
                  <ServiceActList house={{ houseId: house.id, services: judged, rooms: ofHouse }} />
                );
              }}
            </Answered>
          )}
        </Answered>
      )}
    </Answered>
  );
}

function Services({ house }: { readonly house: House }): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const search = route.useSearch();
  const services = useQuery(servicesOf(house.id));
  const tariffs = useQuery(valuesOf('tariff', house.id));
  const norms = useQuery(valuesOf('norm', house.id));
  const [lastYear, setLastYear] = useState(() => Number(today().slice(0, 4)) + 1);
  const [isAdding, setAdding] = useState(false);
  const choose = (service: number | undefined): void =>
    void navigate({
      to: '/houses/$houseId/services',
      params: { houseId: String(house.id) },
      search: service === undefined ? {} : { service },
      replace: true,
      resetScroll: false,
    });
  const add = (
    <ForRole least="owner">
      <Button onClick={() => setAdding(true)}>{t.add}</Button>
    </ForRole>
  );
  return (
    <>
      <Sheet title={t.overTime} actions={add}>
        <Answered query={services}>
          {(all) => (
            <Answered query={tariffs}>
              {(someTariffs) => (
                <Answered query={norms}>
                  {(someNorms) => {
                    if (all.length === 0) return <Empty action={add}>{t.none}</Empty>;
                    const values = { tariffs: someTariffs, norms: someNorms };
                    const chosen = all.find(({ id }) => id === search.service) ?? all[0];
                    return (
                      <>
                        <ValueTimeline
                          services={all}
                          values={values}
                          lastYear={lastYear}
                          onYear={setLastYear}
                          chosenId={chosen?.id}
                          onChoose={choose}
                        />
                        {chosen !== undefined && (
                          <Chosen key={chosen.id} house={house} service={chosen} values={values} />
                        )}
                      </>
                    );
                  }}
                </Answered>
              )}
            </Answered>
          )}
        </Answered>
      </Sheet>
      {isAdding && (
        <Dialog title={t.add} onClose={() => setAdding(false)}>
          <SettingsForm
            house={house}
            onDone={(id) => {
              setAdding(false);
              if (id !== undefined) choose(id);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Chosen({
  house,
  service,
  values: { tariffs, norms },
}: {
  readonly house: House;
  readonly service: HouseService;
  readonly values: Values;
}): ReactElement {
  const t = useWords(WORDS);
  const [isEditing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  const isOwn = ({ houseServiceId }: { readonly houseServiceId: number }): boolean =>
    houseServiceId === service.id;
  return (
    <section className="service-part" aria-label={service.name}>
      <div className="row part-head">
        <h2>{service.name}</h2>
        <div className="row push">
          <HistoryLink of={`house-service:${service.id}`} />
          <ForRole least="owner">
            <Button onClick={() => setEditing(true)}>{t.settings}</Button>
          </ForRole>
        </div>
      </div>
      <ServiceFacts service={service} commonNeedsMethod={house.commonNeedsMethod} />
      <div className="columns">
        <ValueList kind="tariff" service={service} values={tariffs.filter(isOwn)} />
        <ValueList kind="norm" service={service} values={norms.filter(isOwn)} />
      </div>
      {isEditing && (
        <Dialog title={t.settings} onClose={close}>
          <SettingsForm house={house} id={service.id} onDone={close} />
        </Dialog>
      )}
    </section>
  );
}

function SettingsForm({
  house,
  id,
  onDone,
}: {
  readonly house: House;
  /** Undefined for a new one. */
  readonly id?: number;
  readonly onDone: (id?: number) => void;
}): ReactElement {
  const catalogue = useQuery(utilityServicesOf(house.organizationId));
  const { data: payees = [] } = useQuery(payeesOf(house.organizationId));
  const { data: services = [] } = useQuery(servicesOf(house.id));
  const isHad = ({ id: utilityServiceId }: UtilityService): boolean =>
    services.some((one) => one.utilityServiceId === utilityServiceId);
  const of = { houseId: house.id, firstMonth: house.firstMonth, payees, onDone };
  return (
    <Answered query={catalogue}>
      {(all) =>
        id === undefined ? (
          // What the house has may be added once more, for other days, but is offered last.
          <ServiceForm
            {...of}
            catalogue={all.toSorted((one, other) => Number(isHad(one)) - Number(isHad(other)))}
          />
        ) : (
          <StoredRecord of={serviceOf(id)}>
            {(stored) => <ServiceForm {...of} catalogue={all} stored={stored} />}
          </StoredRecord>
        )
      }
    </Answered>
  );
}
