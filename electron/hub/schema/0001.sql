-- The board of one rooftop is one database. Desks read its tables and change them by seven functions alone.
DO $$
BEGIN
  -- Roles belong to the whole server, so a second database on this server meets them again.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'board_owner') THEN CREATE ROLE board_owner NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'desk') THEN CREATE ROLE desk NOLOGIN; END IF;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO desk', current_database());
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
-- PostgreSQL lets every role store large objects, which no function of the board would see.
REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC;

CREATE SCHEMA board AUTHORIZATION board_owner;

-- The owner of the functions is no superuser, so a mistake in a function reaches this schema alone.
SET ROLE board_owner;
ALTER DEFAULT PRIVILEGES FOR ROLE board_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- An id of a booking, an entry, a move or an amendment: 22 digits of base 32, or a UUID of an earlier version.
CREATE DOMAIN board.id AS text CHECK (length(VALUE) BETWEEN 20 AND 40);

-- The one row that every function locks first: the order of the locks is the order of the log.
CREATE TABLE board.hub (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  hub_id text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  -- The epoch rises when the hub lost events. A new hub starts above every earlier hub, because its epoch is its time.
  epoch bigint NOT NULL DEFAULT extract(epoch FROM clock_timestamp())::bigint,
  -- Events up to this number were dropped.
  floor_seq bigint NOT NULL DEFAULT 0,
  last_seq bigint NOT NULL DEFAULT 0,
  -- For this long after a start of the server no claim is granted, so that desks which know more are heard first.
  claim_pause interval NOT NULL DEFAULT '30 seconds',
  kept_days integer NOT NULL DEFAULT 45 CHECK (kept_days > 0)
) WITH (fillfactor = 10);

INSERT INTO board.hub DEFAULT VALUES;

-- The roster. A row stands for an invited desk, whether or not that desk was heard yet.
CREATE TABLE board.desk (
  role text PRIMARY KEY,
  name text NOT NULL,
  -- The store that speaks for the desk. A copied profile and a recovered store have another incarnation.
  incarnation text,
  version integer,
  cursor bigint NOT NULL DEFAULT 0,
  -- The newest epoch in which the desk sent again what the hub may have lost.
  refilled_epoch bigint NOT NULL DEFAULT 0,
  seen_at timestamptz,
  gone_at timestamptz,
  -- Why the desk cannot send, as its last beat said; null for a desk that can.
  cannot_send text
) WITH (fillfactor = 50);

CREATE TABLE board.incarnation (
  desk text NOT NULL REFERENCES board.desk (role),
  incarnation text NOT NULL CHECK (length(incarnation) BETWEEN 1 AND 64),
  last_n bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (desk, incarnation)
);

CREATE TABLE board.event (
  -- Gapless and in the order of the commits, because the number comes from the locked row of the hub.
  seq bigint PRIMARY KEY,
  desk text NOT NULL,
  incarnation text NOT NULL,
  -- The number in the queue of the desk; null for an event that a call made.
  n bigint,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  booking board.id,
  entry board.id,
  body jsonb NOT NULL,
  -- What the event changed at the hub. A replica copies the effect and repeats no rule.
  effect jsonb NOT NULL,
  -- A desk that names the mark of the last event it read notices another event under the same number.
  mark text NOT NULL DEFAULT left(gen_random_uuid()::text, 8),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (desk, incarnation, n)
);

CREATE INDEX event_booking ON board.event (booking) WHERE booking IS NOT NULL;
CREATE INDEX event_at ON board.event USING brin (at);

-- The right to send an entry is one row, which moves by compare-and-set under the lock of the hub.
CREATE TABLE board.send_right (
  entry board.id PRIMARY KEY,
  booking board.id NOT NULL,
  owner text NOT NULL,
  rev bigint NOT NULL CHECK (rev > 0),
  state text NOT NULL CHECK (state IN ('waiting', 'claimed', 'doubt', 'done')),
  attempt text,
  -- The store that made the claim. A copy of that store may know the attempt and still gets no second yes.
  incarnation text,
  outcome text,
  -- The desk that settled the entry.
  settled_by text,
  -- The desks that may have sent the entry. Two of them that both report a booking made two.
  claimants text[] NOT NULL DEFAULT '{}',
  -- By the clock of the hub, from which a taker counts the quarantine.
  claimed_at timestamptz,
  -- The owner consents to a takeover, by any desk or by the desk `handed_to`.
  handed_over boolean NOT NULL DEFAULT false,
  handed_to text,
  taken_from text,
  -- The epoch in which the entry was first offered. Under an older epoch another desk may have taken the entry.
  epoch bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX send_right_open ON board.send_right (owner) WHERE state <> 'done';
CREATE INDEX send_right_booking ON board.send_right (booking);

-- The newest body of each booking: the snapshot, and the keys by which duplicates are found.
CREATE TABLE board.booking (
  booking board.id PRIMARY KEY,
  entry board.id,
  -- The desk that made the booking, which a takeover does not change.
  desk text NOT NULL,
  first_seq bigint NOT NULL,
  seq bigint NOT NULL,
  body jsonb NOT NULL,
  day text,
  action text,
  vins text[] NOT NULL DEFAULT '{}',
  ro text,
  phone text,
  name_key text,
  -- False for a booking that a person withdrew or that was canceled.
  duplicable boolean NOT NULL DEFAULT true,
  ended_at timestamptz,
  -- Another booking that has one of the references of this one, so that this one cannot be sent.
  reference_of board.id
);

CREATE INDEX booking_day ON board.booking (day);
CREATE INDEX booking_ended ON board.booking (ended_at) WHERE ended_at IS NOT NULL;

-- The provider matches by the reference, so no two bookings of the rooftop are sent with the same one.
CREATE TABLE board.reference (
  reference text PRIMARY KEY,
  booking board.id NOT NULL
);

CREATE INDEX reference_booking ON board.reference (booking);

CREATE TABLE board.amendment (
  amendment board.id PRIMARY KEY,
  move board.id NOT NULL,
  booking board.id,
  kind text NOT NULL,
  desk text NOT NULL,
  seq bigint NOT NULL,
  is_open boolean NOT NULL,
  outcome text,
  body jsonb NOT NULL
);

CREATE UNIQUE INDEX amendment_open ON board.amendment (move, kind) WHERE is_open;
CREATE INDEX amendment_booking ON board.amendment (booking);

-- The ids of forgotten bookings, so that no late event brings their personal data back.
CREATE TABLE board.forgotten (
  booking board.id PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The log is append-only for every role. The retention deletes below the floor, and `forget` empties a body.
CREATE FUNCTION board.keep_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.seq <= (SELECT floor_seq FROM board.hub) THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND NEW.body = '{}' AND EXISTS (SELECT FROM board.forgotten f WHERE f.booking = OLD.booking)
    AND to_jsonb(NEW) - 'body' = to_jsonb(OLD) - 'body' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'LK010';
END $$;

CREATE TRIGGER event_is_kept BEFORE UPDATE OR DELETE ON board.event FOR EACH ROW EXECUTE FUNCTION board.keep_event();
CREATE TRIGGER log_is_kept BEFORE TRUNCATE ON board.event FOR EACH STATEMENT EXECUTE FUNCTION board.keep_event();

GRANT USAGE ON SCHEMA board TO desk;
GRANT SELECT ON ALL TABLES IN SCHEMA board TO desk;
RESET ROLE;
