import type { CommandId } from './commands.ts'

/*
 * Arguments that the Windows jump list and the actions of a Linux launcher pass to the app. If the desk is running, the
 * second process hands its arguments to the running desk and ends.
 */

const NEW_BOOKING = '--new-booking'

/** Returns the command that the arguments of a start ask for; null for a plain start. */
export function parseLaunchCommand(args: readonly string[]): CommandId | null {
  return args.includes(NEW_BOOKING) ? 'new-booking' : null
}

/**
 * Returns the arguments of a Windows shortcut as one line. `switches` are the command-line switches that select this
 * desk's data folder and settings file; without them the shortcut would open another desk.
 */
export function shortcutLine(switches: Readonly<Record<string, string>>): string {
  // A backslash before the closing quotation mark would make the mark a part of the value.
  const quoted = Object.entries(switches).map(([name, value]) => `--${name}="${value.replace(/\\+$/, '')}"`)
  return [NEW_BOOKING, ...quoted].join(' ')
}
