import { systemClock } from '../../../electron/platform/clock.ts'
import { DEFAULT_TIMEOUTS, openConnection } from '../../../electron/provider/http/connection.ts'
import { createTrustedRoots } from '../../../electron/provider/http/trusted-roots.ts'

/* A process that connects to the URL of its argument with the desk's trusted roots, and prints `open` or the code. */

const opened = await openConnection(new URL(process.argv[2] ?? ''), DEFAULT_TIMEOUTS, systemClock, {
  roots: createTrustedRoots()(null).context,
})
process.stdout.write(opened.kind === 'open' ? 'open' : opened.code)
process.exit()
