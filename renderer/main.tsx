import './zod-setup.ts'
import './empty-html.ts'
import './styles/index.css'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { connect } from './bridge.ts'
import { CrashScreen } from './app/CrashScreen.tsx'
import { freeMemoryWhenStill } from './app/free-memory.ts'
import { bindPanes } from './app/pane-focus.ts'
import { bindKeys } from './app/state/keyboard.ts'
import { StoresContext } from './stores-context.ts'
import { createStores } from './stores.ts'

/** Longest pause in milliseconds between two letters of a fast typist. */
const NEXT_LETTER_MS = 80

const stores = createStores(connect(), {
  root: document.documentElement,
  wantsContrast: matchMedia('(prefers-contrast: more)'),
  pause: () => new Promise((resolve) => setTimeout(resolve, NEXT_LETTER_MS)),
  paste: () => document.querySelector<HTMLElement>('[data-testid="paste-open"] button')?.click(),
  submit: () => document.querySelector<HTMLFormElement>('form[data-testid="form"]')?.requestSubmit(),
  walkPanes: bindPanes(document),
})
const { appearance, commands, desk, draft, navigation, undo } = stores

bindKeys(window, {
  run: commands.run,
  hears: ({ id, scope }) => {
    const { overlay } = commands.getState()
    // An overlay blocks every command except its own, whose key closes the overlay.
    if (overlay !== null) return id === overlay
    return scope === 'anywhere' || scope === navigation.getState().screen
  },
  undoesFrom: (target) =>
    target.closest('form[data-testid="form"]') !== null && draft.isUntouched() && undo.blockedReason() === null,
  singleKeys: () => appearance.getState().appearance.singleKeys,
})
freeMemoryWhenStill(window)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') draft.keepNow()
})
for (const change of ['online', 'offline']) window.addEventListener(change, desk.checkConnection)
void appearance.read()
void desk.read()
void draft.restore()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root.')
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <CrashScreen>
        <StoresContext value={stores}>
          <App />
        </StoresContext>
      </CrashScreen>
    </I18nProvider>
  </StrictMode>,
)
