-- Reports tell recalculations apart from the other charges of a month: few rows, found without reading the wide ones.
create index charges_recalculated on charges (house_id, period) where rate_type = 'recalculation';
