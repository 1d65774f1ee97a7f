import type { CommandId } from './commands.ts'

/*
 * What the system's own menus offer of the desk: the jump list of its button in the taskbar, and the actions of its entry
 * among the applications. Each starts the app once more with an argument, which the desk that is open then hears.
 */

const NEW_BOOKING = '--new-booking'

/** The command that a start asks for; null for a start that asks for nothing but the desk. */
export function parseLaunchCommand(args: readonly string[]): CommandId | null {
  return args.includes(NEW_BOOKING) ? 'new-booking' : null
}

/**
 * The arguments of a shortcut as Windows takes them, one line. `switches` are those by which this desk was started and
 * which say whose it is: without them the shortcut would open another desk, on another profile.
 */
export function shortcutLine(switches: Readonly<Record<string, string>>): string {
  // Behind a backslash the quotation mark would belong to the value.
  const quoted = Object.entries(switches).map(([name, value]) => `--${name}="${value.replace(/\\+$/, '')}"`)
  return [NEW_BOOKING, ...quoted].join(' ')
}
