-- What a provider sends of its own accord is kept as it came, sealed, before anything is made of
-- it. It is judged once; an operator may have it judged again. After thirty days it is forgotten.
create table rail_notification (
  notification_id uuid primary key,
  mode text not null check (mode in ('test', 'live')),
  rail text not null,
  -- Headers and body as they came.
  sealed text not null,
  received_at timestamptz not null,
  -- Null once it is judged.
  due_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  verdict text,
  judged_at timestamptz,
  check ((due_at is null) = (judged_at is not null)),
  check ((verdict is null) = (judged_at is null))
);
create index rail_notification_due on rail_notification (due_at) where due_at is not null;
create index rail_notification_received on rail_notification (received_at);
