import { tinykeys } from 'tinykeys'
import type { Screens } from './screens.ts'

/** The desk's keys, as the screens print them beside what they do. */
export const KEYS = {
  schedule: 'Ctrl 1',
  lookup: 'Ctrl 2',
  day: 'Ctrl 3',
  queue: 'Ctrl 4',
  settings: 'Ctrl ,',
  find: 'Ctrl K',
  newBooking: 'Ctrl N',
  save: 'Ctrl Enter',
} as const

/** Binds the desk's keys, also inside fields: all carry Ctrl. Returns what unbinds them. */
export function bindKeys(target: Window, screens: Screens): () => void {
  const does = (go: () => void) => (event: KeyboardEvent) => {
    event.preventDefault()
    go()
  }
  const find = does(() => screens.go(screens.getState().screen, 'find'))
  return tinykeys(
    target,
    {
      'Control+1': does(() => screens.go('schedule')),
      'Control+2': does(() => screens.go('lookup')),
      'Control+3': does(() => screens.go('day')),
      'Control+4': does(() => screens.go('queue')),
      'Control+,': does(() => screens.go('settings')),
      'Control+k': find,
      'Control+f': find,
      'Control+n': does(() => screens.go('schedule', 'first-field')),
    },
    { ignore: (event) => event.isComposing },
  )
}
