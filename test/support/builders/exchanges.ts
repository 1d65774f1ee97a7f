import type { Exchange } from '../oracle/referee.ts'

/** An exchange as a literal, with the headers of every call. */
export function handMade(
  call: string,
  body: unknown,
  answer: unknown,
  changes: Partial<Exchange> & { readonly status?: number } = {},
): Exchange {
  const [method = '', path = ''] = call.split(' ')
  const { status = 200, ...others } = changes
  return {
    method,
    path,
    headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
    body: body === null ? '' : JSON.stringify(body),
    answer: { status, type: 'application/json; charset=utf-8', body: JSON.stringify(answer) },
    ...others,
  }
}
