-- the services and meter types that every house chooses from; units and names are those of a Russian receipt.
insert into utility_services (code, name, unit, precision, methods) values
  ('cold-water', 'Холодное водоснабжение', 'м³', 3, '{meter,norm}'),
  ('hot-water', 'Горячее водоснабжение', 'м³', 3, '{meter,norm}'),
  ('water-disposal', 'Водоотведение', 'м³', 3, '{water-disposal,norm}'),
  ('heating', 'Отопление', 'Гкал', 6, '{heating}'),
  ('electricity', 'Электроснабжение', 'кВт·ч', 3, '{meter,norm}'),
  ('upkeep', 'Содержание жилого помещения', 'м²', 2, '{area}'),
  ('cold-water-odn', 'Холодная вода на содержание общего имущества', 'м³', 3, '{odn}');

insert into meter_types (code, name, is_house_meter) values
  ('cold-water', 'Счётчик холодной воды', false),
  ('hot-water', 'Счётчик горячей воды', false),
  ('electricity', 'Счётчик электроэнергии', false),
  ('heating', 'Теплосчётчик', false),
  ('cold-water-house', 'Общедомовой счётчик холодной воды', true),
  ('hot-water-house', 'Общедомовой счётчик горячей воды', true),
  ('electricity-house', 'Общедомовой счётчик электроэнергии', true),
  ('heating-house', 'Общедомовой теплосчётчик', true);
