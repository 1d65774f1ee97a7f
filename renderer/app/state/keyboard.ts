import { tinykeys } from 'tinykeys'
import {
  actsInFields,
  commandOf,
  COMMANDS,
  isSingleKey,
  type Command,
  type CommandId,
} from '../../../shared/desk/commands.ts'

const first = (id: CommandId): string => commandOf(id).keys[0] ?? ''

/** The keys that the screens print beside what they do. */
export const KEYS = {
  schedule: first('go-schedule'),
  lookup: first('go-lookup'),
  day: first('go-day'),
  inbox: first('go-inbox'),
  settings: first('go-settings'),
  find: first('find'),
  newBooking: first('new-booking'),
  save: first('save-booking'),
  undo: first('undo'),
} as const

type KeyBindingOptions = {
  /** Runs a command, or says why it cannot be done now. */
  readonly run: (id: CommandId) => void
  /** Whether a command's keys are heard where the desk stands now. */
  readonly hears: (command: Command) => boolean
  /** Whether keys without Ctrl act; a setting. */
  readonly singleKeys: () => boolean
}

/** Binds the keys of every command that the frame listens for. Returns what unbinds them. */
export function bindKeys(target: Window, { run, hears, singleKeys }: KeyBindingOptions): () => void {
  const byKey = new Map<string, Command[]>()
  for (const command of COMMANDS) {
    if (command.heard === 'screen') continue
    for (const key of command.keys) byKey.set(key, [...(byKey.get(key) ?? []), command])
  }
  const answer = (key: string, commands: readonly Command[]) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || (isSingleKey(key) && !singleKeys())) return
    const typing = isTyping(event.target)
    const meant = commands.find((one) => hears(one) && (!typing || actsInFields(one, key)))
    if (meant === undefined) return
    event.preventDefault()
    run(meant.id)
  }
  return tinykeys(
    target,
    Object.fromEntries([...byKey].map(([key, commands]) => [pressOf(key), answer(key, commands)])),
    { ignore: (event) => event.isComposing },
  )
}

/** A printed key as the listener names it. A sign may need Shift on one keyboard and not on another. */
function pressOf(key: string): string {
  const press = key.replace('Ctrl', 'Control').replace('←', 'ArrowLeft').replace('→', 'ArrowRight').replaceAll(' ', '+')
  return isSingleKey(key) && !/[a-z]/i.test(key) ? `[Shift]+${press}` : press
}

/** Elements in which keys are typed, or move what is chosen. */
const FIELDS =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="spinbutton"], [role="radiogroup"], ' +
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/** True for the key that copies, where it has no text to copy: `target` is a field, or the page. */
export function copiesRow(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  target: EventTarget,
): boolean {
  const isKey = event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  const isFree =
    target instanceof HTMLInputElement
      ? target.selectionStart === target.selectionEnd
      : window.getSelection()?.isCollapsed !== false
  return isKey && isFree
}

/** The list of results is walked with other keys: what is typed there goes nowhere. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null && target.id !== 'results'
}
