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

/** The keys that the screens print beside their actions. */
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
  /** Runs a command, or shows the reason why the command is disabled. */
  readonly run: (id: CommandId) => void
  /** True if the keys of a command work on the current screen. */
  readonly hears: (command: Command) => boolean
  /** True if keys without Ctrl work, which is a setting. */
  readonly singleKeys: () => boolean
}

/** Binds the keys of every command that the window handles. Returns the function that unbinds them. */
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

/** A printed key in the format of the listener. A sign may need Shift on some keyboards. */
function pressOf(key: string): string {
  const press = key.replace('Ctrl', 'Control').replace('←', 'ArrowLeft').replace('→', 'ArrowRight').replaceAll(' ', '+')
  return isSingleKey(key) && !/[a-z]/i.test(key) ? `[Shift]+${press}` : press
}

/** Elements in which keys type text or change a selection. */
const FIELDS =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="spinbutton"], [role="radiogroup"], ' +
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/** True for the copy key in a field or page (`target`) without selected text. */
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

/** The list of results uses other keys, so typing there has no effect. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null && target.id !== 'results'
}
