/** The practice service as a provider of the profile `hopdrive`, with its sign-in and its manual controls. */

export const CLIENT = { id: 'lane-7', secret: 'hopdrive-secret', tokenSeconds: 900 }

/** Options of a practice service of the profile `hopdrive` whose driver is stepped by the test. */
export const MANUAL_HOPDRIVE: readonly string[] = [
  '--profile',
  'hopdrive',
  '--driver',
  'manual',
  '--client-id',
  CLIENT.id,
  '--client-secret',
  CLIENT.secret,
]

export type Outcome = 'succeeded' | 'partial' | 'failed' | 'rescheduled'

export type Doors = {
  /** Advances the driver of a move by one step. */
  step(number: number): Promise<void>
  /** Decides a cancellation; returns the number of the new move for `rescheduled`. */
  decide(number: number, outcome: Outcome): Promise<number | null>
}

/** Lays values over every later response of the practice service to a creation or a fetch of a move. */
export async function shapeAnswers(
  { url, token }: { readonly url: string; readonly token: string },
  values: object,
): Promise<void> {
  const answer = await fetch(`${url}/practice/answers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  if (!answer.ok) throw new Error(`answers: ${answer.status} ${await answer.text()}`)
}

export function doorsOf({ url, token }: { readonly url: string; readonly token: string }): Doors {
  const door = async (path: string, body: object) => {
    const answer = await fetch(`${url}/practice/moves/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { readonly new_move_id: number | null }
  }
  return {
    step: async (number) => void (await door(`${number}/step`, {})),
    decide: async (number, outcome) => (await door(`${number}/cancel-outcome`, { outcome })).new_move_id,
  }
}
