import { systemClock } from '../platform/clock.ts'
import { systemRandom } from '../platform/random.ts'
import { runHubCommand } from './command.ts'

/* `npm run hub`: the hub in plain Node. */

process.exitCode = await runHubCommand(process.argv.slice(2), {
  clock: systemClock,
  random: systemRandom,
  env: process.env,
  // npm changes the working directory to the checkout.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  program: 'npm run -s hub --',
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
})
