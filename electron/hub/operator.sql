-- What the role operator may do: invite a desk, retire a desk, forget a booking, run the retention, and read the health
-- of the hub. The functions run with the rights of the superuser, so each checks its arguments, and operator itself can
-- neither make roles nor read rows.
CREATE ROLE operator LOGIN CONNECTION LIMIT 8;

REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;
GRANT CONNECT ON DATABASE board TO operator;

CREATE SCHEMA hub_admin;
GRANT USAGE ON SCHEMA hub_admin TO operator;

-- Each row is one invitation. A name can be invited again after its desk was retired, under a new role, so that the
-- old certificate stays worthless.
CREATE TABLE hub_admin.desk (
  role text PRIMARY KEY CHECK (role ~ '^desk_[a-z2-7]{12}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  name_key text NOT NULL,
  invited_at timestamptz NOT NULL DEFAULT now(),
  take_by timestamptz NOT NULL,
  certificate_until timestamptz NOT NULL,
  retired_at timestamptz
);
CREATE UNIQUE INDEX desk_name ON hub_admin.desk (name_key) WHERE retired_at IS NULL;
GRANT SELECT ON hub_admin.desk TO operator;

CREATE FUNCTION hub_admin.invite(
  p_role text, p_name text, p_name_key text, p_take_by timestamptz, p_certificate_until timestamptz
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO hub_admin.desk (role, name, name_key, take_by, certificate_until)
    VALUES (p_role, p_name, p_name_key, p_take_by, p_certificate_until);
  PERFORM board.admit_desk(p_role, p_name);
END $$;

-- A desk says hello for the first time within the hour of its invitation, by the clock of the hub, so that a file that
-- leaks later admits nobody.
CREATE FUNCTION hub_admin.refuse_late_desk() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM hub_admin.desk d WHERE d.role = NEW.role AND d.take_by < clock_timestamp()) THEN
    PERFORM board.fail('LK001', 'the invitation has expired');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_late_desk BEFORE UPDATE OF incarnation ON board.desk FOR EACH ROW
  WHEN (OLD.incarnation IS NULL) EXECUTE FUNCTION hub_admin.refuse_late_desk();

-- Ends nothing yet: a session that starts before this commits would be missed, so end_sessions is a call of its own.
-- The desk is gone from now on, so that other desks take over what the desk holds, and no epoch waits for the desk.
CREATE FUNCTION hub_admin.retire(p_role text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE hub_admin.desk SET retired_at = now() WHERE role = p_role AND retired_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such desk'; END IF;
  EXECUTE format('ALTER ROLE %I NOLOGIN', p_role);
  PERFORM board.lock_hub();
  UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = p_role;
END $$;

-- Returns how many sessions of a retired desk are still there after their end was asked for. A hello of such a session
-- may have made the desk present again, so the last call names the desk gone again.
CREATE FUNCTION hub_admin.end_sessions(p_role text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE found bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM hub_admin.desk WHERE role = p_role AND retired_at IS NOT NULL) THEN RETURN 0; END IF;
  SELECT count(pg_terminate_backend(pid)) INTO found FROM pg_stat_activity WHERE usename = p_role;
  IF found = 0 THEN
    PERFORM board.lock_hub();
    UPDATE board.desk SET gone_at = coalesce(gone_at, clock_timestamp()) WHERE role = p_role;
  END IF;
  RETURN found;
END $$;

-- The retention, a part a call, because every desk waits for the lock of the call.
CREATE FUNCTION hub_admin.drop_old(p_limit integer) RETURNS jsonb
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT board.drop_old(p_limit) $$;

-- Forgets the booking with a reference, of which a desk shows the last part in groups: `ok`, `state` for an open
-- booking, or `unknown`.
CREATE FUNCTION hub_admin.forget(p_reference text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE part text := substring(upper(translate(p_reference, ' -', '')) FROM 'LK[0-9A-Z]{9,11}$'); found text; answer jsonb;
BEGIN
  PERFORM board.lock_hub();
  SELECT min(booking) INTO found FROM board.reference WHERE right(upper(translate(reference, ' -', '')), length(part)) = part
    HAVING count(DISTINCT booking) = 1;
  IF found IS NULL THEN RETURN 'unknown'; END IF;
  answer := board.erase('operator', found, NULL);
  RETURN coalesce(answer->>'reason', 'ok');
END $$;

CREATE FUNCTION hub_admin.board_health() RETURNS TABLE (
  function_version integer, last_seq bigint, last_event_at timestamptz, oldest_event_at timestamptz, kept_days integer
) LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT board.function_version(), h.last_seq, (SELECT e.at FROM board.event e WHERE e.seq = h.last_seq),
    (SELECT e.at FROM board.event e ORDER BY e.seq LIMIT 1), h.kept_days FROM board.hub h
$$;

-- The desks that are not retired, with what the board knows of them and no booking.
CREATE FUNCTION hub_admin.desk_health()
RETURNS TABLE (
  name text, take_by timestamptz, certificate_until timestamptz, seen_at timestamptz, is_connected boolean,
  keeps_frozen bigint, waiting bigint
)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.name, d.take_by, d.certificate_until, b.seen_at,
      EXISTS (SELECT FROM pg_stat_activity a WHERE a.usename = d.role),
      (SELECT count(*) FROM board.send_right r, board.hub h WHERE r.state <> 'done' AND r.epoch < h.epoch
        AND b.role = ANY (board.missing_desks(h))),
      (SELECT count(*) FROM board.send_right r WHERE r.owner = d.role AND r.state = 'waiting')
    FROM hub_admin.desk d LEFT JOIN board.desk b ON b.role = d.role
    WHERE d.retired_at IS NULL ORDER BY d.invited_at, d.name
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA hub_admin FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA hub_admin TO operator;

GRANT USAGE ON SCHEMA hub_steps TO operator;
GRANT SELECT ON hub_steps.applied TO operator;
