-- The result of db/migrations and db/functions, written by `npm run generate`.

create table account_change (
  business_id uuid not null,
  mode text not null,
  change_id uuid not null,
  subaccount_id uuid not null,
  state text not null,
  from_bank_code text not null,
  from_account_number text not null,
  from_account_name text not null,
  to_bank_code text not null,
  to_account_number text not null,
  to_account_name text not null,
  asked_by uuid,
  asked_by_name text not null,
  effective_at timestamp with time zone,
  decided_by_email text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint account_change_pkey PRIMARY KEY (business_id, mode, change_id),
  constraint account_change_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint account_change_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint account_change_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'effective'::text, 'cancelled'::text])))
);

create table account_number (
  mode text not null,
  account_number text not null,
  business_id uuid not null,
  virtual_account_id uuid not null,
  constraint account_number_pkey PRIMARY KEY (mode, account_number),
  constraint account_number_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.02);

create table activation (
  business_id uuid not null,
  state text not null,
  legal_name text not null,
  registration_number text not null,
  contact_phone text not null,
  website text,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  note text,
  bvn text,
  bvn_last4 text,
  nin text,
  nin_last4 text,
  constraint activation_pkey PRIMARY KEY (business_id),
  constraint activation_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  constraint activation_check CHECK (((state = 'asked'::text) = (decided_at IS NULL))),
  constraint activation_check1 CHECK (((state = 'refused'::text) = (note IS NOT NULL))),
  constraint activation_legal_name_check CHECK (((length(legal_name) >= 1) AND (length(legal_name) <= 200))),
  constraint activation_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint activation_numbers_check CHECK ((((bvn IS NULL) = (bvn_last4 IS NULL)) AND ((nin IS NULL) = (nin_last4 IS NULL)))),
  constraint activation_registration_number_check CHECK ((registration_number ~ '^(RC|BN)[0-9]{1,8}$'::text)),
  constraint activation_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'active'::text, 'refused'::text])))
);

create table alarm (
  alarm_id uuid not null,
  kind text not null,
  mode text not null,
  rail text not null,
  detail text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint alarm_pkey PRIMARY KEY (alarm_id),
  constraint alarm_check CHECK ((ended_at >= began_at)),
  constraint alarm_detail_check CHECK (((length(detail) >= 1) AND (length(detail) <= 500))),
  constraint alarm_kind_check CHECK ((kind = ANY (ARRAY['balance_below_floor'::text, 'unknown_for_long'::text, 'notification_unread'::text, 'statement_not_matching'::text, 'credentials_refused'::text, 'refund_needs_account'::text]))),
  constraint alarm_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint alarm_rail_check CHECK (((length(rail) >= 1) AND (length(rail) <= 64)))
);

create table announced_day (
  day date not null,
  is_holiday boolean not null,
  name text not null,
  announced_by text not null,
  created_at timestamp with time zone not null,
  constraint announced_day_pkey PRIMARY KEY (day)
);

create table api_key (
  business_id uuid not null,
  mode text not null,
  key_id uuid not null,
  kind text not null,
  hash bytea not null,
  hint text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  scopes text[] not null,
  allowed_ips text[] not null,
  made_by uuid,
  made_by_email text,
  last_used_from text,
  sealed text,
  sealed_copy text,
  constraint api_key_pkey PRIMARY KEY (business_id, mode, key_id),
  constraint api_key_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  constraint api_key_allowed_ips_check CHECK ((cardinality(allowed_ips) <=
CASE kind
    WHEN 'secret'::text THEN 20
    ELSE 0
END)),
  constraint api_key_copy_is_test CHECK (((sealed_copy IS NULL) OR (mode = 'test'::text))),
  constraint api_key_hash_check CHECK ((length(hash) = 32)),
  constraint api_key_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'public'::text]))),
  constraint api_key_made_by_check CHECK (((made_by IS NULL) = (made_by_email IS NULL))),
  constraint api_key_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint api_key_scopes_check CHECK (((array_to_string(scopes, ' '::text) ~ ((('^((all|read|export|payments|refunds|payouts|identity|settings'::text || '|(transactions|authorizations|subscriptions|refunds|disputes|customers|payment_links'::text) || '|dedicated_virtual_accounts|deposits|splits|balance|payouts|settlements|identity'::text) || '|banks|events|webhooks|settings|sandbox):(read|write|export))( |$))*$'::text)) AND ((kind = 'secret'::text) = (cardinality(scopes) > 0)))),
  constraint api_key_signs CHECK (((sealed IS NULL) OR ((kind = 'secret'::text) AND (revoked_at IS NULL))))
);

create table api_key_hash (
  hash bytea not null,
  business_id uuid not null,
  mode text not null,
  key_id uuid not null,
  constraint api_key_hash_pkey PRIMARY KEY (hash),
  constraint api_key_hash_hash_check CHECK ((length(hash) = 32)),
  constraint api_key_hash_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table archived_file (
  month date not null,
  table_name text not null,
  number integer not null,
  path text not null,
  row_count bigint not null,
  bytes bigint not null,
  digest bytea not null,
  rows_digest bytea not null,
  columns text not null,
  last_key text not null,
  created_at timestamp with time zone not null,
  constraint archived_file_pkey PRIMARY KEY (month, table_name, number),
  constraint archived_file_path_key UNIQUE (path),
  constraint archived_file_month_fkey FOREIGN KEY (month) REFERENCES archived_month(month),
  constraint archived_file_bytes_check CHECK ((bytes > 0)),
  constraint archived_file_digest_check CHECK ((length(digest) = 32)),
  constraint archived_file_number_check CHECK ((number > 0)),
  constraint archived_file_row_count_check CHECK ((row_count > 0)),
  constraint archived_file_rows_digest_check CHECK ((length(rows_digest) = 32))
);

create table archived_month (
  month date not null,
  state text not null,
  store text not null,
  manifest text,
  manifest_digest bytea,
  lease_token uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  constraint archived_month_pkey PRIMARY KEY (month),
  constraint archived_month_check CHECK (((lease_token IS NULL) = (lease_until IS NULL))),
  constraint archived_month_check1 CHECK (((manifest IS NULL) = (manifest_digest IS NULL))),
  constraint archived_month_check2 CHECK (((state <> ALL (ARRAY['written'::text, 'verified'::text])) OR (manifest IS NOT NULL))),
  constraint archived_month_check3 CHECK (((state <> 'verified'::text) OR (verified_at IS NOT NULL))),
  constraint archived_month_manifest_digest_check CHECK ((length(manifest_digest) = 32)),
  constraint archived_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint archived_month_state_check CHECK ((state = ANY (ARRAY['writing'::text, 'written'::text, 'verified'::text, 'changed'::text])))
);

create table audit_entry (
  business_id uuid not null,
  number bigint not null,
  entry_id uuid not null,
  created_at timestamp with time zone not null,
  mode text,
  login_id uuid,
  email text not null,
  address text not null,
  request_id text not null,
  action text not null,
  subject text not null,
  body_digest bytea,
  outcome integer,
  previous bytea not null,
  digest bytea not null,
  constraint audit_entry_pkey PRIMARY KEY (business_id, number),
  constraint audit_entry_business_id_entry_id_key UNIQUE (business_id, entry_id),
  constraint audit_entry_action_check CHECK (((length(action) >= 1) AND (length(action) <= 200))),
  constraint audit_entry_body_digest_check CHECK ((length(body_digest) = 32)),
  constraint audit_entry_digest_check CHECK ((length(digest) = 32)),
  constraint audit_entry_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint audit_entry_number_check CHECK ((number > 0)),
  constraint audit_entry_previous_check CHECK ((length(previous) = 32)),
  constraint audit_entry_subject_check CHECK ((length(subject) <= 300))
);

create table audit_head (
  business_id uuid not null,
  number bigint not null,
  digest bytea not null,
  constraint audit_head_pkey PRIMARY KEY (business_id),
  constraint audit_head_digest_check CHECK ((length(digest) = 32)),
  constraint audit_head_number_check CHECK ((number >= 0))
) with (fillfactor=70);

create table backfill (
  name text not null,
  place text,
  handled bigint not null default 0,
  done_at timestamp with time zone,
  constraint backfill_pkey PRIMARY KEY (name)
);

create table backup_progress (
  what text not null,
  until timestamp with time zone not null,
  constraint backup_progress_pkey PRIMARY KEY (what),
  constraint backup_progress_what_check CHECK ((what = ANY (ARRAY['base'::text, 'wal'::text])))
);

create table book_verification (
  verification_id uuid not null,
  state text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  started_at timestamp with time zone,
  leased_until timestamp with time zone,
  process text,
  steps_done integer not null default 0,
  steps integer not null default 0,
  entries_read bigint not null default 0,
  findings integer not null default 0,
  first_findings text not null default ''::text,
  finished_at timestamp with time zone,
  constraint book_verification_pkey PRIMARY KEY (verification_id),
  constraint book_verification_asked_by_check CHECK (((length(asked_by) >= 1) AND (length(asked_by) <= 320))),
  constraint book_verification_check CHECK (((state = ANY (ARRAY['right'::text, 'wrong'::text, 'failed'::text])) = (finished_at IS NOT NULL))),
  constraint book_verification_check1 CHECK (((state = 'running'::text) = (leased_until IS NOT NULL))),
  constraint book_verification_check2 CHECK (((state = 'asked'::text) = (started_at IS NULL))),
  constraint book_verification_check3 CHECK (((steps_done >= 0) AND (steps_done <= steps))),
  constraint book_verification_check4 CHECK (((state = 'wrong'::text) = (findings > 0))),
  constraint book_verification_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'running'::text, 'right'::text, 'wrong'::text, 'failed'::text])))
);

create table business (
  business_id uuid not null,
  name text not null,
  email text not null,
  live_activated_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint business_pkey PRIMARY KEY (business_id),
  constraint business_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table business_mode (
  business_id uuid not null,
  mode text not null,
  default_callback_url text,
  expiry_seconds integer not null default 86400,
  settlement text not null,
  accept_overpayment boolean not null default false,
  require_signed_requests boolean not null default false,
  checkout_fee_basis_points integer not null default 150,
  checkout_fee_flat bigint not null default 10000,
  checkout_fee_flat_from bigint not null default 250000,
  checkout_fee_max bigint not null default 200000,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  dedicated_fee_basis_points integer not null default 100,
  dedicated_fee_max bigint not null default 30000,
  subaccount_payout_min bigint not null default 5000,
  receipts boolean not null default true,
  checkout_origins text[] not null default '{}'::text[],
  checkout_language text,
  card_limits text not null default 'on'::text,
  four_eyes boolean not null default false,
  request_log boolean not null default true,
  payout_approval boolean not null default false,
  api_version text not null default '2026-12-01'::text,
  version integer not null default 0,
  checkout_channels text,
  checkout_accent text,
  checkout_theme text,
  constraint business_mode_pkey PRIMARY KEY (business_id, mode),
  constraint business_mode_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  constraint business_mode_card_limits_check CHECK ((card_limits = ANY (ARRAY['on'::text, 'off'::text, 'paused'::text, 'stopped'::text]))),
  constraint business_mode_checkout_fee_basis_points_check CHECK (((checkout_fee_basis_points >= 0) AND (checkout_fee_basis_points <= 10000))),
  constraint business_mode_checkout_fee_flat_check CHECK ((checkout_fee_flat >= 0)),
  constraint business_mode_checkout_fee_flat_from_check CHECK ((checkout_fee_flat_from >= 0)),
  constraint business_mode_checkout_fee_max_check CHECK ((checkout_fee_max >= 0)),
  constraint business_mode_checkout_language_check CHECK ((checkout_language = ANY (ARRAY['en'::text, 'pcm'::text, 'yo'::text, 'ha'::text, 'ig'::text]))),
  constraint business_mode_checkout_origins_check CHECK ((cardinality(checkout_origins) <= 20)),
  constraint business_mode_dedicated_fee_basis_points_check CHECK (((dedicated_fee_basis_points >= 0) AND (dedicated_fee_basis_points <= 10000))),
  constraint business_mode_dedicated_fee_max_check CHECK ((dedicated_fee_max >= 0)),
  constraint business_mode_expiry_seconds_check CHECK (((expiry_seconds >= 900) AND (expiry_seconds <= 604800))),
  constraint business_mode_has_card_limits_where_money_is_real CHECK (((mode = 'test'::text) OR (card_limits = 'on'::text))),
  constraint business_mode_look CHECK (((checkout_accent ~ '^#[0-9a-f]{6}$'::text) AND (checkout_theme = ANY (ARRAY['light'::text, 'dark'::text])))),
  constraint business_mode_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint business_mode_settlement_check CHECK ((settlement = ANY (ARRAY['instant'::text, 'T+1'::text]))),
  constraint business_mode_subaccount_payout_min_check CHECK ((subaccount_payout_min >= 100))
);

create table card_attempt (
  business_id uuid not null,
  mode text not null,
  attempt_id uuid not null,
  transaction_id uuid not null,
  amount bigint not null,
  state text not null,
  decline_reason text,
  redirect_url text,
  authorization_details text,
  next_enquiry_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rail text not null default 'sandbox'::text,
  handle text,
  return_handle text,
  return_asked_at timestamp with time zone,
  return_accepted_at timestamp with time zone,
  return_session_id text,
  method text not null default 'card'::text,
  consent text,
  authorization_id uuid,
  at_least bigint,
  customer_id uuid,
  network text,
  card text,
  constraint card_attempt_pkey PRIMARY KEY (business_id, mode, attempt_id),
  constraint card_attempt_amount_check CHECK ((amount > 0)),
  constraint card_attempt_at_least_check CHECK ((at_least > 0)),
  constraint card_attempt_check CHECK (((state = 'declined'::text) = (decline_reason IS NOT NULL))),
  constraint card_attempt_check1 CHECK (((state = 'redirect'::text) = (redirect_url IS NOT NULL))),
  constraint card_attempt_check2 CHECK (((state = ANY (ARRAY['charging'::text, 'unknown'::text, 'redirect'::text, 'pin'::text, 'otp'::text, 'superseded'::text, 'surplus'::text])) = (next_enquiry_at IS NOT NULL))),
  constraint card_attempt_method_check CHECK ((method = ANY (ARRAY['card'::text, 'ussd'::text, 'bank'::text, 'opay'::text]))),
  constraint card_attempt_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint card_attempt_return_session_id_check CHECK ((length(return_session_id) <= 64)),
  constraint card_attempt_state_check CHECK ((state = ANY (ARRAY['charging'::text, 'pin'::text, 'otp'::text, 'redirect'::text, 'unknown'::text, 'superseded'::text, 'approved'::text, 'declined'::text, 'unavailable'::text, 'surplus'::text, 'returned'::text, 'return_refused'::text])))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);

create table card_testing (
  business_id uuid not null,
  mode text not null,
  began_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  next_at timestamp with time zone,
  attempts smallint not null default 0,
  failure text,
  sent_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint card_testing_pkey PRIMARY KEY (business_id, mode, began_at),
  constraint card_testing_attempts_check CHECK ((attempts >= 0)),
  constraint card_testing_check CHECK (((next_at IS NULL) OR (sent_at IS NULL))),
  constraint card_testing_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table checkout_logo (
  business_id uuid not null,
  mode text not null,
  digest bytea not null,
  type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  constraint checkout_logo_pkey PRIMARY KEY (business_id, mode),
  constraint checkout_logo_business_id_mode_fkey FOREIGN KEY (business_id, mode) REFERENCES business_mode(business_id, mode),
  constraint checkout_logo_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 65536))),
  constraint checkout_logo_digest_check CHECK ((length(digest) = 32)),
  constraint checkout_logo_height_check CHECK (((height >= 1) AND (height <= 1024))),
  constraint checkout_logo_type_check CHECK ((type = ANY (ARRAY['png'::text, 'jpeg'::text, 'webp'::text]))),
  constraint checkout_logo_width_check CHECK (((width >= 1) AND (width <= 1024)))
);

create table chore_run (
  name text not null,
  every_ms integer not null,
  process text not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  duration_ms integer,
  handled integer not null default 0,
  handled_at timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  last_failed_at timestamp with time zone,
  reported_at timestamp with time zone not null,
  constraint chore_run_pkey PRIMARY KEY (name),
  constraint chore_run_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint chore_run_every_ms_check CHECK ((every_ms > 0)),
  constraint chore_run_failures_check CHECK ((failures >= 0)),
  constraint chore_run_handled_check CHECK ((handled >= 0)),
  constraint chore_run_last_error_check CHECK ((length(last_error) <= 300))
) with (fillfactor=50);

create table customer (
  business_id uuid not null,
  mode text not null,
  customer_id uuid not null,
  email text not null,
  email_folded text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  metadata text,
  version integer not null default 0,
  constraint customer_pkey PRIMARY KEY (business_id, mode, customer_id),
  constraint customer_email_is_unique UNIQUE (business_id, mode, email_folded),
  constraint customer_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.02);

create table data_key (
  purpose text not null,
  key_id text not null,
  wrapped text not null,
  active_from timestamp with time zone not null,
  refused_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint data_key_pkey PRIMARY KEY (purpose, key_id),
  constraint data_key_check CHECK (((purpose = 'seal'::text) OR (key_id = 'k1'::text))),
  constraint data_key_key_id_check CHECK ((key_id ~ '^k[1-9][0-9]{0,5}$'::text)),
  constraint data_key_purpose_check CHECK ((purpose = ANY (ARRAY['seal'::text, 'fingerprint'::text, 'codes'::text])))
);

create table database_function (
  name text not null,
  hash text not null,
  set_number integer not null,
  applied_at timestamp with time zone not null default now(),
  constraint database_function_pkey PRIMARY KEY (name)
);

create table day_sums (
  business_id uuid not null,
  mode text not null,
  subject text not null,
  day_start timestamp with time zone not null,
  sums bigint[] not null,
  counted_at timestamp with time zone not null,
  constraint day_sums_pkey PRIMARY KEY (business_id, mode, subject, day_start),
  constraint day_sums_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint day_sums_subject_check CHECK ((subject = ANY (ARRAY['made'::text, 'paid'::text, 'deposits'::text])))
);

create table delivery (
  business_id uuid not null,
  mode text not null,
  event_id uuid not null,
  endpoint text not null,
  state text not null default 'pending'::text,
  attempts smallint not null default 0,
  next_at timestamp with time zone,
  lease_until timestamp with time zone,
  lease_token uuid,
  last_status smallint,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  begun_after smallint not null default 0,
  forced boolean not null default false,
  is_retry boolean not null default (attempts > begun_after),
  constraint delivery_pkey PRIMARY KEY (business_id, mode, event_id, endpoint),
  constraint delivery_attempts_check CHECK ((attempts >= 0)),
  constraint delivery_check CHECK (((state = 'pending'::text) = (next_at IS NOT NULL))),
  constraint delivery_check1 CHECK (((lease_until IS NULL) = (lease_token IS NULL))),
  constraint delivery_check2 CHECK (((lease_until IS NULL) OR (state = 'pending'::text))),
  constraint delivery_check3 CHECK ((begun_after <= attempts)),
  constraint delivery_endpoint_known CHECK (((endpoint = ANY (ARRAY['standard'::text, 'dedicated_virtual_account'::text])) OR starts_with(endpoint, 'whk_'::text))),
  constraint delivery_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);

create table delivery_attempt (
  business_id uuid not null,
  mode text not null,
  event_id uuid not null,
  attempt smallint not null,
  url text not null,
  status smallint,
  error text,
  answer text not null,
  latency_ms integer not null,
  created_at timestamp with time zone not null,
  endpoint text not null default 'settings'::text,
  constraint delivery_attempt_pkey PRIMARY KEY (business_id, mode, event_id, endpoint, attempt),
  constraint delivery_attempt_attempt_check CHECK ((attempt >= 1)),
  constraint delivery_attempt_check CHECK (((status IS NULL) <> (error IS NULL))),
  constraint delivery_attempt_endpoint_known CHECK (((endpoint = 'settings'::text) OR starts_with(endpoint, 'whk_'::text))),
  constraint delivery_attempt_latency_ms_check CHECK ((latency_ms >= 0)),
  constraint delivery_attempt_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);

create table deposit (
  business_id uuid not null,
  mode text not null,
  deposit_id uuid not null,
  rail text not null,
  session_id text not null,
  account_number text not null,
  amount bigint not null,
  sender_name text not null,
  sender_bank_code text not null,
  sender_account_number text not null,
  narration text not null,
  transaction_id uuid,
  state text not null,
  reason text,
  return_session_id text,
  next_return_at timestamp with time zone,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  account_kind text not null,
  return_handle text,
  return_asked_at timestamp with time zone,
  return_accepted_at timestamp with time zone,
  updated_at timestamp with time zone,
  surcharge bigint not null default 0,
  constraint deposit_key PRIMARY KEY (business_id, mode, deposit_id) INCLUDE (amount),
  constraint deposit_account_kind_check CHECK ((account_kind = ANY (ARRAY['one_off'::text, 'dedicated'::text, 'wallet'::text]))),
  constraint deposit_amount_check CHECK ((amount > 0)),
  constraint deposit_check CHECK (((state = 'matched'::text) = (reason IS NULL))),
  constraint deposit_check1 CHECK (((state = ANY (ARRAY['unmatched'::text, 'returning'::text])) = (next_return_at IS NOT NULL))),
  constraint deposit_check2 CHECK (((state = 'returned'::text) = (return_session_id IS NOT NULL))),
  constraint deposit_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint deposit_pays_a_transaction CHECK (((account_kind = 'wallet'::text) = (transaction_id IS NULL))),
  constraint deposit_reason_check CHECK ((reason = ANY (ARRAY['amount_too_low'::text, 'amount_too_high'::text, 'late'::text, 'already_paid'::text, 'closed'::text]))),
  constraint deposit_state_check CHECK ((state = ANY (ARRAY['matched'::text, 'unmatched'::text, 'returning'::text, 'returned'::text, 'return_refused'::text]))),
  constraint deposit_surcharge_check CHECK ((surcharge >= 0)),
  constraint deposit_to_a_permanent_account_is_matched CHECK (((account_kind = 'one_off'::text) OR (state = 'matched'::text)))
) partition by RANGE (deposit_id) with (autovacuum_vacuum_insert_scale_factor=0.02);

create table deposit_quarantine (
  business_id uuid not null,
  mode text not null,
  quarantine_id uuid not null,
  reason text not null,
  rail text not null,
  session_id text,
  content text not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  constraint deposit_quarantine_pkey PRIMARY KEY (business_id, mode, quarantine_id),
  constraint deposit_quarantine_lists_once UNIQUE (business_id, mode, digest),
  constraint deposit_quarantine_check CHECK (((reason = 'altered'::text) = (session_id IS NOT NULL))),
  constraint deposit_quarantine_digest_check CHECK ((length(digest) = 32)),
  constraint deposit_quarantine_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint deposit_quarantine_reason_check CHECK ((reason = ANY (ARRAY['altered'::text, 'unreadable'::text])))
);

create table deposit_session (
  mode text not null,
  rail text not null,
  session_id text not null,
  business_id uuid not null,
  deposit_id uuid not null,
  constraint deposit_session_pkey PRIMARY KEY (mode, rail, session_id),
  constraint deposit_session_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint deposit_session_session_id_check CHECK (((length(session_id) >= 1) AND (length(session_id) <= 64)))
) with (autovacuum_vacuum_insert_scale_factor=0.02);

create table detached_month (
  month date not null,
  end_id uuid not null,
  last_entry_at timestamp with time zone,
  detached_at timestamp with time zone not null,
  constraint detached_month_pkey PRIMARY KEY (month),
  constraint detached_month_end_id_key UNIQUE (end_id),
  constraint detached_month_month_fkey FOREIGN KEY (month) REFERENCES archived_month(month)
);

create table detached_sum (
  month date not null,
  business_id uuid not null,
  mode text not null,
  name text not null,
  debits_pending bigint not null,
  debits_posted bigint not null,
  credits_pending bigint not null,
  credits_posted bigint not null,
  constraint detached_sum_pkey PRIMARY KEY (month, business_id, mode, name),
  constraint detached_sum_month_fkey FOREIGN KEY (month) REFERENCES detached_month(month),
  constraint detached_sum_mode_check CHECK ((mode = 'live'::text))
);

create table dispute (
  business_id uuid not null,
  mode text not null,
  dispute_id uuid not null,
  transaction_id uuid not null,
  transaction_reference text not null,
  clearing text not null,
  rail text not null,
  case_number text not null,
  source text not null,
  category text not null,
  reason text not null,
  status text not null,
  amount bigint not null,
  fee bigint not null,
  due_at timestamp with time zone not null,
  remind_at timestamp with time zone,
  reminded_at timestamp with time zone,
  evidence text,
  answered_at timestamp with time zone,
  closed_by text,
  closed_at timestamp with time zone,
  call text,
  call_state text,
  session_id text,
  next_call_at timestamp with time zone,
  call_asked_at timestamp with time zone,
  call_accepted_at timestamp with time zone,
  call_handle text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  next_mail_at timestamp with time zone,
  mail_attempts integer not null default 0,
  mail_failure text,
  constraint dispute_pkey PRIMARY KEY (business_id, mode, dispute_id),
  constraint dispute_amount_check CHECK ((amount > 0)),
  constraint dispute_call_check CHECK ((call = ANY (ARRAY['return'::text, 'accept'::text, 'contest'::text]))),
  constraint dispute_call_state_check CHECK ((call_state = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text]))),
  constraint dispute_category_check CHECK ((category = ANY (ARRAY['chargeback'::text, 'fraud_report'::text, 'recall'::text]))),
  constraint dispute_check CHECK (((status = ANY (ARRAY['won'::text, 'lost'::text, 'accepted'::text])) = (closed_at IS NOT NULL))),
  constraint dispute_check1 CHECK (((closed_by IS NULL) = (closed_at IS NULL))),
  constraint dispute_check2 CHECK (((remind_at IS NULL) OR (status = 'needs_response'::text))),
  constraint dispute_check3 CHECK (((call IS NULL) = (call_state IS NULL))),
  constraint dispute_check4 CHECK (((next_call_at IS NOT NULL) = (NOT (call_state IS DISTINCT FROM 'open'::text)))),
  constraint dispute_check5 CHECK (((call IS DISTINCT FROM 'return'::text) OR ((status = ANY (ARRAY['lost'::text, 'accepted'::text])) AND (clearing = 'bank_clearing'::text) AND (source = 'operator'::text)))),
  constraint dispute_clearing_check CHECK ((clearing = ANY (ARRAY['bank_clearing'::text, 'card_clearing'::text]))),
  constraint dispute_closed_by_check CHECK ((closed_by = ANY (ARRAY['business'::text, 'operator'::text, 'provider'::text, 'silence'::text]))),
  constraint dispute_fee_check CHECK ((fee >= 0)),
  constraint dispute_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint dispute_source_check CHECK ((source = ANY (ARRAY['provider'::text, 'operator'::text]))),
  constraint dispute_status_check CHECK ((status = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'accepted'::text])))
);

create table dispute_file (
  business_id uuid not null,
  mode text not null,
  dispute_id uuid not null,
  number smallint not null,
  type text not null,
  size integer not null,
  digest bytea not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint dispute_file_pkey PRIMARY KEY (business_id, mode, dispute_id, number),
  constraint dispute_file_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint dispute_file_number_check CHECK (((number >= 1) AND (number <= 5))),
  constraint dispute_file_size_check CHECK (((size >= 1) AND (size <= 5242880))),
  constraint dispute_file_type_check CHECK ((type = ANY (ARRAY['pdf'::text, 'png'::text, 'jpeg'::text])))
);

create table event (
  business_id uuid not null,
  mode text not null,
  event_id uuid not null,
  type text not null,
  route text not null,
  payload text not null,
  created_at timestamp with time zone not null,
  transaction_id uuid,
  constraint event_pkey PRIMARY KEY (business_id, mode, event_id),
  constraint event_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint event_route_check CHECK ((route = ANY (ARRAY['standard'::text, 'dedicated_virtual_account'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);

create table example_run (
  business_id uuid not null,
  mode text not null,
  token uuid not null,
  state text not null,
  done integer not null default 0,
  total integer not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint example_run_pkey PRIMARY KEY (business_id, mode),
  constraint example_run_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  constraint example_run_check CHECK (((done >= 0) AND (done <= total))),
  constraint example_run_check1 CHECK (((state = 'running'::text) = (lease_until IS NOT NULL))),
  constraint example_run_mode_check CHECK ((mode = 'test'::text)),
  constraint example_run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text]))),
  constraint example_run_total_check CHECK ((total > 0))
);

create table fetched_statement (
  mode text not null,
  rail text not null,
  day date not null,
  statement_id uuid not null,
  page text,
  lines integer not null default 0,
  tries integer not null default 0,
  next_at timestamp with time zone,
  fetched_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint fetched_statement_pkey PRIMARY KEY (mode, rail, day),
  constraint fetched_statement_statement_id_key UNIQUE (statement_id),
  constraint fetched_statement_check CHECK (((next_at IS NULL) = (fetched_at IS NOT NULL))),
  constraint fetched_statement_lines_check CHECK ((lines >= 0)),
  constraint fetched_statement_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint fetched_statement_page_check CHECK ((length(page) <= 1000)),
  constraint fetched_statement_rail_check CHECK (((length(rail) >= 1) AND (length(rail) <= 64))),
  constraint fetched_statement_tries_check CHECK ((tries >= 0))
);

create table idempotency_key (
  business_id uuid not null,
  mode text not null,
  key text not null,
  request_hash bytea not null,
  effect_id uuid not null,
  lease_until timestamp with time zone,
  status smallint,
  content_type text,
  body text,
  created_at timestamp with time zone not null,
  erase_at timestamp with time zone,
  etag text,
  constraint idempotency_key_pkey PRIMARY KEY (business_id, mode, key),
  constraint idempotency_key_check CHECK (((lease_until IS NULL) = (status IS NOT NULL))),
  constraint idempotency_key_check1 CHECK (((status IS NULL) = (body IS NULL))),
  constraint idempotency_key_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table identity_access (
  business_id uuid not null,
  mode text not null,
  access_id uuid not null,
  verification_id uuid not null,
  how text not null,
  key_id uuid not null,
  request_id text not null,
  ip_address text not null,
  created_at timestamp with time zone not null,
  constraint identity_access_pkey PRIMARY KEY (business_id, mode, access_id),
  constraint identity_access_how_check CHECK ((how = ANY (ARRAY['validated'::text, 'validated_again'::text, 'replayed'::text]))),
  constraint identity_access_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table identity_number (
  mode text not null,
  number_hash bytea not null,
  uses uuid[] not null,
  updated_at timestamp with time zone not null,
  constraint identity_number_pkey PRIMARY KEY (mode, number_hash),
  constraint identity_number_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table identity_verification (
  business_id uuid not null,
  mode text not null,
  verification_id uuid not null,
  type text not null,
  state text not null,
  failure text,
  number text,
  number_last4 text not null,
  number_hash bytea not null,
  consent text,
  fee bigint not null,
  otp_id uuid not null,
  rail_session text,
  otp_sent_at timestamp with time zone,
  otp_expires_at timestamp with time zone,
  otp_resends smallint not null default 0,
  attempts smallint not null default 0,
  wrongs smallint not null default 0,
  otp_hash bytea,
  details text,
  debit_account_number text,
  verified_at timestamp with time zone,
  erase_at timestamp with time zone,
  due_at timestamp with time zone,
  effect_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rail text not null default 'sandbox'::text,
  constraint identity_verification_pkey PRIMARY KEY (business_id, mode, verification_id),
  constraint identity_verification_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint identity_verification_check CHECK (((state = 'FAILED'::text) = (failure IS NOT NULL))),
  constraint identity_verification_check1 CHECK (((state = 'SUCCESS'::text) = (verified_at IS NOT NULL))),
  constraint identity_verification_check2 CHECK (((verified_at IS NULL) = (erase_at IS NULL))),
  constraint identity_verification_check3 CHECK (((state = 'SUCCESS'::text) OR ((details IS NULL) AND (otp_hash IS NULL)))),
  constraint identity_verification_check4 CHECK (((state <> ALL (ARRAY['Requested'::text, 'Pending'::text])) OR (number IS NOT NULL))),
  constraint identity_verification_check5 CHECK (((state <> ALL (ARRAY['FAILED'::text, 'LOCKED'::text, 'EXPIRED'::text])) OR (number IS NULL))),
  constraint identity_verification_check6 CHECK (((state = ANY (ARRAY['Requested'::text, 'FAILED'::text])) OR ((rail_session IS NOT NULL) AND (otp_sent_at IS NOT NULL) AND (otp_expires_at IS NOT NULL)))),
  constraint identity_verification_failure_check CHECK ((failure = ANY (ARRAY['unknown_number'::text, 'not_sent'::text, 'unavailable'::text, 'not_found'::text, 'never_known'::text]))),
  constraint identity_verification_fee_check CHECK ((fee > 0)),
  constraint identity_verification_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint identity_verification_otp_resends_check CHECK (((otp_resends >= 0) AND (otp_resends <= 3))),
  constraint identity_verification_state_check CHECK ((state = ANY (ARRAY['Requested'::text, 'Pending'::text, 'SUCCESS'::text, 'FAILED'::text, 'LOCKED'::text, 'EXPIRED'::text]))),
  constraint identity_verification_type_check CHECK ((type = ANY (ARRAY['BVN'::text, 'NIN'::text]))),
  constraint identity_verification_wrongs_check CHECK (((wrongs >= 0) AND (wrongs <= 5)))
) with (fillfactor=70);

create table installation (
  only_row boolean not null default true,
  settings_version bigint not null default 0,
  master_key_check text,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_only_row_check CHECK (only_row)
);

create table invitation (
  business_id uuid not null,
  invitation_id uuid not null,
  email text not null,
  email_folded text not null,
  role text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint invitation_pkey PRIMARY KEY (business_id, invitation_id),
  constraint invitation_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'finance'::text, 'support'::text])))
);

create table invoice (
  business_id uuid not null,
  mode text not null,
  invoice_id uuid not null,
  subscription_id uuid not null,
  customer_id uuid not null,
  period integer not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  amount bigint not null,
  state text not null,
  by_account boolean not null,
  attempt integer not null,
  trying text,
  failures integer not null,
  failure text,
  transaction_id uuid,
  due_at timestamp with time zone,
  next_mail_at timestamp with time zone,
  mail_attempts integer not null,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint invoice_pkey PRIMARY KEY (business_id, mode, invoice_id),
  constraint invoice_amount_check CHECK ((amount >= 0)),
  constraint invoice_check CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint invoice_check1 CHECK (((state = 'open'::text) OR ((due_at IS NULL) AND (trying IS NULL)))),
  constraint invoice_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint invoice_period_check CHECK ((period > 0)),
  constraint invoice_state_check CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'uncollectible'::text, 'void'::text]))),
  constraint invoice_trying_check CHECK ((trying = ANY (ARRAY['charge'::text, 'checkout'::text])))
);

create table kept_card_code (
  business_id uuid not null,
  mode text not null,
  transaction_id uuid not null,
  code_id uuid not null,
  sends integer not null,
  guesses integer not null default 0,
  language text not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  proven_until timestamp with time zone,
  next_mail_at timestamp with time zone,
  mail_attempts integer not null default 0,
  created_at timestamp with time zone not null,
  constraint kept_card_code_pkey PRIMARY KEY (business_id, mode, transaction_id),
  constraint kept_card_code_guesses_check CHECK (((guesses >= 0) AND (guesses <= 5))),
  constraint kept_card_code_language_check CHECK ((language = ANY (ARRAY['en'::text, 'pcm'::text, 'yo'::text, 'ha'::text, 'ig'::text]))),
  constraint kept_card_code_mail_attempts_check CHECK ((mail_attempts >= 0)),
  constraint kept_card_code_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint kept_card_code_sends_check CHECK (((sends >= 1) AND (sends <= 4)))
);

create table ledger_account (
  business_id uuid not null,
  mode text not null,
  name text not null,
  overdraft boolean not null,
  debits_pending bigint not null default 0,
  debits_posted bigint not null default 0,
  credits_pending bigint not null default 0,
  credits_posted bigint not null default 0,
  created_at timestamp with time zone not null,
  low_below bigint,
  indebted boolean not null default false,
  constraint ledger_account_pkey PRIMARY KEY (business_id, mode, name),
  constraint ledger_account_credits_pending_check CHECK ((credits_pending >= 0)),
  constraint ledger_account_credits_posted_check CHECK ((credits_posted >= 0)),
  constraint ledger_account_debits_pending_check CHECK ((debits_pending >= 0)),
  constraint ledger_account_debits_posted_check CHECK ((debits_posted >= 0)),
  constraint ledger_account_debt_is_owed CHECK (((name <> 'debt'::text) OR (credits_posted <= debits_posted))),
  constraint ledger_account_low_below_check CHECK (((low_below IS NULL) OR ((low_below > 0) AND (name = 'available'::text)))),
  constraint ledger_account_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ledger_account_not_overdrawn CHECK ((overdraft OR (credits_posted >= (debits_posted + debits_pending))))
) with (fillfactor=50);

create table ledger_entry (
  business_id uuid not null,
  mode text not null,
  cause_id uuid not null,
  reason text not null,
  step smallint not null,
  kind text not null,
  debit_account text not null,
  credit_account text not null,
  amount bigint not null,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint ledger_entry_key PRIMARY KEY (business_id, mode, cause_id, reason, step),
  constraint ledger_entry_amount_check CHECK ((amount > 0)),
  constraint ledger_entry_check CHECK ((debit_account <> credit_account)),
  constraint ledger_entry_check1 CHECK (((step = 2) = (kind = ANY (ARRAY['post_hold'::text, 'void_hold'::text])))),
  constraint ledger_entry_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'hold'::text, 'post_hold'::text, 'void_hold'::text]))),
  constraint ledger_entry_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ledger_entry_step_check CHECK ((step = ANY (ARRAY[1, 2])))
) partition by RANGE (cause_id) with (autovacuum_vacuum_insert_scale_factor=0.02);

create table ledger_seal (
  day date not null,
  slice bigint not null,
  entries bigint not null,
  balances bytea not null,
  previous bytea not null,
  digest bytea not null,
  sealed_at timestamp with time zone not null,
  constraint ledger_seal_pkey PRIMARY KEY (day),
  constraint ledger_seal_slice_key UNIQUE (slice),
  constraint ledger_seal_balances_check CHECK ((length(balances) = 32)),
  constraint ledger_seal_digest_check CHECK ((length(digest) = 32)),
  constraint ledger_seal_previous_check CHECK ((length(previous) = 32))
);

create table ledger_slice (
  number bigint not null,
  day date not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  entries bigint not null,
  digest bytea not null,
  test_digest bytea,
  read_at timestamp with time zone not null,
  findings integer not null default 0,
  constraint ledger_slice_pkey PRIMARY KEY (number),
  constraint ledger_slice_check CHECK ((from_at < until_at)),
  constraint ledger_slice_digest_check CHECK ((length(digest) = 32)),
  constraint ledger_slice_test_digest_check CHECK ((length(test_digest) = 32))
);

create table ledger_slice_rest (
  number bigint not null,
  entries bigint not null,
  digest bytea not null,
  constraint ledger_slice_rest_pkey PRIMARY KEY (number),
  constraint ledger_slice_rest_number_fkey FOREIGN KEY (number) REFERENCES ledger_slice(number),
  constraint ledger_slice_rest_digest_check CHECK ((length(digest) = 32)),
  constraint ledger_slice_rest_entries_check CHECK ((entries >= 0))
);

create table ledger_sum (
  business_id uuid not null,
  mode text not null,
  name text not null,
  part text not null,
  debits_pending bigint not null,
  debits_posted bigint not null,
  credits_pending bigint not null,
  credits_posted bigint not null,
  day date not null,
  constraint ledger_sum_pkey PRIMARY KEY (business_id, mode, name, part),
  constraint ledger_sum_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint ledger_sum_part_check CHECK ((part = ANY (ARRAY['closed'::text, 'turn'::text])))
) with (fillfactor=70);

create table ledger_turn (
  is_only boolean not null default true,
  closing_until timestamp with time zone not null,
  slice bigint,
  by_command boolean not null default false,
  began_at timestamp with time zone not null,
  constraint ledger_turn_pkey PRIMARY KEY (is_only),
  constraint ledger_turn_is_only_check CHECK (is_only)
);

create table login (
  login_id uuid not null,
  email text not null,
  email_folded text not null,
  name text not null default ''::text,
  password_hash text not null,
  is_operator boolean not null default false,
  failures integer not null default 0,
  totp_secret text,
  totp_since timestamp with time zone,
  totp_step bigint not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  proved_at timestamp with time zone,
  device_failures integer not null default 0,
  constraint login_pkey PRIMARY KEY (login_id),
  constraint login_email_folded_key UNIQUE (email_folded),
  constraint login_check CHECK (((totp_since IS NULL) OR (totp_secret IS NOT NULL))),
  constraint login_device_failures_check CHECK ((device_failures >= 0)),
  constraint login_failures_check CHECK ((failures >= 0)),
  constraint login_name_check CHECK ((length(name) <= 100)),
  constraint login_operator_is_proved CHECK (((proved_at IS NOT NULL) OR (NOT is_operator)))
);

create table login_letter (
  letter_id uuid not null,
  kind text not null,
  email text not null,
  subject_id uuid not null,
  business_id uuid,
  business_name text not null,
  mode text not null,
  attempts integer not null default 0,
  next_at timestamp with time zone,
  sent_at timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null,
  by_mail boolean not null default false,
  note text,
  constraint login_letter_pkey PRIMARY KEY (letter_id),
  constraint login_letter_check CHECK (((sent_at IS NULL) OR (next_at IS NULL))),
  constraint login_letter_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'password_reset'::text, 'held_off'::text, 'account_change'::text, 'reconciliation'::text, 'alarm'::text, 'sign_up'::text, 'sign_up_known'::text]))),
  constraint login_letter_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint login_letter_note_check CHECK (((kind = ANY (ARRAY['account_change'::text, 'reconciliation'::text, 'alarm'::text])) = (note IS NOT NULL)))
);

create table login_session (
  session_id uuid not null,
  login_id uuid not null,
  token_hash bytea not null,
  stage text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  fresh_until timestamp with time zone not null,
  address text not null,
  agent text not null,
  ended_at timestamp with time zone,
  constraint login_session_pkey PRIMARY KEY (session_id),
  constraint login_session_token_hash_key UNIQUE (token_hash),
  constraint login_session_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(login_id),
  constraint login_session_agent_check CHECK ((length(agent) <= 300)),
  constraint login_session_stage_check CHECK ((stage = ANY (ARRAY['second_factor'::text, 'open'::text]))),
  constraint login_session_token_hash_check CHECK ((length(token_hash) = 32))
) with (fillfactor=85);

create table membership (
  business_id uuid not null,
  login_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  constraint membership_pkey PRIMARY KEY (business_id, login_id),
  constraint membership_business_id_fkey FOREIGN KEY (business_id) REFERENCES business(business_id),
  constraint membership_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(login_id),
  constraint membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'finance'::text, 'support'::text])))
);

create table migration (
  number integer not null,
  name text not null,
  hash text not null,
  run_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (number)
);

create table password_reset (
  reset_id uuid not null,
  login_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_reset_pkey PRIMARY KEY (reset_id),
  constraint password_reset_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(login_id)
);

create table payer_authorization (
  business_id uuid not null,
  mode text not null,
  authorization_id uuid not null,
  customer_id uuid not null,
  email text not null,
  rail text not null,
  signature text not null,
  token text,
  details text not null,
  state text not null,
  consent text not null,
  consented_at timestamp with time zone not null,
  consent_address text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deactivated_at timestamp with time zone,
  forget_at timestamp with time zone,
  channel text not null default 'card'::text,
  approval_url text,
  handle text,
  check_at timestamp with time zone,
  rejection_reason text,
  expiry_told_at timestamp with time zone,
  next_mail_at timestamp with time zone,
  mail_attempts integer not null default 0,
  constraint payer_authorization_pkey PRIMARY KEY (business_id, mode, authorization_id),
  constraint payer_authorization_channel_check CHECK ((channel = ANY (ARRAY['card'::text, 'direct_debit'::text]))),
  constraint payer_authorization_check1 CHECK (((state = 'deactivated'::text) = (deactivated_at IS NOT NULL))),
  constraint payer_authorization_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payer_authorization_pending_check CHECK ((((check_at IS NULL) OR (state = 'pending'::text)) AND ((channel = 'direct_debit'::text) OR (state = ANY (ARRAY['active'::text, 'deactivated'::text]))) AND ((state = 'rejected'::text) = (rejection_reason IS NOT NULL)))),
  constraint payer_authorization_signature_check CHECK ((length(signature) <= 200)),
  constraint payer_authorization_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'rejected'::text, 'deactivated'::text]))),
  constraint payer_authorization_token_check CHECK (((token IS NOT NULL) = ((state = 'active'::text) OR (forget_at IS NOT NULL))))
);

create table payment_link (
  business_id uuid not null,
  mode text not null,
  payment_link_id uuid not null,
  slug text not null,
  name text not null,
  description text,
  amount bigint,
  min_amount bigint,
  max_amount bigint,
  fields text not null,
  callback_url text,
  split_code text,
  channels text,
  fee_bearer text not null,
  active boolean not null default true,
  expires_at timestamp with time zone,
  uses_max integer,
  metadata text,
  version integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_link_pkey PRIMARY KEY (business_id, mode, payment_link_id),
  constraint payment_link_amount_check CHECK (((amount >= 100) AND (amount <= '1000000000000'::bigint))),
  constraint payment_link_check CHECK (((amount IS NULL) OR ((min_amount IS NULL) AND (max_amount IS NULL)))),
  constraint payment_link_check1 CHECK ((min_amount <= max_amount)),
  constraint payment_link_fee_bearer_check CHECK ((fee_bearer = ANY (ARRAY['business'::text, 'customer'::text]))),
  constraint payment_link_max_amount_check CHECK (((max_amount >= 100) AND (max_amount <= '1000000000000'::bigint))),
  constraint payment_link_min_amount_check CHECK (((min_amount >= 100) AND (min_amount <= '1000000000000'::bigint))),
  constraint payment_link_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payment_link_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint payment_link_uses_max_check CHECK (((uses_max >= 1) AND (uses_max <= 1000000)))
);

create table payment_link_slug (
  slug text not null,
  business_id uuid not null,
  mode text not null,
  payment_link_id uuid not null,
  constraint payment_link_slug_pkey PRIMARY KEY (slug),
  constraint payment_link_has_one_slug UNIQUE (business_id, mode, payment_link_id),
  constraint payment_link_slug_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payment_link_slug_slug_check CHECK ((slug ~ '^[a-z0-9-]{3,60}$'::text))
);

create table payment_rule (
  business_id uuid not null,
  mode text not null,
  rule_id uuid not null,
  name text not null,
  kind text not null,
  action text not null,
  points smallint not null,
  amount bigint,
  channels text[],
  most integer,
  listed text[],
  active boolean not null,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint payment_rule_pkey PRIMARY KEY (business_id, mode, rule_id),
  constraint payment_rule_action_check CHECK ((action = ANY (ARRAY['refuse'::text, 'review'::text, 'allow'::text]))),
  constraint payment_rule_amount_check CHECK ((amount > 0)),
  constraint payment_rule_channels_check CHECK ((cardinality(channels) > 0)),
  constraint payment_rule_check CHECK (
CASE kind
    WHEN 'amount'::text THEN (amount IS NOT NULL)
    WHEN 'cards_per_customer'::text THEN (most IS NOT NULL)
    WHEN 'payments_per_customer'::text THEN (most IS NOT NULL)
    WHEN 'payments_per_ip'::text THEN (most IS NOT NULL)
    ELSE (listed IS NOT NULL)
END),
  constraint payment_rule_check1 CHECK ((num_nonnulls(amount, most, listed) = 1)),
  constraint payment_rule_check2 CHECK (((channels IS NULL) OR (kind = 'amount'::text))),
  constraint payment_rule_check3 CHECK (((action <> 'allow'::text) OR (kind = ANY (ARRAY['email'::text, 'ip'::text, 'card'::text])))),
  constraint payment_rule_kind_check CHECK ((kind = ANY (ARRAY['amount'::text, 'cards_per_customer'::text, 'payments_per_customer'::text, 'payments_per_ip'::text, 'card_country_in'::text, 'card_country_not_in'::text, 'email'::text, 'ip'::text, 'card'::text]))),
  constraint payment_rule_listed_check CHECK (((cardinality(listed) >= 1) AND (cardinality(listed) <= 500))),
  constraint payment_rule_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payment_rule_most_check CHECK ((most > 0)),
  constraint payment_rule_points_check CHECK (((points >= 0) AND (points <= 100)))
);

create table payout (
  business_id uuid not null,
  mode text not null,
  payout_id uuid not null,
  rail text not null,
  reference text not null,
  state text not null,
  amount bigint not null,
  bank_code text not null,
  account_number text not null,
  account_name text not null,
  enquiry text not null,
  reason text,
  subaccount_id uuid,
  failure text,
  session_id text,
  asked_at timestamp with time zone,
  enquiries integer not null default 0,
  next_at timestamp with time zone,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  handle text,
  accepted_at timestamp with time zone,
  reversed_at timestamp with time zone,
  rail_key uuid,
  keyed_at timestamp with time zone,
  metadata text,
  updated_at timestamp with time zone,
  duty bigint not null default 0,
  duty_by_provider boolean not null default false,
  constraint payout_pkey PRIMARY KEY (business_id, mode, payout_id),
  constraint payout_reference UNIQUE (business_id, mode, reference),
  constraint payout_amount_check CHECK ((amount > 0)),
  constraint payout_came_back_once CHECK (((state = 'reversed'::text) = (reversed_at IS NOT NULL))),
  constraint payout_check CHECK (((state = 'pending'::text) = (completed_at IS NULL))),
  constraint payout_failed_for_a_reason CHECK (((state = ANY (ARRAY['failed'::text, 'reversed'::text])) = (failure IS NOT NULL))),
  constraint payout_is_asked_for_by_who_knows_its_key CHECK (((rail_key IS NULL) OR (NOT (keyed_at IS DISTINCT FROM asked_at)))) NOT VALID,
  constraint payout_is_due_while_it_may_change CHECK (
CASE state
    WHEN 'pending'::text THEN (next_at IS NOT NULL)
    WHEN 'success'::text THEN true
    ELSE (next_at IS NULL)
END),
  constraint payout_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payout_session_id_check CHECK ((length(session_id) <= 64)),
  constraint payout_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text, 'reversed'::text]))),
  constraint payout_was_asked_for CHECK (((asked_at IS NOT NULL) OR ((state <> ALL (ARRAY['success'::text, 'reversed'::text])) AND (accepted_at IS NULL)))),
  constraint payout_was_sent_by_a_session CHECK (((state = ANY (ARRAY['success'::text, 'reversed'::text])) = (session_id IS NOT NULL)))
) with (fillfactor=70);

create table payout_batch (
  business_id uuid not null,
  mode text not null,
  batch_id uuid not null,
  name text,
  state text not null,
  auto_send boolean not null,
  request_name text,
  made_by uuid,
  made_by_name text not null,
  approved_by_email text,
  cancelled_by_name text,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint payout_batch_pkey PRIMARY KEY (business_id, mode, batch_id),
  constraint payout_batch_ends_once CHECK (((state = ANY (ARRAY['completed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint payout_batch_is_cancelled_by_someone CHECK (((state = 'cancelled'::text) = (cancelled_by_name IS NOT NULL))),
  constraint payout_batch_is_due_while_it_moves CHECK (((state = ANY (ARRAY['checking'::text, 'processing'::text])) = (due_at IS NOT NULL))),
  constraint payout_batch_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payout_batch_starts_after_the_checks CHECK (((started_at IS NULL) OR (checked_at IS NOT NULL))),
  constraint payout_batch_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'awaiting_approval'::text, 'ready'::text, 'processing'::text, 'insufficient_balance'::text, 'completed'::text, 'cancelled'::text])))
);

create table payout_batch_line (
  business_id uuid not null,
  mode text not null,
  batch_id uuid not null,
  number integer not null,
  payout_id uuid not null,
  state text not null,
  amount bigint not null,
  bank_code text not null,
  account_number text not null,
  reference text,
  reason text,
  metadata text,
  repeats integer,
  name_state text not null,
  account_name text,
  failure text,
  due_at timestamp with time zone,
  constraint payout_batch_line_pkey PRIMARY KEY (business_id, mode, batch_id, number),
  constraint payout_batch_line_payout UNIQUE (business_id, mode, payout_id),
  constraint payout_batch_line_amount_check CHECK ((amount > 0)),
  constraint payout_batch_line_check CHECK ((repeats < number)),
  constraint payout_batch_line_has_its_name CHECK (((name_state = 'found'::text) = (account_name IS NOT NULL))),
  constraint payout_batch_line_is_due_while_it_waits CHECK (((due_at IS NULL) OR (state = 'waiting'::text))),
  constraint payout_batch_line_is_not_sent_for_a_reason CHECK (((state = 'not_sent'::text) = (failure IS NOT NULL))),
  constraint payout_batch_line_is_sent_after_the_checks CHECK (((state <> 'sent'::text) OR (name_state <> 'pending'::text))),
  constraint payout_batch_line_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payout_batch_line_name_state_check CHECK ((name_state = ANY (ARRAY['pending'::text, 'found'::text, 'not_found'::text, 'unknown'::text]))),
  constraint payout_batch_line_number_check CHECK ((number > 0)),
  constraint payout_batch_line_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'not_sent'::text, 'cancelled'::text])))
);

create table plan (
  business_id uuid not null,
  mode text not null,
  plan_id uuid not null,
  name text not null,
  description text,
  amount bigint not null,
  interval text not null,
  times integer,
  if_unpaid text not null,
  active boolean not null,
  metadata text,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint plan_pkey PRIMARY KEY (business_id, mode, plan_id),
  constraint plan_amount_check CHECK ((amount > 0)),
  constraint plan_if_unpaid_check CHECK ((if_unpaid = ANY (ARRAY['cancel'::text, 'keep'::text]))),
  constraint plan_interval_check CHECK (("interval" = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text, 'quarterly'::text, 'biannually'::text, 'annually'::text]))),
  constraint plan_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint plan_times_check CHECK ((times > 0))
);

create table rail_balance (
  mode text not null,
  rail text not null,
  asked_at timestamp with time zone not null,
  available bigint,
  read_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint rail_balance_pkey PRIMARY KEY (mode, rail),
  constraint rail_balance_check CHECK (((available IS NULL) = (read_at IS NULL))),
  constraint rail_balance_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint rail_balance_rail_check CHECK (((length(rail) >= 1) AND (length(rail) <= 64)))
);

create table rail_health (
  mode text not null,
  rail text not null,
  process text not null,
  window_start timestamp with time zone not null,
  calls integer not null,
  answered integer not null,
  down integer not null,
  unknown integer not null,
  threw integer not null,
  latencies integer[] not null,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  last_failure text,
  name text not null,
  refused_at timestamp with time zone,
  constraint rail_health_pkey PRIMARY KEY (mode, rail, name, process, window_start),
  constraint rail_health_calls_check CHECK ((calls >= 0)),
  constraint rail_health_check CHECK (((answered >= 0) AND (answered <= calls))),
  constraint rail_health_check1 CHECK ((((down + unknown) + threw) <= answered)),
  constraint rail_health_check2 CHECK (((last_failure_at IS NULL) = (last_failure IS NULL))),
  constraint rail_health_down_check CHECK ((down >= 0)),
  constraint rail_health_last_failure_check CHECK ((last_failure = ANY (ARRAY['down'::text, 'unknown'::text, 'threw'::text]))),
  constraint rail_health_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint rail_health_rail_check CHECK ((rail = ANY (ARRAY['bank'::text, 'card'::text, 'identity'::text, 'message'::text]))),
  constraint rail_health_threw_check CHECK ((threw >= 0)),
  constraint rail_health_unknown_check CHECK ((unknown >= 0))
) with (fillfactor=70);

create table rail_margin (
  day date not null,
  mode text not null,
  rail text not null,
  fees bigint not null,
  cost bigint not null,
  constraint rail_margin_pkey PRIMARY KEY (day, mode, rail),
  constraint rail_margin_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table rail_margin_day (
  day date not null,
  summed_at timestamp with time zone,
  constraint rail_margin_day_pkey PRIMARY KEY (day)
);

create table rail_match (
  mode text not null,
  rail text not null,
  session_id text not null,
  direction text not null,
  statement_id uuid not null,
  position integer not null,
  state text not null,
  our_amount bigint,
  our_occurred_at timestamp with time zone,
  matched_at timestamp with time zone,
  constraint rail_match_pkey PRIMARY KEY (mode, rail, session_id, direction),
  constraint rail_match_is_of_one_line UNIQUE (statement_id, "position"),
  constraint rail_match_check CHECK (((state = 'theirs_only'::text) = (our_amount IS NULL))),
  constraint rail_match_check1 CHECK (((state = 'theirs_only'::text) = (our_occurred_at IS NULL))),
  constraint rail_match_check2 CHECK (((state = 'theirs_only'::text) = (matched_at IS NULL))),
  constraint rail_match_direction_check CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint rail_match_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint rail_match_state_check CHECK ((state = ANY (ARRAY['theirs_only'::text, 'matched'::text, 'wrong_amount'::text])))
) with (fillfactor=85);

create table rail_notification (
  notification_id uuid not null,
  mode text not null,
  rail text not null,
  sealed text not null,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone,
  tries integer not null default 0,
  verdict text,
  judged_at timestamp with time zone,
  constraint rail_notification_pkey PRIMARY KEY (notification_id),
  constraint rail_notification_check CHECK (((due_at IS NULL) = (judged_at IS NOT NULL))),
  constraint rail_notification_check1 CHECK (((verdict IS NULL) = (judged_at IS NULL))),
  constraint rail_notification_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint rail_notification_tries_check CHECK ((tries >= 0))
);

create table rail_switch (
  mode text not null,
  rail text not null,
  business_id uuid,
  reason text not null,
  off_by text not null,
  off_at timestamp with time zone not null,
  stops text not null default 'new'::text,
  constraint rail_switch_once UNIQUE NULLS NOT DISTINCT (mode, rail, business_id, stops),
  constraint rail_switch_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint rail_switch_off_by_check CHECK (((length(off_by) >= 1) AND (length(off_by) <= 320))),
  constraint rail_switch_rail_check CHECK (((length(rail) >= 1) AND (length(rail) <= 64))),
  constraint rail_switch_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint rail_switch_stops CHECK ((stops = ANY (ARRAY['new'::text, 'outgoing'::text])))
);

create table rate_tick (
  process uuid not null,
  tick integer not null,
  machine uuid not null,
  taken text not null,
  created_at timestamp with time zone not null default now(),
  constraint rate_tick_pkey PRIMARY KEY (process, tick)
);

create table receipt (
  business_id uuid not null,
  mode text not null,
  transaction_id uuid not null,
  state text not null default 'due'::text,
  next_at timestamp with time zone,
  attempts smallint not null default 0,
  failure text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  lease_until timestamp with time zone,
  constraint receipt_pkey PRIMARY KEY (business_id, mode, transaction_id),
  constraint receipt_attempts_check CHECK ((attempts >= 0)),
  constraint receipt_check CHECK (((state = 'due'::text) = (next_at IS NOT NULL))),
  constraint receipt_check1 CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint receipt_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint receipt_state_check CHECK ((state = ANY (ARRAY['due'::text, 'sent'::text, 'failed'::text])))
) with (fillfactor=85, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);

create table reconciliation_night (
  night date not null,
  leased_until timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint reconciliation_night_pkey PRIMARY KEY (night)
);

create table reconciliation_note (
  note_id uuid not null,
  mode text not null,
  rail text not null,
  session_id text not null,
  direction text not null,
  statement_id uuid,
  position integer,
  closed_by text not null,
  note text not null,
  created_at timestamp with time zone not null,
  constraint reconciliation_note_pkey PRIMARY KEY (note_id),
  constraint reconciliation_note_is_the_only_one UNIQUE NULLS NOT DISTINCT (mode, rail, session_id, direction, statement_id, "position"),
  constraint reconciliation_note_check CHECK (((statement_id IS NULL) = ("position" IS NULL))),
  constraint reconciliation_note_direction_check CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint reconciliation_note_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table recovered_debit (
  mode text not null,
  rail text not null,
  session_id text not null,
  recovery_id uuid not null,
  account_number text not null,
  amount bigint not null,
  occurred_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  reason text,
  constraint recovered_debit_pkey PRIMARY KEY (mode, rail, session_id),
  constraint recovered_debit_amount_check CHECK ((amount > 0)),
  constraint recovered_debit_check CHECK ((((decided_at IS NULL) = (decided_by IS NULL)) AND ((decided_at IS NULL) = (reason IS NULL)))),
  constraint recovered_debit_decided_by_check CHECK (((length(decided_by) >= 1) AND (length(decided_by) <= 320))),
  constraint recovered_debit_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint recovered_debit_rail_check CHECK (((length(rail) >= 1) AND (length(rail) <= 64))),
  constraint recovered_debit_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint recovered_debit_session_id_check CHECK (((length(session_id) >= 1) AND (length(session_id) <= 64)))
);

create table recovery (
  recovery_id uuid not null,
  reason text not null,
  restored_to timestamp with time zone not null,
  entered_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  end_reason text,
  constraint recovery_pkey PRIMARY KEY (recovery_id),
  constraint recovery_check CHECK ((((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NULL) = (end_reason IS NULL)))),
  constraint recovery_end_reason_check CHECK (((length(end_reason) >= 1) AND (length(end_reason) <= 500))),
  constraint recovery_ended_by_check CHECK (((length(ended_by) >= 1) AND (length(ended_by) <= 320))),
  constraint recovery_reason_check CHECK ((reason = ANY (ARRAY['asked_for'::text, 'other_server'::text, 'other_timeline'::text, 'older_copy'::text, 'commits_missing'::text])))
);

create table recovery_code (
  login_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (login_id, code_hash),
  constraint recovery_code_login_id_fkey FOREIGN KEY (login_id) REFERENCES login(login_id),
  constraint recovery_code_code_hash_check CHECK ((length(code_hash) = 32))
);

create table refund (
  business_id uuid not null,
  mode text not null,
  refund_id uuid not null,
  transaction_id uuid not null,
  transaction_reference text not null,
  channel text not null,
  amount bigint not null,
  from_pending bigint not null,
  reason text,
  status text not null,
  failure text,
  session_id text,
  next_ask_at timestamp with time zone,
  created_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  rail text not null default 'sandbox'::text,
  handle text,
  asked_at timestamp with time zone,
  accepted_at timestamp with time zone,
  reference text,
  asked_amount bigint,
  metadata text,
  updated_at timestamp with time zone,
  destination_bank_code text,
  destination_account_number text,
  destination_account_name text,
  destination_enquiry text,
  needs_account_since timestamp with time zone,
  duty bigint not null default 0,
  duty_by_provider boolean not null default false,
  duty_from_pending boolean not null default false,
  rail_key uuid,
  keyed_at timestamp with time zone,
  constraint refund_pkey PRIMARY KEY (business_id, mode, refund_id),
  constraint refund_amount_check CHECK ((amount > 0)),
  constraint refund_channel_check CHECK ((channel = ANY (ARRAY['card'::text, 'bank_transfer'::text, 'ussd'::text, 'bank'::text, 'opay'::text, 'dedicated_virtual_account'::text]))),
  constraint refund_check CHECK (((from_pending >= 0) AND (from_pending <= amount))),
  constraint refund_check1 CHECK (((status = 'pending'::text) = (next_ask_at IS NOT NULL))),
  constraint refund_check2 CHECK (((status = 'processed'::text) = (session_id IS NOT NULL))),
  constraint refund_check3 CHECK (((status = 'processed'::text) = (processed_at IS NOT NULL))),
  constraint refund_check4 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  constraint refund_destination_check CHECK ((num_nonnulls(destination_bank_code, destination_account_number, destination_account_name, destination_enquiry) = ANY (ARRAY[0, 4]))),
  constraint refund_is_asked_for_by_who_knows_its_key CHECK (((rail_key IS NULL) OR (NOT (keyed_at IS DISTINCT FROM asked_at)))) NOT VALID,
  constraint refund_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint refund_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processed'::text, 'failed'::text])))
) with (fillfactor=85);

create table refund_link (
  business_id uuid not null,
  mode text not null,
  refund_link_id uuid not null,
  transaction_id uuid not null,
  amount bigint,
  reason text,
  refund_id uuid,
  answers integer not null default 0,
  enquiries integer not null default 0,
  expires_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  next_mail_at timestamp with time zone,
  mail_attempts integer not null default 0,
  mail_failure text,
  mailed_at timestamp with time zone,
  constraint refund_link_pkey PRIMARY KEY (business_id, mode, refund_link_id),
  constraint refund_link_amount_check CHECK (((amount >= 1) AND (amount <= '1000000000000'::bigint))),
  constraint refund_link_answers_check CHECK ((answers >= 0)),
  constraint refund_link_check CHECK (((refund_id IS NULL) = (answers = 0))),
  constraint refund_link_enquiries_check CHECK (((enquiries >= 0) AND (enquiries <= 10))),
  constraint refund_link_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table request_log (
  business_id uuid not null,
  mode text not null,
  block_id uuid not null,
  calls integer not null,
  tokens integer[] not null,
  body bytea not null,
  constraint request_log_pkey PRIMARY KEY (business_id, mode, block_id),
  constraint request_log_calls_check CHECK ((calls > 0)),
  constraint request_log_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
) partition by RANGE (block_id);

create table sandbox_armed_rail (
  business_id uuid not null,
  mode text not null,
  rail text not null,
  outcome text not null,
  times_left integer,
  armed_at timestamp with time zone not null,
  delay_ms integer,
  constraint sandbox_armed_rail_pkey PRIMARY KEY (business_id, mode, rail),
  constraint sandbox_armed_rail_delay_ms_check CHECK (((delay_ms IS NULL) OR ((outcome = 'slow'::text) AND ((delay_ms >= 1) AND (delay_ms <= 10000))))),
  constraint sandbox_armed_rail_mode_check CHECK ((mode = 'test'::text)),
  constraint sandbox_armed_rail_outcome_check CHECK ((outcome = ANY (ARRAY['down'::text, 'timeout'::text, 'refused'::text, 'slow'::text, 'lost'::text]))),
  constraint sandbox_armed_rail_rail_check CHECK ((rail = ANY (ARRAY['bank'::text, 'card'::text, 'identity'::text, 'message'::text, 'banks.resolve'::text, 'accounts.issue_one_off'::text, 'accounts.issue'::text, 'accounts.raise_tier'::text, 'payouts.send'::text, 'payouts.enquire'::text, 'returns.send'::text, 'returns.enquire'::text, 'transfers.enquire'::text, 'cards.charge'::text, 'cards.submit_pin'::text, 'cards.submit_otp'::text, 'cards.enquire'::text, 'cards.reverse'::text, 'cards.refund'::text, 'cards.enquire_refund'::text, 'cards.forget'::text, 'ussd.request'::text, 'pages.open'::text, 'mandates.open'::text, 'mandates.enquire'::text, 'identity.send_code'::text, 'identity.enquire'::text, 'identity.submit_code'::text, 'mail.send'::text, 'transfers.notify'::text, 'cards.notify'::text]))),
  constraint sandbox_armed_rail_times_left_check CHECK (((times_left >= 0) AND (times_left <= 100)))
) with (fillfactor=50);

create table sandbox_memory (
  key text not null,
  value text not null,
  created_at timestamp with time zone not null default now(),
  constraint sandbox_memory_pkey PRIMARY KEY (key)
);

create table sandbox_message (
  business_id uuid not null,
  mode text not null,
  message_id uuid not null,
  recipient text not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint sandbox_message_pkey PRIMARY KEY (business_id, mode, message_id),
  constraint sandbox_message_mode_check CHECK ((mode = 'test'::text))
);

create table schema_level (
  is_only boolean not null default true,
  minimum integer not null,
  current integer not null,
  constraint schema_level_pkey PRIMARY KEY (is_only),
  constraint schema_level_check CHECK ((minimum <= current)),
  constraint schema_level_is_only_check CHECK (is_only)
);

create table served_database (
  only_one boolean not null default true,
  system_identifier text not null,
  timeline bigint not null,
  beats bigint not null,
  beat_at timestamp with time zone not null,
  constraint served_database_pkey PRIMARY KEY (only_one),
  constraint served_database_beats_check CHECK ((beats >= 0)),
  constraint served_database_only_one_check CHECK (only_one),
  constraint served_database_system_identifier_check CHECK (((length(system_identifier) >= 1) AND (length(system_identifier) <= 20))),
  constraint served_database_timeline_check CHECK ((timeline > 0))
);

create table settlement (
  business_id uuid not null,
  mode text not null,
  settlement_id uuid not null,
  subaccount_id uuid,
  amount bigint not null,
  items integer not null,
  paid_before timestamp with time zone not null,
  settled_at timestamp with time zone not null,
  constraint settlement_pkey PRIMARY KEY (business_id, mode, settlement_id),
  constraint settlement_amount_check CHECK ((amount > 0)),
  constraint settlement_items_check CHECK ((items > 0)),
  constraint settlement_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);

create table settlement_item (
  business_id uuid not null,
  mode text not null,
  account text not null,
  cause_id uuid not null,
  kind text not null,
  amount bigint not null,
  occurred_at timestamp with time zone not null,
  settlement_id uuid,
  constraint settlement_item_pkey PRIMARY KEY (business_id, mode, cause_id, kind, account),
  constraint settlement_item_amount_check CHECK ((amount <> 0)),
  constraint settlement_item_check CHECK (((kind = ANY (ARRAY['refund'::text, 'dispute'::text])) = (amount < 0))),
  constraint settlement_item_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'refund_returned'::text, 'dispute'::text]))),
  constraint settlement_item_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
) with (fillfactor=85, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);

create table sign_in_failure (
  subject bytea not null,
  failures integer not null,
  since timestamp with time zone not null,
  next_at timestamp with time zone not null,
  constraint sign_in_failure_pkey PRIMARY KEY (subject),
  constraint sign_in_failure_failures_check CHECK ((failures >= 0)),
  constraint sign_in_failure_subject_check CHECK ((length(subject) = 32))
) with (fillfactor=70);

create table sign_up (
  sign_up_id uuid not null,
  email text not null,
  email_folded text not null,
  name text not null,
  business_name text not null,
  password_hash text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_up_pkey PRIMARY KEY (sign_up_id)
);

create table split (
  business_id uuid not null,
  mode text not null,
  split_id uuid not null,
  name text not null,
  type text not null,
  bearer_type text not null,
  bearer_subaccount_id uuid,
  active boolean not null default true,
  version integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  metadata text,
  constraint split_pkey PRIMARY KEY (business_id, mode, split_id),
  constraint split_bearer_type_check CHECK ((bearer_type = ANY (ARRAY['account'::text, 'subaccount'::text, 'all'::text, 'all-proportional'::text]))),
  constraint split_check CHECK (((bearer_type = 'subaccount'::text) = (bearer_subaccount_id IS NOT NULL))),
  constraint split_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint split_type_check CHECK ((type = ANY (ARRAY['percentage'::text, 'flat'::text])))
);

create table split_share (
  business_id uuid not null,
  mode text not null,
  split_id uuid not null,
  subaccount_id uuid not null,
  share bigint not null,
  constraint split_share_pkey PRIMARY KEY (business_id, mode, split_id, subaccount_id),
  constraint split_share_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint split_share_share_check CHECK ((share > 0))
);

create table statement (
  statement_id uuid not null,
  mode text not null,
  rail text not null,
  digest bytea not null,
  file_name text not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  opening_balance bigint,
  closing_balance bigint,
  created_at timestamp with time zone not null,
  constraint statement_pkey PRIMARY KEY (statement_id),
  constraint statement_is_imported_once UNIQUE (mode, rail, digest),
  constraint statement_check CHECK ((period_from < period_to)),
  constraint statement_digest_check CHECK ((length(digest) = 32)),
  constraint statement_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint statement_rail_check CHECK (((length(rail) >= 1) AND (length(rail) <= 64)))
);

create table statement_line (
  statement_id uuid not null,
  position integer not null,
  session_id text not null,
  direction text not null,
  amount bigint not null,
  account_number text not null,
  narration text not null,
  occurred_at timestamp with time zone not null,
  constraint statement_line_pkey PRIMARY KEY (statement_id, "position"),
  constraint statement_line_amount_check CHECK ((amount > 0)),
  constraint statement_line_direction_check CHECK ((direction = ANY (ARRAY['credit'::text, 'debit'::text]))),
  constraint statement_line_position_check CHECK (("position" > 0)),
  constraint statement_line_session_id_check CHECK (((length(session_id) >= 1) AND (length(session_id) <= 64)))
);

create table subaccount (
  business_id uuid not null,
  mode text not null,
  subaccount_id uuid not null,
  business_name text not null,
  bank_code text not null,
  account_number text not null,
  account_name text not null,
  percentage_charge integer,
  primary_contact_email text,
  metadata text,
  active boolean not null default true,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 0,
  constraint subaccount_pkey PRIMARY KEY (business_id, mode, subaccount_id),
  constraint subaccount_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint subaccount_percentage_charge_check CHECK (((percentage_charge >= 1) AND (percentage_charge <= 10000)))
);

create table subaccount_payout_schedule (
  business_id uuid not null,
  mode text not null,
  subaccount_id uuid not null,
  due_at timestamp with time zone,
  failures integer not null default 0,
  constraint subaccount_payout_schedule_pkey PRIMARY KEY (business_id, mode, subaccount_id),
  constraint subaccount_payout_schedule_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
) with (fillfactor=70);

create table subscription (
  business_id uuid not null,
  mode text not null,
  subscription_id uuid not null,
  customer_id uuid not null,
  plan_id uuid not null,
  next_plan_id uuid,
  authorization_id uuid,
  state text not null,
  quantity integer not null,
  anchor timestamp with time zone not null,
  anchor_period integer not null,
  period integer not null,
  invoiced integer not null,
  period_price bigint not null,
  carried bigint not null,
  ends_with_period boolean not null,
  next_payment_at timestamp with time zone not null,
  due_at timestamp with time zone,
  metadata text,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint subscription_pkey PRIMARY KEY (business_id, mode, subscription_id),
  constraint subscription_check CHECK (((state = ANY (ARRAY['scheduled'::text, 'trialing'::text, 'active'::text, 'past_due'::text])) = (due_at IS NOT NULL))),
  constraint subscription_check1 CHECK (((state = ANY (ARRAY['cancelled'::text, 'completed'::text])) = (ended_at IS NOT NULL))),
  constraint subscription_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint subscription_quantity_check CHECK ((quantity > 0)),
  constraint subscription_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'unpaid'::text, 'cancelled'::text, 'completed'::text])))
);

create table suspended_credit (
  business_id uuid not null,
  mode text not null,
  suspended_credit_id uuid not null,
  rail text not null,
  session_id text not null,
  account_number text not null,
  amount bigint not null,
  sender_name text not null,
  sender_bank_code text not null,
  sender_account_number text not null,
  narration text not null,
  state text not null default 'waiting'::text,
  assigned_number text,
  assigned_by text,
  assigned_at timestamp with time zone,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint suspended_credit_pkey PRIMARY KEY (business_id, mode, suspended_credit_id),
  constraint suspended_credit_session_is_unique UNIQUE (business_id, mode, rail, session_id),
  constraint suspended_credit_amount_check CHECK ((amount > 0)),
  constraint suspended_credit_check CHECK (((state = 'assigned'::text) = (assigned_number IS NOT NULL))),
  constraint suspended_credit_check1 CHECK (((state = 'assigned'::text) = (assigned_by IS NOT NULL))),
  constraint suspended_credit_check2 CHECK (((state = 'assigned'::text) = (assigned_at IS NOT NULL))),
  constraint suspended_credit_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint suspended_credit_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'assigned'::text])))
);

create table transaction (
  business_id uuid not null,
  mode text not null,
  id uuid not null,
  reference text not null,
  status text not null,
  version integer not null default 0,
  amount bigint not null,
  requested_amount bigint not null,
  fee bigint,
  vat bigint,
  channel text,
  channels text not null,
  customer_id uuid not null,
  email text not null,
  customer_name text not null,
  phone text,
  callback_url text,
  metadata text,
  gateway_response text not null default ''::text,
  message text,
  authorization_details text,
  ip_address text,
  made_with text not null,
  attempts smallint not null default 0,
  errors smallint not null default 0,
  history text not null default ''::text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  customer_last_name text,
  split text,
  refunded bigint not null default 0,
  payment_link_id uuid,
  displaced boolean not null default false,
  updated_at timestamp with time zone,
  save_card text,
  reasons text,
  review text,
  reviewed_by text,
  reviewed_at timestamp with time zone,
  plan_id uuid,
  plan_quantity integer,
  subscription_id uuid,
  not_subscribed text,
  constraint transaction_pkey PRIMARY KEY (business_id, mode, id) INCLUDE (status, channel, amount, created_at),
  constraint transaction_reference_is_unique UNIQUE (business_id, mode, reference, displaced),
  constraint transaction_amount_check CHECK ((amount > 0)),
  constraint transaction_channel_check CHECK ((channel = ANY (ARRAY['card'::text, 'bank_transfer'::text, 'ussd'::text, 'bank'::text, 'opay'::text, 'dedicated_virtual_account'::text]))),
  constraint transaction_fee_check CHECK ((fee >= 0)),
  constraint transaction_has_its_fee_when_it_succeeds CHECK (((paid_at IS NULL) OR ((fee IS NOT NULL) AND (vat IS NOT NULL) AND (channel IS NOT NULL)))),
  constraint transaction_is_displaced_only_if_public_and_closed CHECK (((NOT displaced) OR ((made_with = 'public'::text) AND (status <> ALL (ARRAY['pending'::text, 'ongoing'::text]))))),
  constraint transaction_is_not_refunded_beyond_its_amount CHECK (((refunded >= 0) AND (refunded <= amount))),
  constraint transaction_is_paid_when_it_succeeds CHECK (((status = ANY (ARRAY['success'::text, 'reversed'::text])) = (paid_at IS NOT NULL))),
  constraint transaction_is_refunded_when_it_was_paid CHECK (((refunded = 0) OR (status = ANY (ARRAY['success'::text, 'reversed'::text])))),
  constraint transaction_is_reversed_when_all_went_back CHECK (((status <> 'reversed'::text) OR (refunded = amount))),
  constraint transaction_made_with_check CHECK ((made_with = ANY (ARRAY['secret'::text, 'public'::text, 'rail'::text]))),
  constraint transaction_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint transaction_not_subscribed_check CHECK ((not_subscribed = ANY (ARRAY['no_card'::text, 'already_subscribed'::text, 'reversed'::text]))),
  constraint transaction_plan_quantity_check CHECK ((plan_quantity > 0)),
  constraint transaction_requested_amount_check CHECK ((requested_amount > 0)),
  constraint transaction_review_check CHECK ((review = ANY (ARRAY['pending'::text, 'approved'::text, 'refunded'::text]))),
  constraint transaction_save_card_check CHECK ((save_card = ANY (ARRAY['offer'::text, 'required'::text, 'never'::text]))),
  constraint transaction_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ongoing'::text, 'success'::text, 'failed'::text, 'abandoned'::text, 'reversed'::text]))),
  constraint transaction_subscribes_or_not CHECK (((subscription_id IS NULL) OR (not_subscribed IS NULL))),
  constraint transaction_vat_check CHECK ((vat >= 0))
) with (fillfactor=85, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.02);

create table virtual_account (
  business_id uuid not null,
  mode text not null,
  virtual_account_id uuid not null,
  kind text not null,
  transaction_id uuid,
  ordinal smallint,
  amount bigint,
  account_name text not null,
  account_number text,
  bank_name text,
  bank_code text,
  bank_slug text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  customer_id uuid,
  tier smallint,
  bvn text,
  bvn_last4 text,
  split_code text,
  assigned_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  rail text not null default 'sandbox'::text,
  handle text,
  metadata text,
  version integer not null default 0,
  nin text,
  nin_last4 text,
  enquire_at timestamp with time zone,
  enquired_at timestamp with time zone,
  payable bigint,
  constraint virtual_account_pkey PRIMARY KEY (business_id, mode, virtual_account_id),
  constraint virtual_account_business_id_mode_transaction_id_ordinal_key UNIQUE (business_id, mode, transaction_id, ordinal),
  constraint virtual_account_amount_check CHECK ((amount > 0)),
  constraint virtual_account_bvn_check CHECK (((bvn IS NULL) = (bvn_last4 IS NULL))),
  constraint virtual_account_check CHECK (((account_number IS NULL) = (bank_code IS NULL))),
  constraint virtual_account_has_what_its_kind_has CHECK ((((kind = 'one_off'::text) = (transaction_id IS NOT NULL)) AND ((kind = 'one_off'::text) = (ordinal IS NOT NULL)) AND ((kind = 'one_off'::text) = (amount IS NOT NULL)) AND ((kind = 'one_off'::text) = (expires_at IS NOT NULL)) AND ((kind = 'dedicated'::text) = (customer_id IS NOT NULL)) AND ((kind = 'dedicated'::text) = (tier IS NOT NULL)))),
  constraint virtual_account_is_assigned_with_its_number CHECK (((account_number IS NULL) = (assigned_at IS NULL))),
  constraint virtual_account_kind_check CHECK ((kind = ANY (ARRAY['one_off'::text, 'dedicated'::text, 'wallet'::text]))),
  constraint virtual_account_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint virtual_account_nin_check CHECK (((nin IS NULL) = (nin_last4 IS NULL))),
  constraint virtual_account_ordinal_check CHECK ((ordinal >= 1)),
  constraint virtual_account_payable_check CHECK ((payable >= amount)),
  constraint virtual_account_tier_check CHECK (((tier = ANY (ARRAY[1, 3])) AND ((tier = 1) OR (bvn IS NOT NULL))))
) with (autovacuum_vacuum_insert_scale_factor=0.02, fillfactor=70);

create table webhook_endpoint (
  business_id uuid not null,
  mode text not null,
  route text not null,
  url text,
  events text[] not null default '{transaction.success,transfer.received}'::text[],
  secret text not null,
  secret_hint text not null,
  previous_secret text,
  previous_until timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  probe_at timestamp with time zone,
  format text not null default 'standard'::text,
  api_version text not null default '2026-12-01'::text,
  description text,
  version integer not null default 0,
  constraint webhook_endpoint_pkey PRIMARY KEY (business_id, mode, route),
  constraint webhook_endpoint_check CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
  constraint webhook_endpoint_check1 CHECK (((failures = 0) = (failing_since IS NULL))),
  constraint webhook_endpoint_check2 CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint webhook_endpoint_failures_check CHECK ((failures >= 0)),
  constraint webhook_endpoint_format_check CHECK ((format = ANY (ARRAY['standard'::text, 'paystack'::text]))),
  constraint webhook_endpoint_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_endpoint_reason_known CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text, 'paused'::text]))),
  constraint webhook_endpoint_route_known CHECK (((route = ANY (ARRAY['standard'::text, 'dedicated_virtual_account'::text])) OR starts_with(route, 'whk_'::text)))
) with (fillfactor=70);

create table webhook_notice (
  business_id uuid not null,
  mode text not null,
  route text not null,
  kind text not null,
  since timestamp with time zone not null,
  url text not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone,
  attempts smallint not null default 0,
  failure text,
  sent_at timestamp with time zone,
  constraint webhook_notice_pkey PRIMARY KEY (business_id, mode, route, kind, since),
  constraint webhook_notice_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_notice_check CHECK (((next_at IS NULL) OR (sent_at IS NULL))),
  constraint webhook_notice_kind_check CHECK ((kind = ANY (ARRAY['failing_24h'::text, 'failing_72h'::text, 'turned_off'::text]))),
  constraint webhook_notice_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint webhook_notice_route_known CHECK (((route = ANY (ARRAY['standard'::text, 'dedicated_virtual_account'::text])) OR starts_with(route, 'whk_'::text)))
);

create type emitted_event as (business_id uuid, mode text, cause_id uuid, event_id uuid, type text, route text, payload text, transaction_id uuid);

CREATE INDEX account_change_due ON account_change USING btree (effective_at) WHERE ((state = 'waiting'::text) AND (effective_at IS NOT NULL));

CREATE INDEX account_change_of ON account_change USING btree (business_id, mode, subaccount_id, created_at);

CREATE UNIQUE INDEX account_change_waiting ON account_change USING btree (business_id, mode, subaccount_id) WHERE (state = 'waiting'::text);

CREATE INDEX alarm_ended ON alarm USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX alarm_open ON alarm USING btree (kind, mode, rail) WHERE (ended_at IS NULL);

CREATE INDEX audit_entry_by_request ON audit_entry USING btree (business_id, request_id);

CREATE UNIQUE INDEX book_verification_open ON book_verification USING btree ((true)) WHERE (state = ANY (ARRAY['asked'::text, 'running'::text]));

CREATE INDEX card_attempt_by_customer ON card_attempt USING btree (business_id, mode, customer_id, created_at) WHERE (customer_id IS NOT NULL);

CREATE INDEX card_attempt_by_key ON card_attempt USING btree (((attempt_id)::text)) WHERE ((mode = 'live'::text) AND (state = ANY (ARRAY['approved'::text, 'surplus'::text, 'returned'::text, 'return_refused'::text])));

CREATE INDEX card_attempt_by_last_four ON card_attempt USING btree (business_id, mode, "substring"(authorization_details, '"last4":"([0-9]{4})"'::text), attempt_id) WHERE (authorization_details IS NOT NULL);

CREATE INDEX card_attempt_by_network ON card_attempt USING btree (business_id, mode, network, created_at) WHERE (network IS NOT NULL);

CREATE INDEX card_attempt_by_return ON card_attempt USING btree (mode, return_session_id) WHERE (return_session_id IS NOT NULL);

CREATE INDEX card_attempt_by_transaction ON card_attempt USING btree (business_id, mode, transaction_id);

CREATE UNIQUE INDEX card_attempt_one_open ON card_attempt USING btree (business_id, mode, transaction_id) WHERE (state = ANY (ARRAY['charging'::text, 'pin'::text, 'otp'::text, 'redirect'::text, 'unknown'::text]));

CREATE INDEX card_attempt_to_enquire ON card_attempt USING btree (next_enquiry_at) WHERE (next_enquiry_at IS NOT NULL);

CREATE INDEX card_attempt_to_enquire_by_id ON card_attempt USING btree (attempt_id) WHERE (next_enquiry_at IS NOT NULL);

CREATE INDEX card_testing_due ON card_testing USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX card_testing_ending ON card_testing USING btree (ends_at) WHERE (ends_at IS NOT NULL);

CREATE INDEX charge_refund_by_session ON refund USING btree (mode, session_id) WHERE ((session_id IS NOT NULL) AND (channel = ANY (ARRAY['card'::text, 'ussd'::text, 'bank'::text, 'opay'::text])));

CREATE INDEX checkout_logo_by_digest ON checkout_logo USING btree (digest);

CREATE INDEX customer_by_folded_last_name ON customer USING btree (business_id, mode, (
CASE
    WHEN (octet_length(last_name) = length(last_name)) THEN translate(lower(last_name), '''`'::text, ''::text)
    ELSE translate(lower(regexp_replace(NORMALIZE(last_name, NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)), 'ɓɗƙƴƁƊƘƳ''`´‘’ʹʻʼ′＇'::text, 'bdkybdky'::text)
END) COLLATE "C") WHERE (created_at > '-infinity'::timestamp with time zone);

CREATE INDEX customer_by_folded_name ON customer USING btree (business_id, mode, (
CASE
    WHEN (octet_length(((first_name || ' '::text) || last_name)) = length(((first_name || ' '::text) || last_name))) THEN translate(lower(((first_name || ' '::text) || last_name)), '''`'::text, ''::text)
    ELSE translate(lower(regexp_replace(NORMALIZE(((first_name || ' '::text) || last_name), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)), 'ɓɗƙƴƁƊƘƳ''`´‘’ʹʻʼ′＇'::text, 'bdkybdky'::text)
END) COLLATE "C") WHERE (created_at > '-infinity'::timestamp with time zone);

CREATE INDEX delivery_failed ON delivery USING btree (business_id, mode, event_id) WHERE (state = 'failed'::text);

CREATE INDEX delivery_pending ON delivery USING btree (business_id, mode, endpoint, is_retry, next_at) WHERE (state = 'pending'::text);

CREATE INDEX deposit_by_return ON deposit USING btree (mode, rail, return_session_id) WHERE (return_session_id IS NOT NULL);

CREATE INDEX deposit_by_state ON deposit USING btree (business_id, mode, state, deposit_id) WHERE (state <> 'matched'::text);

CREATE INDEX deposit_by_transaction ON deposit USING btree (business_id, mode, transaction_id);

CREATE INDEX deposit_to_return ON deposit USING btree (next_return_at) WHERE (next_return_at IS NOT NULL);

CREATE INDEX deposit_to_return_by_id ON deposit USING btree (deposit_id) WHERE (next_return_at IS NOT NULL);

CREATE INDEX dispute_by_transaction ON dispute USING btree (business_id, mode, transaction_id);

CREATE INDEX dispute_call_due ON dispute USING btree (next_call_at) WHERE (next_call_at IS NOT NULL);

CREATE UNIQUE INDEX dispute_case ON dispute USING btree (business_id, mode, rail, case_number);

CREATE INDEX dispute_due ON dispute USING btree (due_at) WHERE (status = 'needs_response'::text);

CREATE INDEX dispute_mail_due ON dispute USING btree (next_mail_at) WHERE (next_mail_at IS NOT NULL);

CREATE INDEX dispute_open ON dispute USING btree (mode, rail, created_at) WHERE (status = ANY (ARRAY['needs_response'::text, 'under_review'::text]));

CREATE INDEX dispute_remind_due ON dispute USING btree (remind_at) WHERE (remind_at IS NOT NULL);

CREATE INDEX dispute_to_answer ON dispute USING btree (business_id, mode, due_at) WHERE (status = 'needs_response'::text);

CREATE INDEX event_by_age ON event USING btree (created_at);

CREATE INDEX event_by_transaction ON event USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);

CREATE INDEX fetched_statement_due ON fetched_statement USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX idempotency_key_by_age ON idempotency_key USING btree (created_at);

CREATE INDEX idempotency_key_to_erase ON idempotency_key USING btree (erase_at) WHERE (erase_at IS NOT NULL);

CREATE INDEX identity_access_of_a_verification ON identity_access USING btree (business_id, mode, verification_id);

CREATE INDEX identity_number_by_age ON identity_number USING btree (updated_at);

CREATE INDEX identity_verification_due ON identity_verification USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX identity_verification_one_an_effect ON identity_verification USING btree (business_id, mode, effect_id) WHERE (effect_id IS NOT NULL);

CREATE UNIQUE INDEX invitation_open ON invitation USING btree (business_id, email_folded) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX invoice_awaited ON invoice USING btree (business_id, mode, customer_id) WHERE ((state = 'open'::text) AND by_account);

CREATE UNIQUE INDEX invoice_by_payment ON invoice USING btree (business_id, mode, transaction_id) WHERE (transaction_id IS NOT NULL);

CREATE INDEX invoice_due ON invoice USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX invoice_once ON invoice USING btree (business_id, mode, subscription_id, period);

CREATE INDEX invoice_to_mail ON invoice USING btree (next_mail_at) WHERE (next_mail_at IS NOT NULL);

CREATE INDEX invoice_tried ON invoice USING btree (business_id, mode, transaction_id) WHERE (trying IS NOT NULL);

CREATE INDEX kept_card_code_to_mail ON kept_card_code USING btree (next_mail_at) WHERE (next_mail_at IS NOT NULL);

CREATE INDEX ledger_entry_by_time ON ledger_entry USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX ledger_entry_charge_fee ON ledger_entry USING btree ((('fee-'::text || (cause_id)::text))) WHERE ((reason = 'rail_fee'::text) AND (credit_account = 'card_clearing'::text));

CREATE INDEX ledger_entry_of_wallet ON ledger_entry USING btree (business_id, mode, created_at, cause_id, reason, step) WHERE ((debit_account = ANY (ARRAY['available'::text, 'pending'::text])) OR (credit_account = ANY (ARRAY['available'::text, 'pending'::text])));

CREATE UNIQUE INDEX ledger_slice_from ON ledger_slice USING btree (from_at);

CREATE INDEX ledger_slice_wrong ON ledger_slice USING btree (number) WHERE (findings > 0);

CREATE INDEX login_letter_by_subject ON login_letter USING btree (subject_id);

CREATE INDEX login_letter_due ON login_letter USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX login_session_by_login ON login_session USING btree (login_id);

CREATE INDEX membership_by_login ON membership USING btree (login_id);

CREATE INDEX password_reset_by_login ON password_reset USING btree (login_id);

CREATE INDEX payer_authorization_by_customer ON payer_authorization USING btree (business_id, mode, customer_id, authorization_id);

CREATE UNIQUE INDEX payer_authorization_once ON payer_authorization USING btree (business_id, mode, customer_id, rail, signature) WHERE (state = 'active'::text);

CREATE INDEX payer_authorization_to_check ON payer_authorization USING btree (check_at) WHERE (check_at IS NOT NULL);

CREATE INDEX payer_authorization_to_expire ON payer_authorization USING btree ((((lpad("substring"(details, '"exp_year": ?"([0-9]{2,4})"'::text), 4, '20'::text) || '-'::text) || lpad("substring"(details, '"exp_month": ?"([0-9]{1,2})"'::text), 2, '0'::text)))) WHERE ((expiry_told_at IS NULL) AND (state = 'active'::text) AND (channel = 'card'::text));

CREATE INDEX payer_authorization_to_forget ON payer_authorization USING btree (forget_at) WHERE (forget_at IS NOT NULL);

CREATE INDEX payer_authorization_to_mail ON payer_authorization USING btree (next_mail_at) WHERE (next_mail_at IS NOT NULL);

CREATE INDEX payout_batch_due ON payout_batch USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX payout_batch_line_due ON payout_batch_line USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX payout_batch_line_reference ON payout_batch_line USING btree (business_id, mode, reference) WHERE (state = ANY (ARRAY['waiting'::text, 'sent'::text]));

CREATE INDEX payout_batch_open ON payout_batch USING btree (business_id, mode) WHERE (ended_at IS NULL);

CREATE INDEX payout_by_account ON payout USING btree (business_id, mode, account_number, payout_id);

CREATE INDEX payout_by_destination ON payout USING btree (mode, rail, account_number, amount, asked_at) WHERE (asked_at IS NOT NULL);

CREATE INDEX payout_by_id ON payout USING btree (payout_id);

CREATE INDEX payout_by_rail_key ON payout USING btree (rail_key) WHERE (rail_key IS NOT NULL);

CREATE INDEX payout_by_session ON payout USING btree (mode, rail, session_id) WHERE (session_id IS NOT NULL);

CREATE INDEX payout_by_state ON payout USING btree (business_id, mode, state, payout_id) WHERE (state <> 'success'::text);

CREATE INDEX payout_due ON payout USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX payout_of_a_subaccount ON payout USING btree (business_id, mode, subaccount_id, payout_id) WHERE (subaccount_id IS NOT NULL);

CREATE UNIQUE INDEX payout_one_of_a_subaccount ON payout USING btree (business_id, mode, subaccount_id) WHERE ((subaccount_id IS NOT NULL) AND (state = 'pending'::text));

CREATE UNIQUE INDEX payout_rail_key ON payout USING btree (business_id, mode, rail_key) WHERE (rail_key IS NOT NULL);

CREATE INDEX rail_health_by_age ON rail_health USING btree (window_start);

CREATE INDEX rail_match_open ON rail_match USING btree (mode, rail) WHERE (state = 'theirs_only'::text);

CREATE INDEX rail_notification_due ON rail_notification USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX rail_notification_last ON rail_notification USING btree (mode, rail, received_at);

CREATE INDEX rail_notification_received ON rail_notification USING btree (received_at);

CREATE INDEX receipt_due ON receipt USING btree (next_at) WHERE (state = 'due'::text);

CREATE INDEX recovered_debit_open ON recovered_debit USING btree (mode, amount) WHERE (decided_at IS NULL);

CREATE UNIQUE INDEX recovery_open ON recovery USING btree ((true)) WHERE (ended_at IS NULL);

CREATE INDEX refund_by_end ON refund USING btree (business_id, mode, processed_at) INCLUDE (amount) WHERE (processed_at IS NOT NULL);

CREATE INDEX refund_by_rail_key ON refund USING btree (rail_key) WHERE (rail_key IS NOT NULL);

CREATE INDEX refund_by_status ON refund USING btree (business_id, mode, status, refund_id) WHERE (status <> 'processed'::text);

CREATE INDEX refund_by_transaction ON refund USING btree (business_id, mode, transaction_id, refund_id);

CREATE INDEX refund_link_by_transaction ON refund_link USING btree (business_id, mode, transaction_id);

CREATE INDEX refund_link_mail_due ON refund_link USING btree (next_mail_at) WHERE (next_mail_at IS NOT NULL);

CREATE INDEX refund_of_transfer_by_session ON refund USING btree (mode, session_id) WHERE ((session_id IS NOT NULL) AND (channel = ANY (ARRAY['bank_transfer'::text, 'dedicated_virtual_account'::text])));

CREATE UNIQUE INDEX refund_rail_key ON refund USING btree (business_id, mode, rail_key) WHERE (rail_key IS NOT NULL);

CREATE UNIQUE INDEX refund_reference ON refund USING btree (business_id, mode, reference) WHERE (reference IS NOT NULL);

CREATE INDEX refund_to_ask ON refund USING btree (next_ask_at) WHERE (next_ask_at IS NOT NULL);

CREATE INDEX refund_to_ask_by_id ON refund USING btree (refund_id) WHERE (next_ask_at IS NOT NULL);

CREATE INDEX request_log_by_token ON request_log USING gin (tokens);

CREATE INDEX sandbox_armed_rail_armed ON sandbox_armed_rail USING btree (business_id) WHERE (times_left IS DISTINCT FROM 0);

CREATE INDEX sandbox_message_by_age ON sandbox_message USING btree (created_at);

CREATE INDEX settlement_item_by_settlement ON settlement_item USING btree (business_id, mode, settlement_id, cause_id) WHERE (settlement_id IS NOT NULL);

CREATE INDEX settlement_item_of_refunds ON settlement_item USING btree (business_id, mode, account) WHERE ((settlement_id IS NULL) AND (kind <> 'payment'::text));

CREATE INDEX settlement_item_unsettled ON settlement_item USING btree (business_id, mode, account, occurred_at) WHERE (settlement_id IS NULL);

CREATE INDEX sign_up_created ON sign_up USING btree (created_at);

CREATE INDEX sign_up_open ON sign_up USING btree (email_folded) WHERE (used_at IS NULL);

CREATE INDEX subaccount_payout_schedule_due ON subaccount_payout_schedule USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX subscription_by_customer ON subscription USING btree (business_id, mode, customer_id);

CREATE INDEX subscription_due ON subscription USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX transaction_by_amount ON transaction USING btree (business_id, mode, amount, id) WHERE (paid_at IS NOT NULL);

CREATE INDEX transaction_by_customer ON transaction USING btree (business_id, mode, customer_id, id) WHERE (created_at > '-infinity'::timestamp with time zone);

CREATE INDEX transaction_by_link ON transaction USING btree (business_id, mode, payment_link_id, status) INCLUDE (amount) WHERE (payment_link_id IS NOT NULL);

CREATE INDEX transaction_by_payment ON transaction USING btree (business_id, mode, paid_at) INCLUDE (amount, fee, vat) WHERE (paid_at IS NOT NULL);

CREATE INDEX transaction_by_review ON transaction USING btree (business_id, mode, review, id) WHERE (review IS NOT NULL);

CREATE INDEX transaction_closed_unpaid ON transaction USING btree (business_id, mode, status, id) WHERE (status = ANY (ARRAY['failed'::text, 'abandoned'::text, 'reversed'::text]));

CREATE INDEX transaction_declined ON transaction USING btree (business_id, mode, id) WHERE ((errors > 0) AND (status = ANY (ARRAY['ongoing'::text, 'failed'::text, 'abandoned'::text])));

CREATE INDEX transaction_displaced ON transaction USING btree (business_id, mode, id) WHERE displaced;

CREATE INDEX transaction_open_by_expiry ON transaction USING btree (expires_at) WHERE ((status = ANY (ARRAY['pending'::text, 'ongoing'::text])) AND (expires_at > '-infinity'::timestamp with time zone));

CREATE INDEX transaction_partly_refunded ON transaction USING btree (business_id, mode, id) WHERE ((refunded > 0) AND (status = 'success'::text));

CREATE INDEX transaction_to_subscribe ON transaction USING btree (status) WHERE ((plan_id IS NOT NULL) AND (subscription_id IS NULL) AND (not_subscribed IS NULL));

CREATE INDEX virtual_account_dedicated ON virtual_account USING btree (business_id, mode, virtual_account_id) WHERE (kind = 'dedicated'::text);

CREATE INDEX virtual_account_due_for_enquiry ON virtual_account USING btree (enquire_at) WHERE (enquire_at IS NOT NULL);

CREATE UNIQUE INDEX virtual_account_one_a_customer ON virtual_account USING btree (business_id, mode, customer_id) WHERE (kind = 'dedicated'::text);

CREATE UNIQUE INDEX virtual_account_one_a_wallet ON virtual_account USING btree (business_id, mode) WHERE (kind = 'wallet'::text);

CREATE INDEX webhook_notice_due ON webhook_notice USING btree (next_at) WHERE (next_at IS NOT NULL);

create view delivery_queue as
 SELECT business_id,
    mode,
    endpoint,
    next_at
   FROM webhook_queue
  WHERE (endpoint = ANY (ARRAY['standard'::text, 'dedicated_virtual_account'::text]));

create view rail_movement as
 SELECT s.mode,
    s.rail,
    'credit'::text AS direction,
    s.session_id,
    s.business_id,
    'deposit'::text AS kind,
    d.deposit_id AS cause_id,
    (d.amount + d.surcharge) AS amount,
    d.occurred_at,
    d.account_number,
    d.narration
   FROM (deposit_session s
     JOIN deposit d ON (((d.business_id = s.business_id) AND (d.mode = s.mode) AND (d.deposit_id = s.deposit_id))))
UNION ALL
 SELECT s.mode,
    s.rail,
    'credit'::text AS direction,
    s.session_id,
    s.business_id,
    'suspended_credit'::text AS kind,
    c.suspended_credit_id AS cause_id,
    c.amount,
    c.occurred_at,
    c.account_number,
    c.narration
   FROM (deposit_session s
     JOIN suspended_credit c ON (((c.business_id = s.business_id) AND (c.mode = s.mode) AND (c.suspended_credit_id = s.deposit_id))))
UNION ALL
 SELECT d.mode,
    d.rail,
    'debit'::text AS direction,
    d.return_session_id AS session_id,
    d.business_id,
    'return'::text AS kind,
    d.deposit_id AS cause_id,
    d.amount,
    e.occurred_at,
    d.sender_account_number AS account_number,
    ''::text AS narration
   FROM (deposit d
     JOIN ledger_entry e ON (((e.business_id = d.business_id) AND (e.mode = d.mode) AND (e.cause_id = d.deposit_id) AND (e.reason = 'unmatched_return'::text) AND (e.step = 2))))
  WHERE (d.return_session_id IS NOT NULL)
UNION ALL
 SELECT p.mode,
    p.rail,
    'debit'::text AS direction,
    p.session_id,
    p.business_id,
    'payout'::text AS kind,
    p.payout_id AS cause_id,
    p.amount,
    p.completed_at AS occurred_at,
    p.account_number,
    COALESCE(p.reason, ''::text) AS narration
   FROM payout p
  WHERE (p.session_id IS NOT NULL)
UNION ALL
 SELECT p.mode,
    p.rail,
    'credit'::text AS direction,
    p.session_id,
    p.business_id,
    'payout_reversal'::text AS kind,
    p.payout_id AS cause_id,
    p.amount,
    p.reversed_at AS occurred_at,
    p.account_number,
    ''::text AS narration
   FROM payout p
  WHERE (p.reversed_at IS NOT NULL)
UNION ALL
 SELECT r.mode,
    d.rail,
    'debit'::text AS direction,
    r.session_id,
    r.business_id,
    'refund'::text AS kind,
    r.refund_id AS cause_id,
    r.amount,
    r.processed_at AS occurred_at,
    d.sender_account_number AS account_number,
    COALESCE(r.reason, ''::text) AS narration
   FROM (refund r
     JOIN deposit d ON (((d.business_id = r.business_id) AND (d.mode = r.mode) AND (d.transaction_id = r.transaction_id) AND (d.state = 'matched'::text))))
  WHERE ((r.session_id IS NOT NULL) AND (r.channel = ANY (ARRAY['bank_transfer'::text, 'dedicated_virtual_account'::text])))
UNION ALL
 SELECT a.mode,
    a.rail,
    'credit'::text AS direction,
    (a.attempt_id)::text AS session_id,
    a.business_id,
    'charge'::text AS kind,
    a.attempt_id AS cause_id,
    a.amount,
    t.paid_at AS occurred_at,
    ''::text AS account_number,
    ''::text AS narration
   FROM (card_attempt a
     JOIN transaction t ON (((t.business_id = a.business_id) AND (t.mode = a.mode) AND (t.id = a.transaction_id))))
  WHERE ((a.mode = 'live'::text) AND (a.state = 'approved'::text))
UNION ALL
 SELECT a.mode,
    a.rail,
    'credit'::text AS direction,
    (a.attempt_id)::text AS session_id,
    a.business_id,
    'charge'::text AS kind,
    a.attempt_id AS cause_id,
    a.amount,
    e.occurred_at,
    ''::text AS account_number,
    ''::text AS narration
   FROM (card_attempt a
     JOIN ledger_entry e ON (((e.business_id = a.business_id) AND (e.mode = a.mode) AND (e.cause_id = a.attempt_id) AND (e.reason = 'unmatched_payment'::text) AND (e.step = 1))))
  WHERE ((a.mode = 'live'::text) AND (a.state = ANY (ARRAY['surplus'::text, 'returned'::text, 'return_refused'::text])))
UNION ALL
 SELECT a.mode,
    a.rail,
    'debit'::text AS direction,
    a.return_session_id AS session_id,
    a.business_id,
    'charge_reversal'::text AS kind,
    a.attempt_id AS cause_id,
    a.amount,
    e.occurred_at,
    ''::text AS account_number,
    ''::text AS narration
   FROM (card_attempt a
     JOIN ledger_entry e ON (((e.business_id = a.business_id) AND (e.mode = a.mode) AND (e.cause_id = a.attempt_id) AND (e.reason = 'unmatched_return'::text) AND (e.step = 2))))
  WHERE ((a.mode = 'live'::text) AND (a.return_session_id IS NOT NULL))
UNION ALL
 SELECT r.mode,
    r.rail,
    'debit'::text AS direction,
    r.session_id,
    r.business_id,
    'refund'::text AS kind,
    r.refund_id AS cause_id,
    r.amount,
    r.processed_at AS occurred_at,
    ''::text AS account_number,
    COALESCE(r.reason, ''::text) AS narration
   FROM refund r
  WHERE ((r.mode = 'live'::text) AND (r.session_id IS NOT NULL) AND (r.channel = ANY (ARRAY['card'::text, 'ussd'::text, 'bank'::text, 'opay'::text])))
UNION ALL
 SELECT e.mode,
    a.rail,
    'debit'::text AS direction,
    ('fee-'::text || (e.cause_id)::text) AS session_id,
    e.business_id,
    'charge_fee'::text AS kind,
    e.cause_id,
    e.amount,
    e.occurred_at,
    ''::text AS account_number,
    ''::text AS narration
   FROM (ledger_entry e
     JOIN card_attempt a ON ((((a.attempt_id)::text = (e.cause_id)::text) AND (a.mode = 'live'::text) AND (a.state = ANY (ARRAY['approved'::text, 'surplus'::text, 'returned'::text, 'return_refused'::text])))))
  WHERE ((e.mode = 'live'::text) AND (e.reason = 'rail_fee'::text) AND (e.credit_account = 'card_clearing'::text))
UNION ALL
 SELECT d.mode,
    d.rail,
    'debit'::text AS direction,
    d.session_id,
    d.business_id,
    'dispute'::text AS kind,
    d.dispute_id AS cause_id,
    d.amount,
    e.occurred_at,
    ''::text AS account_number,
    d.reason AS narration
   FROM (dispute d
     JOIN ledger_entry e ON (((e.business_id = d.business_id) AND (e.mode = d.mode) AND (e.cause_id = d.dispute_id) AND (e.reason = 'dispute_return'::text) AND (e.step = 2))))
  WHERE (d.session_id IS NOT NULL)
UNION ALL
 SELECT d.mode,
    d.rail,
    'debit'::text AS direction,
    d.case_number AS session_id,
    d.business_id,
    'dispute'::text AS kind,
    d.dispute_id AS cause_id,
    e.amount,
    e.occurred_at,
    ''::text AS account_number,
    d.reason AS narration
   FROM (dispute d
     JOIN ledger_entry e ON (((e.business_id = d.business_id) AND (e.mode = d.mode) AND (e.cause_id = d.dispute_id) AND (e.reason = 'dispute_lost'::text) AND (e.step = 1))))
  WHERE ((d.mode = 'live'::text) OR (d.clearing = 'bank_clearing'::text));

create view webhook_queue as
 WITH RECURSIVE queue AS (
        ( SELECT delivery.business_id,
            delivery.mode,
            delivery.endpoint,
            delivery.is_retry,
            delivery.next_at
           FROM delivery
          WHERE (delivery.state = 'pending'::text)
          ORDER BY delivery.business_id, delivery.mode, delivery.endpoint, delivery.is_retry, delivery.next_at
         LIMIT 1)
        UNION ALL
         SELECT following.business_id,
            following.mode,
            following.endpoint,
            following.is_retry,
            following.next_at
           FROM (queue queue_1
             CROSS JOIN LATERAL ( SELECT d.business_id,
                    d.mode,
                    d.endpoint,
                    d.is_retry,
                    d.next_at
                   FROM delivery d
                  WHERE ((d.state = 'pending'::text) AND (ROW(d.business_id, d.mode, d.endpoint, d.is_retry) > ROW(queue_1.business_id, queue_1.mode, queue_1.endpoint, queue_1.is_retry)))
                  ORDER BY d.business_id, d.mode, d.endpoint, d.is_retry, d.next_at
                 LIMIT 1) following)
        )
 SELECT business_id,
    mode,
    endpoint,
    min(next_at) AS next_at
   FROM queue
  GROUP BY business_id, mode, endpoint;

CREATE OR REPLACE FUNCTION api_key_scopes(stored text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(array_agg(scope order by place), '{}')
  from (
    select scope, min(place) as place
    from unnest(stored) with ordinality as s (word, place),
      unnest(case word
        when 'read' then array[
          'transactions:read', 'refunds:read', 'customers:read', 'payment_links:read',
          'dedicated_virtual_accounts:read', 'deposits:read', 'splits:read', 'balance:read',
          'payouts:read', 'settlements:read', 'banks:read', 'events:read', 'webhooks:read',
          'settings:read'
        ]
        when 'export' then array['transactions:export', 'settlements:export']
        when 'payments' then array[
          'transactions:write', 'customers:write', 'payment_links:write',
          'dedicated_virtual_accounts:write', 'sandbox:write'
        ]
        when 'refunds' then array['refunds:write']
        when 'payouts' then array['payouts:write', 'splits:write']
        when 'identity' then array['identity:write']
        when 'settings' then array['settings:write', 'webhooks:write', 'events:write']
        else array[word]
      end) as scope
    group by scope
  ) as own
$function$;

CREATE OR REPLACE FUNCTION balance_low(business uuid, its_mode text, available bigint, threshold bigint, fallen timestamp with time zone)
 RETURNS emitted_event
 LANGUAGE plpgsql
AS $function$
declare
  told emitted_event;
  random text := replace(gen_random_uuid()::text, '-', '');
begin
  told.business_id := business;
  told.mode := its_mode;
  told.event_id := (
    lpad(to_hex(floor(extract(epoch from fallen) * 1000)::bigint), 12, '0')
    || '7' || substr(random, 14)
  )::uuid;
  told.type := 'balance.low';
  told.route := 'standard';
  told.payload := format(
    '{"event":"balance.low","data":{"domain":"%s","currency":"NGN","available":%s,'
      || '"threshold":%s},"created_at":"%s"}',
    its_mode, available, threshold,
    to_char(fallen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  );
  return told;
end $function$;

CREATE OR REPLACE FUNCTION card_approve(attempts card_attempt[], payments transaction[], entries ledger_entry[], events emitted_event[], written timestamp with time zone, OUT approved uuid[], OUT known uuid[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  ready uuid[];
  settled uuid[];
begin
  -- The attempts before their payments, as everywhere, and in one order.
  select array_agg(own.transaction_id) filter (where own.row_at is not null),
    coalesce(array_agg(own.attempt_id) filter (where own.row_at is null), '{}')
  into ready, known
  from (
    select i.attempt_id, i.transaction_id, open.row_at
    from (select * from unnest(attempts) order by business_id, mode, attempt_id) i
    left join lateral (
      select a.ctid as row_at
      from card_attempt a
      where a.business_id = i.business_id and a.mode = i.mode and a.attempt_id = i.attempt_id
        and a.state in ('charging', 'unknown', 'pin', 'otp', 'redirect', 'superseded')
      limit 1
      for update
    ) open on true
  ) own;

  approved := '{}';
  if cardinality(known) = cardinality(attempts) then
    return;
  end if;
  if cardinality(known) > 0 then
    payments := array(select p from unnest(payments) as p where p.id = any(ready));
  end if;

  settled := transaction_settle(payments, entries, events, written);

  with ended as (
    update card_attempt a
    set state = 'approved', redirect_url = null, next_enquiry_at = null,
        -- Less than before after a partial debit. The version before does not send it.
        amount = coalesce(i.amount, a.amount),
        card = coalesce(i.card, a.card),
        authorization_details = i.authorization_details, updated_at = written
    from unnest(attempts) as i
    cross join lateral (
      select own.ctid as row_at
      from card_attempt own
      where own.business_id = i.business_id and own.mode = i.mode
        and own.attempt_id = i.attempt_id
      limit 1
    ) own
    where a.ctid = own.row_at and i.transaction_id = any(settled)
    returning a.attempt_id
  )
  select coalesce(array_agg(attempt_id), '{}') into approved from ended;
end $function$;

CREATE OR REPLACE FUNCTION card_begin(attempts card_attempt[], payments transaction[])
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  unchanged uuid[];
  begun uuid[];
begin
  -- Payments are locked in the order of their keys. When they were read, no attempt was open, and
  -- opening one changes the version. So nobody waits here for the payment of an open attempt.
  unchanged := array(
    select p.id
    from (select * from unnest(payments) order by business_id, mode, id) p
    cross join lateral (
      select
      from transaction own
      where own.business_id = p.business_id and own.mode = p.mode and own.id = p.id
        and own.version = p.version and own.status in ('pending', 'ongoing')
      limit 1
      for update
    ) open
  );

  with kept as (
    insert into card_attempt (
      business_id, mode, attempt_id, transaction_id, rail, method, amount, state,
      next_enquiry_at, consent, authorization_id, at_least, created_at, updated_at
    )
    select a.business_id, a.mode, a.attempt_id, a.transaction_id, a.rail,
      -- Null from a process of an older version.
      coalesce(a.method, 'card'), a.amount, a.state, a.next_enquiry_at,
      a.consent, a.authorization_id, a.at_least, a.created_at, a.updated_at
    from unnest(attempts) as a
    where a.transaction_id = any(unchanged)
    on conflict do nothing
    returning transaction_id, attempt_id
  )
  select array_agg(transaction_id), coalesce(array_agg(attempt_id), '{}')
  into unchanged, begun
  from kept;

  update transaction t
  set version = t.version + 1, status = i.status, message = i.message,
      gateway_response = i.gateway_response, ip_address = i.ip_address, attempts = i.attempts,
      errors = i.errors, history = i.history, expires_at = i.expires_at,
      -- The version before does not send it.
      updated_at = coalesce(i.updated_at, t.updated_at)
  from unnest(payments) as i
  cross join lateral (
    select own.ctid as row_at
    from transaction own
    where own.business_id = i.business_id and own.mode = i.mode and own.id = i.id
    limit 1
  ) own
  where t.ctid = own.row_at and i.id = any(unchanged);
  return begun;
end $function$;

CREATE OR REPLACE FUNCTION debt_pay(business uuid, its_mode text, cause uuid, written timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  owed bigint;
  paid bigint;
begin
  select a.debits_posted - a.credits_posted into owed
  from ledger_account a
  where a.business_id = business and a.mode = its_mode and a.name = 'debt'
  for update;
  owed := coalesce(owed, 0);
  select least(owed, a.credits_posted - a.debits_posted - a.debits_pending) into paid
  from ledger_account a
  where a.business_id = business and a.mode = its_mode and a.name = 'available';

  if paid > 0 then
    -- One cause raises the balance once. Should it do so again, the next cause pays.
    perform 1
    from ledger_entry e
    where e.business_id = business and e.mode = its_mode and e.cause_id = cause
      and e.reason = 'debt_paid';
    if found then
      return;
    end if;
    perform ledger_write(
      array[entry_of(
        business => business, its_mode => its_mode, cause => cause, its_reason => 'debt_paid',
        its_kind => 'post', debit => 'available', credit => 'debt', its_amount => paid,
        occurred => written
      )],
      written
    );
  end if;
  if owed = greatest(paid, 0) then
    update ledger_account a set indebted = false
    where a.business_id = business and a.mode = its_mode and a.name = 'available';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION delivery_resend(business uuid, its_mode text, ids uuid[], only_endpoint text, only_failed boolean, asked timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  promised integer;
begin
  with target as (
    select e.event_id, t.route, false as is_added
    from event e
    cross join lateral webhook_target(e.business_id, e.mode, e.route) t
    where e.business_id = business and e.mode = its_mode and e.event_id = any(ids)
      and coalesce(only_endpoint, 'settings') = 'settings'
    union all
    select e.event_id, w.route, true
    from event e
    join webhook_endpoint w on w.business_id = e.business_id and w.mode = e.mode
      and starts_with(w.route, 'whk_') and w.url is not null
    where e.business_id = business and e.mode = its_mode and e.event_id = any(ids)
      and (
        w.route = only_endpoint
        or (only_endpoint is null and exists (
          select from delivery d
          where d.business_id = business and d.mode = its_mode and d.event_id = e.event_id
            and d.endpoint = w.route
        ))
      )
    order by 1, 2
  ), known as (
    select d.event_id, d.endpoint, target.route
    from target
    join delivery d on d.business_id = business and d.mode = its_mode
      and d.event_id = target.event_id
      and case
        when target.is_added then d.endpoint = target.route
        else not starts_with(d.endpoint, 'whk_')
      end
    where (d.lease_until is null or d.lease_until <= asked)
      and (not only_failed or d.state = 'failed' or (d.state = 'pending' and d.is_retry))
    for update of d skip locked
  ), promised_again as (
    update delivery d
    set state = 'pending', next_at = asked, endpoint = known.route, forced = true,
      begun_after = d.attempts, lease_until = null, lease_token = null, updated_at = asked
    from known
    where d.business_id = business and d.mode = its_mode and d.event_id = known.event_id
      and d.endpoint = known.endpoint
    returning 1
  ), promised_first as (
    insert into delivery (
      business_id, mode, event_id, endpoint, next_at, forced, created_at, updated_at
    )
    select business, its_mode, event_id, route, asked, true, asked, asked
    from target
    where not only_failed and not exists (
      select from delivery d
      where d.business_id = business and d.mode = its_mode and d.event_id = target.event_id
        and case
          when target.is_added then d.endpoint = target.route
          else not starts_with(d.endpoint, 'whk_')
        end
    )
    on conflict do nothing
    returning 1
  )
  select (select count(*) from promised_again) + (select count(*) from promised_first)
  into promised;
  update webhook_endpoint
  set probe_at = null
  where business_id = business and mode = its_mode and probe_at is not null and promised > 0;
  return promised;
end $function$;

CREATE OR REPLACE FUNCTION deposit_collect(deposits deposit[], payments transaction[], entries ledger_entry[], events emitted_event[], written timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  claimed uuid[];
  made uuid[];
begin
  with taken as (
    insert into deposit_session (mode, rail, session_id, business_id, deposit_id)
    select d.mode, d.rail, d.session_id, d.business_id, d.deposit_id
    from unnest(deposits) as d
    order by d.mode, d.rail, d.session_id
    on conflict do nothing
    returning deposit_id
  )
  select coalesce(array_agg(deposit_id), '{}') into claimed from taken;

  if cardinality(claimed) = 0 then
    return claimed;
  end if;
  if cardinality(claimed) < cardinality(deposits) then
    deposits := array(select d from unnest(deposits) as d where d.deposit_id = any(claimed));
    made := array(select d.transaction_id from unnest(deposits) as d);
    payments := array(select p from unnest(payments) as p where p.id = any(made));
    entries := array(select e from unnest(entries) as e where e.cause_id = any(made));
    events := array(select e from unnest(events) as e where e.cause_id = any(made));
  end if;

  insert into deposit (
    business_id, mode, deposit_id, rail, session_id, account_number, account_kind, amount,
    sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
    occurred_at, created_at
  )
  select d.business_id, d.mode, d.deposit_id, d.rail, d.session_id, d.account_number,
    d.account_kind, d.amount, d.sender_name, d.sender_bank_code, d.sender_account_number,
    d.narration, d.transaction_id, d.state, d.occurred_at, d.created_at
  from unnest(deposits) as d;

  insert into transaction (
    business_id, mode, id, reference, status, amount, requested_amount, fee, vat, channel,
    channels, customer_id, email, customer_name, customer_last_name, phone, gateway_response,
    authorization_details, made_with, history, split, created_at, expires_at, paid_at,
    updated_at, reasons, review
  )
  select p.business_id, p.mode, p.id, p.reference, p.status, p.amount, p.requested_amount, p.fee,
    p.vat, p.channel, p.channels, p.customer_id, p.email, p.customer_name, p.customer_last_name,
    p.phone, p.gateway_response, p.authorization_details, p.made_with, p.history, p.split,
    p.created_at, p.expires_at, p.paid_at, p.updated_at, p.reasons, p.review
  from unnest(payments) as p
  order by p.business_id, p.mode, p.reference;

  perform payment_record(entries, events, written);
  return claimed;
end $function$;

CREATE OR REPLACE FUNCTION deposit_match(deposits deposit[], payments transaction[], entries ledger_entry[], events emitted_event[], written timestamp with time zone, OUT paid uuid[], OUT known uuid[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  claimed uuid[];
  settled uuid[];
begin
  with taken as (
    insert into deposit_session (mode, rail, session_id, business_id, deposit_id)
    select d.mode, d.rail, d.session_id, d.business_id, d.deposit_id
    from unnest(deposits) as d
    order by d.mode, d.rail, d.session_id
    on conflict do nothing
    returning deposit_id
  )
  select coalesce(array_agg(deposit_id), '{}') into claimed from taken;

  paid := '{}';
  known := '{}';
  if cardinality(claimed) < cardinality(deposits) then
    known := array(
      select d.deposit_id from unnest(deposits) as d where d.deposit_id <> all(claimed)
    );
    deposits := array(select d from unnest(deposits) as d where d.deposit_id = any(claimed));
    payments := array(
      select p from unnest(payments) as p
      where p.id in (select d.transaction_id from unnest(deposits) as d)
    );
  end if;
  if cardinality(claimed) = 0 then
    return;
  end if;

  settled := transaction_settle(payments, entries, events, written);

  with kept as (
    insert into deposit (
      business_id, mode, deposit_id, rail, session_id, account_number, account_kind, amount,
      sender_name, sender_bank_code, sender_account_number, narration, transaction_id, state,
      occurred_at, created_at, surcharge
    )
    select d.business_id, d.mode, d.deposit_id, d.rail, d.session_id, d.account_number,
      d.account_kind, d.amount, d.sender_name, d.sender_bank_code, d.sender_account_number,
      d.narration, d.transaction_id, d.state, d.occurred_at, d.created_at,
      coalesce(d.surcharge, 0)
    from unnest(deposits) as d
    where d.transaction_id = any(settled)
    returning deposit_id
  )
  select coalesce(array_agg(deposit_id), '{}') into paid from kept;

  if cardinality(paid) < cardinality(claimed) then
    delete from deposit_session s
    using unnest(deposits) as d
    cross join lateral (
      select own.ctid as row_at
      from deposit_session own
      where own.mode = d.mode and own.rail = d.rail and own.session_id = d.session_id
      limit 1
    ) own
    where s.ctid = own.row_at and d.deposit_id <> all(paid);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION dispute_unwait(business uuid, its_mode text, its_dispute uuid)
 RETURNS TABLE(account text, amount bigint)
 LANGUAGE sql
AS $function$
  delete from settlement_item i
  where i.business_id = business and i.mode = its_mode and i.cause_id = its_dispute
    and i.kind = 'dispute' and i.settlement_id is null
  returning i.account, -i.amount
$function$;

CREATE OR REPLACE FUNCTION dispute_wait(business uuid, its_mode text, its_dispute uuid, accounts text[], amounts bigint[], written timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
  select business, its_mode, taken.account, its_dispute, 'dispute', -taken.amount, written
  from unnest(accounts, amounts) as taken (account, amount)
$function$;

CREATE OR REPLACE FUNCTION entry_of(business uuid, its_mode text, cause uuid, its_reason text, its_kind text, debit text, credit text, its_amount bigint, occurred timestamp with time zone)
 RETURNS ledger_entry
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  entry ledger_entry;
begin
  entry.business_id := business;
  entry.mode := its_mode;
  entry.cause_id := cause;
  entry.reason := its_reason;
  entry.kind := its_kind;
  entry.debit_account := debit;
  entry.credit_account := credit;
  entry.amount := its_amount;
  entry.occurred_at := occurred;
  return entry;
end $function$;

CREATE OR REPLACE FUNCTION event_emit(events emitted_event[], emitted timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with written as (
    insert into event (
      business_id, mode, event_id, type, route, payload, transaction_id, created_at
    )
    select e.business_id, e.mode, e.event_id, e.type, e.route, e.payload, e.transaction_id, emitted
    from unnest(events) as e
    returning business_id, mode, event_id, type, route
  )
  insert into delivery (business_id, mode, event_id, endpoint, next_at, created_at, updated_at)
  select w.business_id, w.mode, w.event_id, target.route, emitted, emitted, emitted
  from written w
  cross join lateral webhook_subscribers(w.business_id, w.mode, w.route, w.type) target;
end $function$;

CREATE OR REPLACE FUNCTION event_forget(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  b uuid[];
  m text[];
  i uuid[];
begin
  select array_agg(business_id), array_agg(mode), array_agg(event_id) into b, m, i
  from (
    select business_id, mode, event_id from event
    where created_at < statement_timestamp() - interval '30 days'
    order by created_at
    limit most
  ) old;
  if i is null then
    return 0;
  end if;
  delete from delivery_attempt a
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where a.business_id = old.business_id and a.mode = old.mode and a.event_id = old.event_id;
  delete from delivery d
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where d.business_id = old.business_id and d.mode = old.mode and d.event_id = old.event_id;
  delete from event e
  using unnest(b, m, i) as old (business_id, mode, event_id)
  where e.business_id = old.business_id and e.mode = old.mode and e.event_id = old.event_id;
  return cardinality(i);
end $function$;

CREATE OR REPLACE FUNCTION event_resend(business uuid, its_mode text, ids uuid[], asked timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
AS $function$
  select delivery_resend(business, its_mode, ids, null, false, asked)
$function$;

CREATE OR REPLACE FUNCTION identity_record(businesses uuid[], modes text[], verifications uuid[], outcomes text[], sessions text[], sent timestamp with time zone[], expiries timestamp with time zone[], dues timestamp with time zone[], written timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  b uuid[];
  m text[];
  v uuid[];
  k text[];
  a bigint[];
  lost_modes text[];
  lost_hashes bytea[];
  lost uuid[];
begin
  -- Accounts before rows, as in identity_reserve: a retry of the same request may hold one of them
  -- and wait for the other.
  perform 1
  from ledger_account a
  where a.business_id = any(businesses) and a.mode = any(modes)
    and a.name in ('available', 'fees')
  order by a.business_id, a.mode, a.name
  for update;

  with moved as (
    update identity_verification as x
    set state = case when n.outcome = 'sent' then 'Pending' else 'FAILED' end,
        failure = nullif(n.outcome, 'sent'),
        rail_session = n.session,
        otp_sent_at = n.sent_at,
        otp_expires_at = n.expires_at,
        number = case when n.outcome = 'sent' then x.number end,
        -- Nothing was sent, so the same request may begin again.
        effect_id = case when n.outcome in ('unavailable', 'not_found', 'never_known') then null
          else x.effect_id end,
        due_at = n.due_at,
        updated_at = written
    from unnest(
      businesses, modes, verifications, outcomes, sessions, sent, expiries, dues
    ) as n (b, m, v, outcome, session, sent_at, expires_at, due_at)
    where x.business_id = n.b and x.mode = n.m and x.verification_id = n.v
      and x.state = 'Requested'
    returning x.business_id, x.mode, x.verification_id, x.state, x.fee, x.number_hash
  )
  select array_agg(business_id), array_agg(mode), array_agg(verification_id),
    array_agg(case state when 'Pending' then 'post_hold' else 'void_hold' end), array_agg(fee),
    array_agg(mode order by mode, number_hash) filter (where state = 'FAILED'),
    array_agg(number_hash order by mode, number_hash) filter (where state = 'FAILED'),
    array_agg(verification_id order by mode, number_hash) filter (where state = 'FAILED')
  into b, m, v, k, a, lost_modes, lost_hashes, lost
  from moved;
  if v is null then
    return '{}';
  end if;

  perform ledger_write(
    array(
      select entry_of(
        business => n.b, its_mode => n.m, cause => n.v, its_reason => 'identity_fee',
        its_kind => n.k, debit => 'available', credit => 'fees', its_amount => n.a,
        occurred => written
      )
      from unnest(b, m, v, k, a) as n (b, m, v, k, a)
    ),
    written
  );

  -- One by one, in the order in which identity_reserve locks them.
  for i in 1 .. coalesce(cardinality(lost), 0) loop
    update identity_number
    set uses = array_remove(uses, lost[i])
    where mode = lost_modes[i] and number_hash = lost_hashes[i];
  end loop;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION identity_reserve(businesses uuid[], modes text[], verifications uuid[], types text[], numbers text[], ends text[], hashes bytea[], rails text[], consents text[], otps uuid[], effects uuid[], its_fee bigint, uses_max integer, since uuid, due timestamp with time zone, written timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
declare
  outcomes text[];
  b uuid[];
  m text[];
  v uuid[];
begin
  perform 1
  from ledger_account a
  where a.business_id = any(businesses) and a.mode = any(modes)
    and a.name in ('available', 'fees')
  order by a.business_id, a.mode, a.name
  for update;

  with asked as (
    select n.*, row_number() over (partition by n.b, n.m order by n.i) * its_fee
        <= coalesce(a.credits_posted - a.debits_posted - a.debits_pending, 0) as covered
    from unnest(businesses, modes, verifications, hashes)
      with ordinality as n (b, m, v, h, i)
    left join lateral (
      select * from ledger_account own
      where own.business_id = n.b and own.mode = n.m and own.name = 'available'
      limit 1
    ) a on true
  ), placed as (
    insert into identity_number as known (mode, number_hash, uses, updated_at)
    select a.m, a.h, array[a.v], written
    from asked a
    where a.covered
    order by a.m, a.h
    on conflict (mode, number_hash) do update
      set uses = array(select u from unnest(known.uses) as u where u > since) || excluded.uses,
          updated_at = written
      where (select count(*) from unnest(known.uses) as u where u > since) < uses_max
    returning known.mode, known.number_hash
  ), decided as (
    select a.*, case when not a.covered then 'insufficient'
      when p.number_hash is null then 'too_many' else 'reserved' end as outcome
    from asked a
    left join placed p on p.mode = a.m and p.number_hash = a.h
  )
  select array_agg(d.outcome order by d.i),
    array_agg(d.b) filter (where d.outcome = 'reserved'),
    array_agg(d.m) filter (where d.outcome = 'reserved'),
    array_agg(d.v) filter (where d.outcome = 'reserved')
  into outcomes, b, m, v
  from decided d;
  if v is null then
    return outcomes;
  end if;

  insert into identity_verification (
    business_id, mode, verification_id, rail, type, state, number, number_last4, number_hash,
    consent, fee, otp_id, effect_id, due_at, created_at, updated_at
  )
  select n.b, n.m, n.v, n.rail, n.t, 'Requested', n.number, n.last4, n.h, n.consent, its_fee, n.otp,
    n.effect, due, written, written
  from unnest(
    businesses, modes, verifications, rails, types, numbers, ends, hashes, consents, otps,
    effects, outcomes
  ) as n (b, m, v, rail, t, number, last4, h, consent, otp, effect, outcome)
  where n.outcome = 'reserved';

  perform ledger_write(
    array(
      select entry_of(
        business => n.b, its_mode => n.m, cause => n.v, its_reason => 'identity_fee',
        its_kind => 'hold', debit => 'available', credit => 'fees', its_amount => its_fee,
        occurred => written
      )
      from unnest(b, m, v) as n (b, m, v)
    ),
    written
  );
  return outcomes;
end $function$;

CREATE OR REPLACE FUNCTION ledger_write(entries ledger_entry[], written timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  places tid[];
  sums bigint[][];
  fallen emitted_event[];
  debtors json;
  stamped timestamptz;
begin
  -- Of each account: debits posted and pending, credits posted and pending.
  select array_agg(own.row_at),
    array_agg(array[moved.debits, moved.debits_held, moved.credits, moved.credits_held])
  into places, sums
  from (
    select leg.business_id, leg.mode, leg.name,
      sum(leg.posted) filter (where leg.is_debit)::bigint as debits,
      sum(leg.held) filter (where leg.is_debit)::bigint as debits_held,
      sum(leg.posted) filter (where not leg.is_debit)::bigint as credits,
      sum(leg.held) filter (where not leg.is_debit)::bigint as credits_held
    from (
      select e.business_id, e.mode, account.name, account.is_debit,
        case when e.kind in ('post', 'post_hold') then e.amount else 0 end as posted,
        case e.kind when 'post' then 0 when 'hold' then e.amount else -e.amount end as held
      from unnest(entries) as e
      cross join lateral (
        values (e.debit_account, true), (e.credit_account, false)
      ) as account (name, is_debit)
    ) leg
    group by leg.business_id, leg.mode, leg.name
    order by leg.business_id, leg.mode, leg.name
  ) moved
  left join lateral (
    select a.ctid as row_at
    from ledger_account a
    where a.business_id = moved.business_id and a.mode = moved.mode and a.name = moved.name
    limit 1
    for update
  ) own on true;
  if array_position(places, null) > 0 then
    raise exception 'an entry needs two accounts that exist' using errcode = '23503';
  end if;

  select greatest(written, (select t.closing_until from ledger_turn t)) into stamped;

  insert into ledger_entry (
    business_id, mode, cause_id, reason, step, kind,
    debit_account, credit_account, amount, occurred_at, created_at
  )
  select e.business_id, e.mode, e.cause_id, e.reason,
    case when e.kind in ('post', 'hold') then 1 else 2 end, e.kind,
    e.debit_account, e.credit_account, e.amount, e.occurred_at, stamped
  from unnest(entries) as e;

  -- Nobody else can change the accounts now. So a balance falls below its threshold once, in one of
  -- the writes, until another has raised it.
  with moved as (
    update ledger_account a
    set debits_posted = a.debits_posted + coalesce(sums[place][1], 0),
        debits_pending = a.debits_pending + coalesce(sums[place][2], 0),
        credits_posted = a.credits_posted + coalesce(sums[place][3], 0),
        credits_pending = a.credits_pending + coalesce(sums[place][4], 0)
    from unnest(places) with ordinality as own (row_at, place)
    where a.ctid = own.row_at
    returning a.business_id, a.mode, a.low_below, a.indebted,
      a.credits_posted - a.debits_posted - a.debits_pending as available,
      coalesce(sums[place][3], 0) - coalesce(sums[place][1], 0) - coalesce(sums[place][2], 0)
        as gained
  )
  select
    array_agg(balance_low(m.business_id, m.mode, m.available, m.low_below, written))
      filter (where m.available < m.low_below and m.available - m.gained >= m.low_below),
    json_agg(json_build_array(m.business_id, m.mode))
      filter (where m.indebted and m.gained > 0)
  into fallen, debtors
  from moved m
  where (m.available < m.low_below and m.available - m.gained >= m.low_below)
    or (m.indebted and m.gained > 0);
  if fallen is not null then
    perform event_emit(fallen, written);
  end if;
  if debtors is not null then
    perform debt_pay(
      (d.value ->> 0)::uuid, d.value ->> 1,
      (
        select e.cause_id
        from unnest(entries) as e
        where e.business_id = (d.value ->> 0)::uuid and e.mode = d.value ->> 1
          and 'available' in (e.credit_account, e.debit_account)
        limit 1
      ),
      written
    )
    from json_array_elements(debtors) as d;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION month_partition_make(named text, part text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  said text := obj_description(named::regclass, 'pg_class');
  options text;
  its record;
begin
  select array_to_string(c.reloptions, ', ') into options
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = named::regclass and c.reloptions is not null
  limit 1;
  execute format('create table %I (like %I including all)', part, named)
    || coalesce(' with (' || options || ')', '');
  if said is not null then
    execute format('comment on table %I is %L', part, said);
  end if;
  for its in
    select tgname as name from pg_trigger
    where tgrelid = named::regclass and not tgisinternal and (tgtype & 1) = 0
  loop
    execute format(
      'create trigger %I before truncate on %I for each statement execute function refuse_change()',
      its.name, part
    );
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION month_partitions(today timestamp with time zone, move_max integer DEFAULT 20000)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
 SET "TimeZone" TO 'Africa/Lagos'
AS $function$
declare
  begins timestamptz;
  ends timestamptz;
  named text;
  part text;
  other text;
  range text;
  bounds text[];
  waiting integer;
begin
  -- Another process makes them now.
  if not pg_try_advisory_xact_lock(1919247216) then
    return;
  end if;
  foreach named in array array['ledger_entry', 'deposit'] loop
    other := named || '_other';
    begins := month_partitions_until(named::regclass);

    while begins < date_trunc('month', today) + interval '4 months' loop
      ends := begins + interval '1 month';
      part := named || to_char(begins, '_YYYY_MM');
      -- The ids of a month: their first 48 bits are the time in milliseconds.
      select array_agg(
        lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20)
      )
      into bounds
      from unnest(array[begins, ends]) at;
      range := format(
        '%1$I >= %2$L and %1$I < %3$L',
        case named when 'ledger_entry' then 'cause_id' else 'deposit_id' end, bounds[1], bounds[2]
      );

      perform month_partition_make(named, part);
      execute format(
        'select count(*) from (select from %I where %s limit %s) its', other, range, move_max + 1
      ) into waiting;
      if waiting > move_max then
        raise exception 'more than % rows of % wait for their partition', move_max, part
          using hint = 'See docs/runbooks/partitions-missing.md.';
      elsif waiting > 0 then
        -- Also keeps writers of these rows waiting.
        execute format('alter table %I disable trigger user', other);
        execute format(
          'with moved as (delete from %I where %s returning *) insert into %I select * from moved',
          other, range, part
        );
        execute format('alter table %I enable trigger user', other);
      end if;
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        named, part, bounds[1], bounds[2]
      );
      begins := ends;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION month_partitions_until(named regclass)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select to_timestamp(
    ('x0000' || left(replace(max(its.bound), '-', ''), 12))::bit(64)::bigint / 1000.0
  )
  from (
    select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]{36})''\)') as bound
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = named
  ) its
$function$;

CREATE OR REPLACE FUNCTION one_off_issue(accounts virtual_account[])
 RETURNS TABLE(its_mode text, offered text, kept text)
 LANGUAGE plpgsql
AS $function$
begin
  insert into account_number (mode, account_number, business_id, virtual_account_id)
  select a.mode, a.account_number, a.business_id, a.virtual_account_id
  from unnest(accounts) as a
  order by a.mode, a.account_number
  on conflict do nothing;

  update virtual_account v
  set account_number = i.account_number, bank_name = i.bank_name, bank_code = i.bank_code,
      bank_slug = i.bank_slug, assigned_at = i.assigned_at, updated_at = i.updated_at
  from (
    select a.*, waiting.row_at
    from (
      select * from unnest(accounts) order by business_id, mode, virtual_account_id
    ) a
    cross join lateral (
      select own.ctid as row_at
      from virtual_account own
      where own.business_id = a.business_id and own.mode = a.mode
        and own.virtual_account_id = a.virtual_account_id and own.account_number is null
      limit 1
      for update
    ) waiting
  ) i
  where v.ctid = i.row_at
    and exists (
      select from account_number o
      where o.mode = i.mode and o.account_number = i.account_number
        and o.business_id = i.business_id and o.virtual_account_id = i.virtual_account_id
    );

  return query
  select o.mode, o.account_number, v.account_number
  from unnest(accounts) as a
  cross join lateral (
    select *
    from account_number o
    where o.mode = a.mode and o.account_number = a.account_number
      and o.business_id = a.business_id and o.virtual_account_id = a.virtual_account_id
    limit 1
  ) o
  cross join lateral (
    select *
    from virtual_account v
    where v.business_id = o.business_id and v.mode = o.mode
      and v.virtual_account_id = o.virtual_account_id
    limit 1
  ) v;
end $function$;

CREATE OR REPLACE FUNCTION payment_record(entries ledger_entry[], events emitted_event[], written timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  with waiting as (
    insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
    select e.business_id, e.mode, e.credit_account, e.cause_id, 'payment', e.amount, e.occurred_at
    from unnest(entries) as e
    where e.credit_account ^@ 'pending'
  ), noted as (
    insert into receipt (business_id, mode, transaction_id, next_at, created_at)
    select v.business_id, v.mode, v.cause_id, written, written
    from unnest(events) as v
    cross join lateral (
      select m.receipts
      from business_mode m
      where m.business_id = v.business_id and m.mode = v.mode
      limit 1
    ) its
    where v.type = 'transaction.success' and its.receipts
    on conflict do nothing
  ), emitted as (
    insert into event (
      business_id, mode, event_id, type, route, payload, transaction_id, created_at
    )
    select v.business_id, v.mode, v.event_id, v.type, v.route, v.payload, v.transaction_id, written
    from unnest(events) as v
    returning business_id, mode, event_id, type, route
  )
  insert into delivery (business_id, mode, event_id, endpoint, next_at, created_at, updated_at)
  select e.business_id, e.mode, e.event_id, target.route, written, written, written
  from emitted e
  cross join lateral webhook_subscribers(e.business_id, e.mode, e.route, e.type) target;

  -- Last, because other payments wait for these accounts.
  perform ledger_write(entries, written);
end $function$;

CREATE OR REPLACE FUNCTION refund_clearing(one refund)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when one.channel in ('card', 'ussd', 'bank', 'opay') and one.destination_account_number is null
      then 'card_clearing'
    else 'bank_clearing'
  end
$function$;

CREATE OR REPLACE FUNCTION refund_move(its_kind text, moved refund, clearing text, written timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  from_waiting bigint := moved.from_pending
    + case when moved.duty_from_pending then moved.duty else 0 end;
begin
  if from_waiting > 0 then
    insert into settlement_item (business_id, mode, account, cause_id, kind, amount, occurred_at)
    values (
      moved.business_id, moved.mode, 'pending', moved.refund_id,
      case its_kind when 'hold' then 'refund' else 'refund_returned' end,
      case its_kind when 'hold' then -from_waiting else from_waiting end, written
    );
  end if;

  perform ledger_write(
    array(
      select entry_of(
        business => moved.business_id, its_mode => moved.mode, cause => moved.refund_id,
        its_reason => part.reason, its_kind => its_kind, debit => part.debit,
        credit => part.credit, its_amount => part.amount, occurred => written
      )
      from (
        values
          ('refund', 'available', clearing, moved.amount - moved.from_pending),
          ('refund_pending', 'pending', clearing, moved.from_pending),
          ('refund_duty', case when moved.duty_from_pending then 'pending' else 'available' end,
            case when moved.duty_by_provider then clearing else 'stamp_duty' end, moved.duty)
      ) as part (reason, debit, credit, amount)
      where part.amount > 0
    ),
    written
  );
end $function$;

CREATE OR REPLACE FUNCTION refund_release(business uuid, its_mode text, its_refund uuid, its_failure text, written timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  ended refund%rowtype;
begin
  -- The payment first, as in refund_reserve.
  perform 1
  from transaction t
  where t.business_id = business and t.mode = its_mode and t.id = (
    select r.transaction_id
    from refund r
    where r.business_id = business and r.mode = its_mode and r.refund_id = its_refund
  )
  for update;

  update refund r
  set status = 'failed', failure = its_failure, next_ask_at = null, updated_at = written
  where r.business_id = business and r.mode = its_mode and r.refund_id = its_refund
    and r.status = 'pending'
  returning * into ended;
  if not found then
    return false;
  end if;

  update transaction t
  set refunded = t.refunded - ended.amount, updated_at = written
  where t.business_id = business and t.mode = its_mode and t.id = ended.transaction_id;

  perform refund_move(
    'void_hold', ended, refund_clearing(ended), written
  );
  return true;
end $function$;

CREATE OR REPLACE FUNCTION refund_reserve(wanted refund, written timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  paid transaction%rowtype;
  available bigint;
  waiting bigint;
  clearing text;
  lost bigint;
  is_disputed boolean;
  unspent bigint;
begin
  select * into strict paid
  from transaction t
  where t.business_id = wanted.business_id and t.mode = wanted.mode
    and t.id = wanted.transaction_id
  for update;

  perform 1
  from refund r
  where r.business_id = wanted.business_id and r.mode = wanted.mode
    and r.refund_id = wanted.refund_id;
  if found then
    return 'reserved';
  end if;
  perform 1
  from refund r
  where r.business_id = wanted.business_id and r.mode = wanted.mode
    and r.reference = wanted.reference;
  if found then
    return 'reference_taken';
  end if;

  if paid.status not in ('success', 'reversed') then
    return 'not_refundable';
  end if;
  select coalesce(sum(d.amount), 0),
    coalesce(bool_or(d.status in ('needs_response', 'under_review')), false)
  into lost, is_disputed
  from dispute d
  where d.business_id = wanted.business_id and d.mode = wanted.mode
    and d.transaction_id = paid.id and d.status <> 'won';
  if is_disputed then
    return 'disputed';
  end if;
  unspent := greatest(paid.amount - paid.refunded - lost, 0);
  wanted.amount := coalesce(wanted.asked_amount, unspent);
  if wanted.amount = 0 or wanted.amount > unspent then
    return 'too_large';
  end if;

  wanted.channel := paid.channel;
  clearing := refund_clearing(wanted);
  perform 1
  from ledger_account a
  where a.business_id = wanted.business_id and a.mode = wanted.mode
    and a.name in ('available', clearing, 'pending', 'stamp_duty')
  order by a.business_id, a.mode, a.name
  for update;
  -- A refund that took the reference meanwhile is committed by now. It may be ending, and then it
  -- waits for these accounts: the insert below must not wait for it.
  perform 1
  from refund r
  where r.business_id = wanted.business_id and r.mode = wanted.mode
    and r.reference = wanted.reference;
  if found then
    return 'reference_taken';
  end if;
  select
    max(a.credits_posted - a.debits_posted - a.debits_pending)
      filter (where a.name = 'available'),
    max(a.credits_posted - a.debits_posted - a.debits_pending) filter (where a.name = 'pending')
  into available, waiting
  from ledger_account a
  where a.business_id = wanted.business_id and a.mode = wanted.mode
    and a.name in ('available', 'pending');
  -- Null from a process of an older version.
  wanted.duty := case
    when clearing = 'card_clearing' or wanted.amount < 1000000 then 0
    else coalesce(wanted.duty, 0) end;
  wanted.duty_by_provider := wanted.duty > 0 and coalesce(wanted.duty_by_provider, false);
  wanted.duty_from_pending := wanted.duty > available;
  if wanted.duty_from_pending then
    waiting := waiting - wanted.duty;
  else
    available := available - wanted.duty;
  end if;
  wanted.from_pending := greatest(wanted.amount - available, 0);
  if wanted.from_pending > waiting then
    return 'insufficient';
  end if;

  -- The money goes back by the rail that it came by. To another account, by the one that has found
  -- the account.
  if wanted.destination_account_number is not null then
    assert wanted.rail is not null, 'a destination was found by a rail';
  elsif paid.channel in ('card', 'ussd', 'bank', 'opay') then
    select a.rail into strict wanted.rail
    from card_attempt a
    where a.business_id = wanted.business_id and a.mode = wanted.mode and a.transaction_id = paid.id
      and a.state = 'approved';
  else
    select d.rail into strict wanted.rail
    from deposit d
    where d.business_id = wanted.business_id and d.mode = wanted.mode
      and d.transaction_id = paid.id and d.state = 'matched';
  end if;

  wanted.transaction_reference := paid.reference;
  wanted.status := 'pending';
  wanted.created_at := written;
  wanted.updated_at := written;
  insert into refund
  select wanted.*
  on conflict (business_id, mode, reference) where reference is not null do nothing;
  if not found then
    return 'reference_taken';
  end if;

  update transaction t
  set refunded = t.refunded + wanted.amount, updated_at = written
  where t.business_id = wanted.business_id and t.mode = wanted.mode and t.id = paid.id;

  perform refund_move('hold', wanted, clearing, written);
  return 'reserved';
end $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000';
end $function$;

CREATE OR REPLACE FUNCTION request_log_turn(today timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  first date := (today at time zone 'UTC')::date;
  day date;
  part text;
begin
  -- Two processes would make the same partition.
  perform pg_advisory_xact_lock(1919247215);
  for day in select first + n from generate_series(0, 2) as n loop
    part := 'request_log_' || to_char(day, 'YYYYMMDD');
    if to_regclass(part) is null then
      execute format('create table %I (like request_log including all)', part);
      execute format('comment on table %I is %L', part, 'append-only');
      execute format(
        'alter table request_log attach partition %I for values from (%L) to (%L)', part,
        lpad(to_hex((day - date '1970-01-01') * 86400000::bigint), 12, '0') || repeat('0', 20),
        lpad(to_hex((day + 1 - date '1970-01-01') * 86400000::bigint), 12, '0') || repeat('0', 20)
      );
    end if;
  end loop;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass
      and right(c.relname, 8) < to_char(first - 30, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('drop table %I', part);
  end loop;
  return (first + 3)::timestamp at time zone 'UTC';
end $function$;

CREATE OR REPLACE FUNCTION statement_claim(its_statement uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into rail_match (mode, rail, session_id, direction, statement_id, position, state)
  select distinct on (l.session_id, l.direction)
    s.mode, s.rail, l.session_id, l.direction, l.statement_id, l.position, 'theirs_only'
  from statement s
  join statement_line l on l.statement_id = s.statement_id
  where s.statement_id = its_statement
  order by l.session_id, l.direction, l.position
  on conflict do nothing;
$function$;

CREATE OR REPLACE FUNCTION statement_match(its_mode text, its_rail text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  open_line record;
  ours record;
  found_now integer := 0;
begin
  -- In the order of the key, so two runs at once wait for each other and never deadlock.
  for open_line in
    select o.session_id, o.direction, l.amount
    from rail_match o
    join statement_line l on l.statement_id = o.statement_id and l.position = o.position
    where o.mode = its_mode and o.rail = its_rail and o.state = 'theirs_only'
    order by o.session_id, o.direction
    for update of o
  loop
    select v.amount, v.occurred_at into ours
    from rail_movement v
    where v.mode = its_mode and v.rail = its_rail and v.session_id = open_line.session_id
      and v.direction = open_line.direction
    order by v.occurred_at, v.cause_id
    limit 1;
    continue when not found;

    update rail_match o
    set state = case when ours.amount = open_line.amount then 'matched' else 'wrong_amount' end,
        our_amount = ours.amount, our_occurred_at = ours.occurred_at, matched_at = at
    where o.mode = its_mode and o.rail = its_rail and o.session_id = open_line.session_id
      and o.direction = open_line.direction;
    found_now := found_now + 1;
  end loop;
  return found_now;
end $function$;

CREATE OR REPLACE FUNCTION subaccount_payout_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  subaccount uuid := split_part(new.credit_account, '/', 2)::uuid;
begin
  perform 1
  from subaccount_payout_schedule s
  where s.business_id = new.business_id and s.mode = new.mode and s.subaccount_id = subaccount
    and s.due_at is not null;
  if found then
    return null;
  end if;
  insert into subaccount_payout_schedule as s (business_id, mode, subaccount_id, due_at)
  values (new.business_id, new.mode, subaccount, new.created_at)
  on conflict (business_id, mode, subaccount_id) do update
    set due_at = excluded.due_at
    where s.due_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION transaction_settle(payments transaction[], entries ledger_entry[], events emitted_event[], written timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  moved uuid[];
begin
  with u as (
    update transaction t
    set status = 'success', version = t.version + 1, amount = i.amount, fee = i.fee, vat = i.vat,
        channel = i.channel, authorization_details = i.authorization_details,
        gateway_response = i.gateway_response, message = i.message, attempts = i.attempts,
        history = i.history, split = i.split, paid_at = i.paid_at,
        -- The version before sends neither.
        reasons = coalesce(i.reasons, t.reasons), review = i.review,
        -- The version before does not send it.
        updated_at = coalesce(i.updated_at, written)
    from (
      select p.*, open.row_at
      from (select * from unnest(payments) order by business_id, mode, id) p
      cross join lateral (
        select own.ctid as row_at
        from transaction own
        where own.business_id = p.business_id and own.mode = p.mode and own.id = p.id
          and own.version = p.version and own.status in ('pending', 'ongoing')
        limit 1
        for update
      ) open
    ) i
    where t.ctid = i.row_at
    returning t.id
  )
  select coalesce(array_agg(id), '{}') into moved from u;

  if cardinality(moved) = 0 then
    return moved;
  end if;
  if cardinality(moved) < cardinality(events) then
    entries := array(select e from unnest(entries) as e where e.cause_id = any(moved));
    events := array(select e from unnest(events) as e where e.cause_id = any(moved));
  end if;

  perform payment_record(entries, events, written);
  return moved;
end $function$;

CREATE OR REPLACE FUNCTION webhook_subscribers(business uuid, its_mode text, its_route text, its_type text)
 RETURNS TABLE(route text)
 LANGUAGE sql
 STABLE
AS $function$
  select w.route
  from webhook_endpoint w
  where w.business_id = business and w.mode = its_mode and w.url is not null
    and w.disabled_at is null and w.events && array[its_type, '*']
    and (
      w.route = its_route
      or starts_with(w.route, 'whk_')
      or (w.route = 'standard' and not exists (
        select from webhook_endpoint own
        where own.business_id = business and own.mode = its_mode and own.route = its_route
          and own.url is not null
      ))
    )
$function$;

CREATE OR REPLACE FUNCTION webhook_target(business uuid, its_mode text, its_route text)
 RETURNS SETOF webhook_endpoint
 LANGUAGE sql
 STABLE
AS $function$
  select w.*
  from webhook_endpoint w
  where w.business_id = business and w.mode = its_mode and w.url is not null
    and w.route in (its_route, 'standard')
  order by (w.route = its_route) desc
  limit 1
$function$;

CREATE TRIGGER audit_entry_is_append_only BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_entry_is_never_emptied BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER identity_access_is_append_only BEFORE DELETE OR UPDATE ON identity_access FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER identity_access_is_never_emptied BEFORE TRUNCATE ON identity_access FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_entry_is_append_only BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_entry_is_never_emptied BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_entry_is_noted_for_payout AFTER INSERT ON ledger_entry FOR EACH ROW WHEN (((new.credit_account ^@ 'available/'::text) AND (new.kind = ANY (ARRAY['post'::text, 'post_hold'::text])))) EXECUTE FUNCTION subaccount_payout_note();

comment on table audit_entry is 'append-only';

comment on table delivery_attempt is 'append-only';

comment on table deposit_quarantine is 'append-only';

comment on table event is 'append-only';

comment on table identity_access is 'append-only';

comment on table ledger_entry is 'append-only';

comment on table payment_link_slug is 'append-only';

comment on table reconciliation_note is 'append-only';

comment on table request_log is 'append-only';

comment on table statement is 'append-only';

comment on table statement_line is 'append-only';
