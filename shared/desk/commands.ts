import { assertNever } from '../result.ts'

/*
 * The one table of commands. The menu bar, the palette, the tooltips and the sheet of keys come from this table, so
 * that every key is documented and means one thing.
 */

export const SCREENS = ['schedule', 'day', 'lookup', 'inbox', 'settings'] as const

export type Screen = (typeof SCREENS)[number]

export const MENUS = ['File', 'Edit', 'Go', 'View', 'Help'] as const

export const COMMAND_IDS = [
  'new-booking',
  'new-one-way',
  'save-booking',
  'paste-block',
  'clear-form',
  'book-like',
  'book-return',
  'reschedule',
  'undo',
  'copy-move',
  'palette',
  'find',
  'go-schedule',
  'go-day',
  'go-lookup',
  'go-inbox',
  'go-settings',
  'attention',
  'day-today',
  'day-before',
  'day-after',
  'print-day',
  'day-loaners',
  'check-connection',
  'hand-over',
  'practice-connection',
  'next-pane',
  'previous-pane',
  'keys',
  'copy-details',
  'about',
] as const

export type CommandId = (typeof COMMAND_IDS)[number]

export type Command = {
  readonly id: CommandId
  /** The label in the menu bar and the palette. */
  readonly label: string
  /** Further words by which the palette finds the command. */
  readonly also?: string
  /** The keys as displayed, for example `Ctrl Shift N`. The menu bar and the buttons show the first of the keys. */
  readonly keys: readonly string[]
  /** The screen on which the command is available. */
  readonly scope: 'anywhere' | Screen
  readonly menu: (typeof MENUS)[number]
  /**
   * Handler of the keys. `frame`: the frame, while a field has the focus only for keys that type no character;
   * `outside-fields`: the frame, while no field has the focus; `screen`: the screen.
   */
  readonly listener: 'frame' | 'outside-fields' | 'screen'
}

const COMMAND_TABLE: Readonly<Record<CommandId, Omit<Command, 'id'>>> = {
  'new-booking': anywhere('File', 'New booking', ['Ctrl N'], 'create add move pickup'),
  'new-one-way': anywhere('File', 'New one-way', ['Ctrl Shift N'], 'create add move booking one way oneway'),
  'save-booking': {
    menu: 'File',
    label: 'Save booking',
    keys: ['Ctrl Enter'],
    scope: 'schedule',
    listener: 'screen',
  },
  'paste-block': {
    menu: 'Edit',
    label: 'Paste from DMS',
    also: 'clipboard copied block fill',
    keys: ['Ctrl Shift V'],
    scope: 'schedule',
    listener: 'screen',
  },
  'clear-form': {
    menu: 'Edit',
    label: 'Clear form',
    also: 'empty reset discard',
    keys: [],
    scope: 'schedule',
    listener: 'frame',
  },
  'book-like': anywhere('File', 'Duplicate booking', ['Ctrl D'], 'copy book another like again'),
  'book-return': anywhere('File', 'Book return', ['Ctrl Shift D']),
  reschedule: anywhere('Edit', 'Reschedule booking', ['Ctrl Shift R'], 'move change time appointment another day'),
  undo: {
    menu: 'Edit',
    label: 'Undo last booking action',
    also: 'revert take back',
    keys: ['Ctrl Z'],
    scope: 'anywhere',
    listener: 'outside-fields',
  },
  'copy-move': { menu: 'Edit', label: 'Copy move', keys: ['Ctrl C'], scope: 'lookup', listener: 'screen' },
  palette: anywhere('Go', 'Search commands and bookings', ['Ctrl K']),
  find: anywhere('Go', 'Find a booking', ['Ctrl F', '/'], 'search look up'),
  'go-schedule': anywhere('Go', 'Go to Schedule', ['Ctrl 1'], 'book form'),
  'go-day': anywhere('Go', 'Go to Day', ['Ctrl 2'], 'board calendar today'),
  'go-lookup': anywhere('Go', 'Go to Lookup', ['Ctrl 3'], 'search list moves cancel change'),
  'go-inbox': anywhere('Go', 'Go to Inbox', ['Ctrl 4'], 'queue outbox unsent waiting'),
  'go-settings': anywhere(
    'Go',
    'Go to Settings',
    ['Ctrl ,'],
    'options preferences provider token test connection dark light mode theme contrast density',
  ),
  attention: {
    ...anywhere('Go', 'Show what needs attention', ['R'], 'retry problem refused doubt'),
    listener: 'outside-fields',
  },
  'day-today': onDay('Today', 'T'),
  'day-before': onDay('Previous day', '←'),
  'print-day': {
    menu: 'File',
    label: 'Print run sheet',
    also: 'day paper list drivers',
    keys: ['Ctrl P'],
    scope: 'day',
    listener: 'frame',
  },
  'day-after': onDay('Next day', '→'),
  'day-loaners': { ...onDay('Show or hide loaners', 'L'), menu: 'View' },
  'check-connection': anywhere('File', 'Retry connection', [], 'try reconnect online offline network link'),
  'hand-over': anywhere('File', 'Hand over what waits', [], 'board desk take over'),
  'practice-connection': anywhere(
    'File',
    'Simulate offline',
    [],
    'practice link cut restore online disconnect reconnect',
  ),
  'next-pane': anywhere('View', 'Next pane', ['F6']),
  'previous-pane': anywhere('View', 'Previous pane', ['Shift F6']),
  keys: anywhere('Help', 'Keyboard shortcuts', ['F1', '?'], 'help keys hotkeys'),
  'copy-details': anywhere('Help', 'Copy details for support', [], 'version about clipboard'),
  about: anywhere('Help', 'About Lanekeeper', [], 'version build support'),
}

function anywhere(menu: Command['menu'], label: string, keys: readonly string[], also?: string): Omit<Command, 'id'> {
  return { menu, label, keys, scope: 'anywhere', listener: 'frame', ...(also === undefined ? {} : { also }) }
}

function onDay(label: string, key: string): Omit<Command, 'id'> {
  return { menu: 'Go', label, keys: [key], scope: 'day', listener: 'outside-fields' }
}

/** All commands, in the order of `COMMAND_IDS`. */
export const COMMANDS: readonly Command[] = COMMAND_IDS.map(commandOf)

export function commandOf(id: CommandId): Command {
  return { id, ...COMMAND_TABLE[id] }
}

export function isCommandId(text: string): text is CommandId {
  return (COMMAND_IDS as readonly string[]).includes(text)
}

/** True for a single character without Ctrl, which speech input may press by accident (WCAG 2.1.4). */
export function isSingleKey(key: string): boolean {
  return !key.includes(' ') && key.length === 1 && !'←→'.includes(key)
}

/** True if the key also acts while a field has the focus, because the key types no character. */
export function actsInFields(command: Command, key: string): boolean {
  return command.listener === 'frame' && (key.startsWith('Ctrl ') || /\bF\d+$/.test(key))
}

/** Returns each key that two commands share on some screen. A test expects an empty list. */
export function sharedKeys(commands: readonly Command[]): readonly string[] {
  return commands.flatMap((one, at) =>
    commands
      .slice(at + 1)
      .filter((other) => one.scope === other.scope || one.scope === 'anywhere' || other.scope === 'anywhere')
      .flatMap((other) =>
        one.keys.filter((key) => other.keys.includes(key)).map((key) => `${key}: ${one.id} and ${other.id}`),
      ),
  )
}

/** The state of the window that decides whether a command is available. */
export type CommandContext = {
  readonly screen: Screen
  readonly connection: 'checking' | 'up' | 'down'
  /** True if the desk works with the practice service. */
  readonly usesPracticeProvider: boolean
  /** True if the desk has a board. */
  readonly hasBoard: boolean
  /** True if the form contains input. */
  readonly typed: boolean
  /** True if the form changes a saved booking. */
  readonly changes: boolean
  /** True while the form is being saved. */
  readonly saving: boolean
  /** True if the day board shows today. */
  readonly today: boolean
  /** True if a move is selected in the lookup. */
  readonly selected: boolean
  /** Kind of the booking that is selected in Lookup or Day. A `canceled-pickup` may still have its loaner. */
  readonly booking: 'none' | 'in-doubt' | 'canceled' | 'pickup' | 'canceled-pickup' | 'other'
  /** Why this desk does not change that booking, which another desk made; null for a booking of this desk. */
  readonly otherDesk: string | null
  /** Number of bookings that need a person. */
  readonly attention: number
  /** Why the last booking action cannot be undone; null if undo is possible. */
  readonly undo: string | null
}

/** True for a command that also runs while no desk is open, when a person is told to call support. */
export function runsWithoutDesk(id: CommandId): boolean {
  return id === 'about' || id === 'copy-details'
}

const OVER = 'It is canceled, being canceled, or rescheduled.'
/** Returns why no booking can be booked again or rescheduled. A booking in doubt may exist at the provider. */
function rebookReason({ booking }: CommandContext): string | null {
  if (booking === 'none') return 'Select a booking in Lookup or Day first.'
  return booking === 'in-doubt' ? 'It may already be booked. Resolve that first.' : null
}

/** Returns why a command is not available, as a sentence for the window; null for an available command. */
export function disabledReason(id: CommandId, at: CommandContext): string | null {
  const { scope } = commandOf(id)
  if (scope !== 'anywhere' && scope !== at.screen) return `Only on the ${screenLabel(scope)} screen.`
  switch (id) {
    case 'new-one-way':
      return at.changes ? 'You are editing a booking. Save or discard your changes first.' : null
    case 'save-booking':
      return at.saving ? 'Saving now.' : null
    case 'paste-block':
      return at.changes ? 'You are editing a booking. Save or discard your changes first.' : null
    case 'clear-form':
      return at.typed ? null : 'The form is empty.'
    case 'undo':
      return at.undo
    case 'copy-move':
      return at.selected ? null : 'Select a booking first.'
    case 'book-like':
      return rebookReason(at)
    case 'reschedule':
      return at.otherDesk ?? rebookReason(at) ?? (at.booking === 'canceled' ? OVER : null)
    case 'book-return':
      if (rebookReason(at) !== null) return rebookReason(at)
      if (at.booking === 'canceled' || at.booking === 'canceled-pickup') return OVER
      return at.booking === 'pickup' ? null : 'Only a pickup has a return.'
    case 'attention':
      return at.attention === 0 ? 'Nothing needs attention.' : null
    case 'day-today':
      return at.today ? 'Today is shown.' : null
    case 'check-connection':
      return at.connection === 'up' ? 'You are online.' : at.connection === 'checking' ? 'Connecting now.' : null
    case 'hand-over':
      return at.hasBoard ? null : 'Only with a board.'
    case 'practice-connection':
      return at.usesPracticeProvider ? null : 'Only in practice mode.'
    case 'new-booking':
    case 'palette':
    case 'find':
    case 'go-schedule':
    case 'go-lookup':
    case 'go-day':
    case 'go-inbox':
    case 'go-settings':
    case 'day-before':
    case 'day-after':
    case 'print-day':
    case 'day-loaners':
    case 'next-pane':
    case 'previous-pane':
    case 'keys':
    case 'copy-details':
    case 'about':
      return null
    default:
      return assertNever(id)
  }
}

const SCREEN_LABELS = {
  schedule: 'Schedule',
  lookup: 'Lookup',
  day: 'Day',
  inbox: 'Inbox',
  settings: 'Settings',
} as const satisfies Readonly<Record<Screen, string>>

/** Returns the name of a screen for its heading and the window's title. */
export function screenLabel(screen: Screen): string {
  return SCREEN_LABELS[screen]
}
