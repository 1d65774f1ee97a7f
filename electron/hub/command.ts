import { assertNever } from '../../shared/result.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { checkHub } from './check.ts'
import { exitCodeOf } from './findings.ts'
import { defaultHubFolder } from './folder.ts'
import { forgetBooking } from './forget.ts'
import { initHub } from './init.ts'
import { inviteDesk } from './invite.ts'
import { parseHubOptions, usageOf, type HubCommand } from './options.ts'
import { describeProblem, type HubProblem } from './problems.ts'
import { retireDesk } from './retire.ts'
import { startHub, stopHub } from './serve.ts'
import { tidyHub } from './tidy.ts'

export type HubContext = {
  readonly clock: Clock
  readonly random: Random
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** How the person called the hub, for the usage. */
  readonly program: string
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

/** Exit code of a refusal or a failure. */
const REFUSED = 2

/**
 * Runs one command of the hub and returns the exit code: 0, or 2 with one line about what to do. `check` returns 1 for
 * a warning.
 */
export async function runHubCommand(args: readonly string[], context: HubContext): Promise<number> {
  const parsed = parseHubOptions(args, { cwd: context.cwd, defaultFolder: defaultHubFolder(context.env) })
  if (!parsed.ok) return refused(parsed.problem, context)
  return run(parsed.value, context)
}

async function run(command: HubCommand, context: HubContext): Promise<number> {
  const { clock, print, program } = context
  switch (command.verb) {
    case 'init': {
      const made = await initHub(command, context)
      if (!made.ok) return refused(made.problem, context)
      const { rooftop, address, port } = made.value
      print(`The hub of ${rooftop} runs at ${address}:${port}, in ${command.folder}.`)
      print(`Open port ${port} for the lane's network alone, and invite each desk.`)
      print(`At every boot, run: ${program} start --folder "${command.folder}"`)
      return 0
    }
    case 'start': {
      const started = await startHub(command.folder, clock)
      if (!started.ok) return refused(started.problem, context)
      print(`The hub of ${started.value.rooftop} runs at ${started.value.address}:${started.value.port}.`)
      // The server runs all the same, and `check` warns if the retention keeps failing.
      await tidyHub(command.folder)
      return 0
    }
    case 'stop': {
      const stopped = await stopHub(command.folder, clock)
      if (!stopped.ok) return refused(stopped.problem, context)
      print(`The hub of ${stopped.value.rooftop} is stopped. Every desk goes on alone.`)
      return 0
    }
    case 'invite': {
      const invited = await inviteDesk(command, context)
      if (!invited.ok) return refused(invited.problem, context)
      const { file } = invited.value
      print(
        `Within one hour, paste what ${file} holds at ${command.name} in Settings under Board, or name it in its settings file.`,
      )
      return 0
    }
    case 'retire': {
      const retired = await retireDesk(command.folder, command.name)
      if (!retired.ok) return refused(retired.problem, context)
      print(`${retired.value.name} is not admitted any more. Its bookings stay on the board: take them over at a desk.`)
      return 0
    }
    case 'forget': {
      const forgotten = await forgetBooking(command.folder, command.reference)
      if (!forgotten.ok) return refused(forgotten.problem, context)
      print(`The booking of ${command.reference} is forgotten here, and at each desk that reads the board.`)
      print('Its own desk keeps the booking.')
      return 0
    }
    case 'tidy': {
      const tidied = await tidyHub(command.folder)
      if (!tidied.ok) return refused(tidied.problem, context)
      print(`Dropped ${tidied.value.events} old events and ${tidied.value.bookings} old bookings.`)
      return 0
    }
    case 'check': {
      const findings = await checkHub(command.folder, clock)
      const exitCode = exitCodeOf(findings)
      if (command.asJson) print(JSON.stringify({ exitCode, findings }))
      else for (const { level, text } of findings) print(`${level.padEnd(7)}  ${text}`)
      return exitCode
    }
    default:
      return assertNever(command)
  }
}

function refused(problem: HubProblem, { printError, program }: HubContext): number {
  printError(describeProblem(problem))
  if (problem.code === 'usage') printError(usageOf(program))
  return REFUSED
}
