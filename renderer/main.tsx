import './zod-setup.ts'
import './empty-html.ts'
import './styles/index.css'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { connect } from './bridge.ts'
import { FaultScreen } from './frame/FaultScreen.tsx'
import { makeAgain } from './state/again.ts'
import { makeAdvice } from './state/advice.ts'
import { bindPanes } from './frame/panes.ts'
import { makeAppearance } from './state/appearance.ts'
import { makeAsking } from './state/asking.ts'
import { makeCommands } from './state/commands.ts'
import { makeDay } from './state/day.ts'
import { makeDesk } from './state/desk.ts'
import { makeDistance } from './state/distance.ts'
import { makeDraft } from './state/draft.ts'
import { bindKeys } from './state/keys.ts'
import { makeLookup } from './state/lookup.ts'
import { makePalette } from './state/palette.ts'
import { makeQueue } from './state/queue.ts'
import { makeSaved } from './state/saved.ts'
import { makeScreens } from './state/screens.ts'
import { makeSettings } from './state/settings.ts'
import { makeUndo } from './state/undo.ts'

/** Milliseconds in which who types fast has typed another letter. */
const NEXT_LETTER = 80

const undo = makeUndo(connect())
const bridge = undo.watched
const desk = makeDesk(bridge)
const draft = makeDraft(bridge, desk)
const advice = makeAdvice(bridge)
const distance = makeDistance(bridge)
const saved = makeSaved(bridge)
const lookup = makeLookup(bridge, () => new Promise((resolve) => setTimeout(resolve, NEXT_LETTER)))
const day = makeDay(bridge)
const queue = makeQueue(bridge)
const asking = makeAsking(bridge, lookup.ways)
const screens = makeScreens()
const again = makeAgain({ desk, draft, screens })
const settings = makeSettings(bridge, {
  leaving: () => draft.keepNow(),
  changed: () => {
    // Practice and each provider have bookings of their own; practice also has its own draft.
    saved.dismiss()
    undo.forget()
    lookup.startOver()
    void draft.restore()
  },
})

const commands = makeCommands(bridge, {
  desk,
  draft,
  day,
  lookup,
  screens,
  undo,
  again,
  page: {
    submit: () => document.querySelector<HTMLFormElement>('form[data-fact="form"]')?.requestSubmit(),
    walkPanes: bindPanes(document),
  },
})
const palette = makePalette(bridge)
const appearance = makeAppearance(bridge, document.documentElement, matchMedia('(prefers-contrast: more)'))

bindKeys(window, {
  run: commands.run,
  hears: ({ id, scope }) => {
    const { over } = commands.getState()
    // Below what lies over the screen nothing is commanded; the key that opened it also closes it.
    if (over !== null) return id === over
    return scope === 'anywhere' || scope === screens.getState().screen
  },
  singleKeys: () => appearance.getState().appearance.singleKeys,
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') draft.keepNow()
})
for (const change of ['online', 'offline']) window.addEventListener(change, desk.lookNow)
void appearance.read()
void desk.read()
void draft.restore()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root.')
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <FaultScreen>
        <App
          desk={desk}
          draft={draft}
          distance={distance}
          advice={advice}
          saved={saved}
          lookup={lookup}
          day={day}
          queue={queue}
          asking={asking}
          again={again}
          screens={screens}
          settings={settings}
          commands={commands}
          palette={palette}
          undo={undo}
          appearance={appearance}
        />
      </FaultScreen>
    </I18nProvider>
  </StrictMode>,
)
