import type { Exchange, Referee } from '../oracle/referee.ts'
import type { FaultProxy } from './fault-proxy.ts'

export type TrafficCheck = {
  readonly exchanges: readonly Exchange[]
  /** Every violation that the referee found, one line each. */
  readonly violations: readonly string[]
}

/** Lets the referee check every exchange of a proxy from now on. */
export function checkTraffic(proxy: FaultProxy, referee: Referee): TrafficCheck {
  const exchanges: Exchange[] = []
  const violations: string[] = []
  proxy.onExchange((exchange) => {
    exchanges.push(exchange)
    violations.push(...judge(referee, exchange))
  })
  return { exchanges, violations }
}

/** A referee that throws must not leave the client without a response. */
function judge(referee: Referee, exchange: Exchange): readonly string[] {
  try {
    return referee.judge(exchange)
  } catch (error) {
    return [`the referee broke: ${String(error)}`]
  }
}
