-- all that a Russian receipt can name: what has two components, and where the law knows the coefficient K, is a fact of
-- the catalogue, so that no code needs to know a service by its name.
alter table utility_services
  add column components text[] not null default '{}'
    constraint utility_services_components_known check (components in ('{}', '{cold,heat}')),
  add column coefficient_allowed boolean not null default false;

-- Decree 354, p. 42: cold and hot water and electricity, where a meter can be installed.
update utility_services set coefficient_allowed = true
where code in ('cold-water', 'hot-water', 'electricity');

insert into utility_services (code, name, unit, precision, methods, components, coefficient_allowed) values
  ('hot-water-two-component', 'Горячее водоснабжение (двухкомпонентный тариф)', 'м³', 3, '{meter,norm}', '{cold,heat}', true),
  ('electricity-day', 'Электроснабжение, дневная зона', 'кВт·ч', 3, '{meter}', '{}', false),
  ('electricity-night', 'Электроснабжение, ночная зона', 'кВт·ч', 3, '{meter}', '{}', false),
  ('gas', 'Газоснабжение', 'м³', 3, '{meter,norm}', '{}', false),
  ('waste', 'Обращение с твёрдыми коммунальными отходами', 'м³', 6, '{norm}', '{}', false),
  ('major-repairs', 'Взнос на капитальный ремонт', 'м²', 2, '{area}', '{}', false),
  ('hot-water-odn', 'Горячая вода на содержание общего имущества', 'м³', 3, '{odn}', '{}', false),
  ('hot-water-two-component-odn', 'Горячая вода (двухкомпонентный тариф) на содержание общего имущества', 'м³', 3, '{odn}', '{cold,heat}', false),
  ('water-disposal-odn', 'Отведение сточных вод на содержание общего имущества', 'м³', 3, '{odn}', '{}', false),
  ('electricity-odn', 'Электроэнергия на содержание общего имущества', 'кВт·ч', 3, '{odn}', '{}', false),
  ('electricity-day-odn', 'Электроэнергия на содержание общего имущества, дневная зона', 'кВт·ч', 3, '{odn}', '{}', false),
  ('electricity-night-odn', 'Электроэнергия на содержание общего имущества, ночная зона', 'кВт·ч', 3, '{odn}', '{}', false);

insert into meter_types (code, name, is_house_meter) values
  ('electricity-day', 'Счётчик электроэнергии, дневная зона', false),
  ('electricity-night', 'Счётчик электроэнергии, ночная зона', false),
  ('gas', 'Счётчик газа', false),
  ('water-disposal-house', 'Общедомовой счётчик сточных вод', true),
  ('electricity-day-house', 'Общедомовой счётчик электроэнергии, дневная зона', true),
  ('electricity-night-house', 'Общедомовой счётчик электроэнергии, ночная зона', true);
