/* The words of the palette, of the shortcut sheet, and of the question about a draft. */

export const PALETTE = {
  label: 'Commands and search',
  input: 'Type a command, a customer, a phone, a VIN or an RO',
  hits: 'What was found',
  clear: 'Clear',
  hint: 'Try part of a name, the last four digits of a phone, the tail of a VIN, or an RO.',
  nothing: (text: string) => `No results for “${text}”`,
} as const

export const SHORTCUTS = {
  title: 'Keyboard shortcuts',
  all: 'All keys',
  byPalette: 'Ctrl K',
  note: 'Single keys work while no field has the focus. Ctrl K and the menu bar have every command.',
  everywhere: 'Everywhere',
  lists: 'In lists and fields',
  onScreen: (screen: string) => `On ${screen}`,
} as const

export const REPLACE = { title: 'You have an unfinished booking', keep: 'Keep it', replace: 'Replace' } as const

/** The question before another booking replaces the form: an unsaved change (`overChange`), by a change or a copy. */
export function describeReplacing(overChange: boolean, withChange: boolean): string {
  const lost = overChange ? 'Your changes to a booking are not saved.' : 'A booking is not saved.'
  return `${lost} Replace with ${withChange ? 'the booking to edit' : 'the copy'}?`
}

export function describeAfterwards(overChange: boolean, withChange: boolean): string {
  if (overChange) return 'Your changes are then lost, and that booking stays as it is.'
  return withChange
    ? 'After you save or discard the edit, you can restore it until you type.'
    : 'You can restore it until you type.'
}
