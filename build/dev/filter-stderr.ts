import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

// Messages that Chromium prints on a machine without a session bus or a graphics card. They say nothing about the desk.
const noise = [
  /bus\.cc.*Failed to connect to the bus/,
  /viz_main_impl/,
  /ContextResult::kTransientFailure/,
  /gpu_(process_host|channel_manager|init|memory_buffer)/,
  /gl_(display|factory|surface)|angle_platform_impl|vaapi_wrapper|Passthrough is not supported/,
]

/** Copies whole lines except the known noise. Resolves when `from` has ended. */
export async function filterStderr(from: Readable, to: Writable): Promise<void> {
  for await (const line of createInterface({ input: from, crlfDelay: Infinity })) {
    if (noise.some((known) => known.test(line))) continue
    to.write(`${line}\n`)
  }
}
