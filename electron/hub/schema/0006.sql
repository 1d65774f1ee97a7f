SET ROLE board_owner;

-- A desk that neither claimed nor had an entry has no proof about the entry. A new hub may lack the claim of an older
-- epoch, and the desk that made the entry may have another role since it was retired.
CREATE FUNCTION board.may_settle(r board.send_right) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT session_user IN (r.owner, r.taken_from) OR session_user = ANY (r.claimants)
    OR r.epoch < (SELECT epoch FROM board.hub)
    OR EXISTS (SELECT FROM board.desk WHERE role = r.owner AND gone_at IS NOT NULL)
$$;

ALTER FUNCTION board.settle(board.send_right, board.send_right) RENAME TO settle_as_said;
CREATE FUNCTION board.settle(r board.send_right, p_said board.send_right) RETURNS board.send_right
LANGUAGE plpgsql AS $$
BEGIN
  IF board.may_settle(r) IS NOT TRUE THEN RETURN r; END IF;
  RETURN board.settle_as_said(r, p_said);
END $$;
RESET ROLE;
