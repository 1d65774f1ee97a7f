import type pg from 'pg'
import type { HubStep } from './schema.ts'

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
