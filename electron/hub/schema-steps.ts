import type pg from 'pg'

/** A numbered step of the hub's schema. */
type HubStep = { readonly name: string; readonly sql: string }

// PLACEHOLDER until schema.ts lands
export const HUB_STEPS: readonly HubStep[] = [
  {
    name: '0001',
    sql: `CREATE ROLE desk NOLOGIN; REVOKE ALL ON DATABASE board FROM PUBLIC; GRANT CONNECT ON DATABASE board TO desk; CREATE SCHEMA board; CREATE TABLE board.hub (hub_id text NOT NULL DEFAULT gen_random_uuid()::text, last_seq bigint not null default 0); INSERT INTO board.hub DEFAULT VALUES; CREATE TABLE board.desk (role text, name text, seen_at timestamptz); create table board.event (seq bigint, at timestamptz);
create function board.function_version() returns integer language sql as 'select 1';
CREATE FUNCTION board.admit_desk(p_role text, p_name text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
 EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 4 IN ROLE desk', p_role); insert into board.desk values (p_role, p_name); end $$;
`,
  },
]

/** Applies the steps that a hub does not have yet, each in a transaction of its own, and records their names. */
export async function applySteps(client: pg.Client, steps: readonly HubStep[]): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS hub_steps')
  await client.query(
    'CREATE TABLE IF NOT EXISTS hub_steps.applied (name text PRIMARY KEY, at timestamptz DEFAULT now())',
  )
  const { rows } = await client.query<{ name: string }>('SELECT name FROM hub_steps.applied')
  const applied = new Set(rows.map(({ name }) => name))
  for (const { name, sql } of steps.filter((step) => !applied.has(step.name))) {
    try {
      await client.query('BEGIN')
      await client.query(sql)
      await client.query('INSERT INTO hub_steps.applied (name) VALUES ($1)', [name])
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }
}
