import type { CommandId } from './commands.ts'

/*
 * Start arguments for the system's own menus: the jump list of the taskbar button, and the actions of the application
 * entry. Each starts the app again with an argument, which the open desk receives.
 */

const NEW_BOOKING = '--new-booking'

/** The command that a start requests, or null. */
export function parseLaunchCommand(args: readonly string[]): CommandId | null {
  return args.includes(NEW_BOOKING) ? 'new-booking' : null
}

/**
 * The arguments of a Windows shortcut, as one line. `switches` identify this desk, because without them the shortcut
 * would open another desk on another data folder.
 */
export function shortcutLine(switches: Readonly<Record<string, string>>): string {
  // After a backslash the quotation mark would belong to the value.
  const quoted = Object.entries(switches).map(([name, value]) => `--${name}="${value.replace(/\\+$/, '')}"`)
  return [NEW_BOOKING, ...quoted].join(' ')
}
