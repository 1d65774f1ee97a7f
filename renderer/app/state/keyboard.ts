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

/** First keys of the commands whose keys a screen can print beside a button. */
export const KEYS = {
  schedule: first('go-schedule'),
  lookup: first('go-lookup'),
  day: first('go-day'),
  inbox: first('go-inbox'),
  settings: first('go-settings'),
  find: first('find'),
  newBooking: first('new-booking'),
  save: first('save-booking'),
  paste: first('paste-block'),
  undo: first('undo'),
  loaners: first('day-loaners'),
} as const

type KeyBindingOptions = {
  /** Runs a command, or says why the command is disabled now. */
  readonly run: (id: CommandId) => void
  /** True if the command's keys act on the current screen or overlay. */
  readonly hears: (command: Command) => boolean
  /** True if the focused field has nothing to undo itself, so that Ctrl+Z there undoes the last booking action. */
  readonly undoesFrom: (target: Element) => boolean
  /** True if the settings allow keys without Ctrl. */
  readonly singleKeys: () => boolean
}

/** Binds the keys of every command that no screen handles itself. Returns a function that unbinds them. */
export function bindKeys(target: Window, { run, hears, undoesFrom, singleKeys }: KeyBindingOptions): () => void {
  const byKey = new Map<string, Command[]>()
  for (const command of COMMANDS) {
    if (command.listener === 'screen') continue
    for (const key of command.keys) byKey.set(key, [...(byKey.get(key) ?? []), command])
  }
  const answer = (key: string, commands: readonly Command[]) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || (isSingleKey(key) && !singleKeys())) return
    const typing = isTyping(event.target)
    const isFree = ({ id }: Command) =>
      !typing || (id === 'undo' && event.target instanceof Element && undoesFrom(event.target))
    const meant = commands.find((one) => hears(one) && (isFree(one) || actsInFields(one, key)))
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

/**
 * Converts a key of the command table to the syntax of tinykeys. For a symbol such as `/`, Shift is optional, because
 * some keyboards need Shift to type the symbol and others do not.
 */
function pressOf(key: string): string {
  const press = key.replace('Ctrl', 'Control').replace('←', 'ArrowLeft').replace('→', 'ArrowRight').replaceAll(' ', '+')
  return isSingleKey(key) && !/[a-z]/i.test(key) ? `[Shift]+${press}` : press
}

/** Elements in which keys type text or move a selection. */
const FIELDS =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="spinbutton"], [role="radiogroup"], ' +
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/**
 * True for Ctrl+C or Cmd+C while no text is selected. If `target` is an input, only the selection in that input counts.
 */
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

/** True if the focused element uses typed keys. The result list does not use them. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null && target.id !== 'results'
}
