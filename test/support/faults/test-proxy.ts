import { onTestFinished } from 'vitest'
import { startFaultProxy, type FaultProxy, type FaultProxyOptions } from './fault-proxy.ts'

/** Starts a proxy that closes with the test. */
export async function openTestProxy(upstream: string | URL, options: FaultProxyOptions = {}): Promise<FaultProxy> {
  const proxy = await startFaultProxy(upstream, options)
  onTestFinished(() => proxy.close())
  return proxy
}
