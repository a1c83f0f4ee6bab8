-- A provider may be switched off in both ways, each once.

alter table rail_switch
  drop constraint rail_switch_once,
  add constraint rail_switch_once unique using index rail_switch_by_stops;
