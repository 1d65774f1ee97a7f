import { useEffect, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { formatTime } from '../../shared/time/format.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { putWindow, wordsOf } from '../../shared/time/window-line.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import type { DraftStore } from './state/draft.ts'
import { intendedInstant } from './state/form.ts'
import { readReturn, resolveReturn, type ReturnTime } from './state/return-time.ts'
import { describePickup, RETURN_TEXT as WORDS } from './text/return-text.ts'
import css from './ReturnDialog.module.css'

type ReturnDialogProps = {
  readonly draft: DraftStore
  readonly status: DeskStatus
  readonly onBook: (time: ReturnTime) => void
}

const FIELD = 'return-time'

/** Asks for the time of the return, then books the pickup of the form and its return together. */
export function ReturnDialog({ draft, status, onBook }: ReturnDialogProps) {
  const isOpen = useStore(draft, (state) => state.asksReturn && state.duplicateWarning === null)
  const pickup = useStore(draft, (state) => intendedInstant(state.form, status.rooftop.zone))
  if (!isOpen || pickup === null) return null
  return <OpenDialog draft={draft} status={status} pickup={pickup} onBook={onBook} />
}

function OpenDialog({ draft, status, pickup, onBook }: ReturnDialogProps & { readonly pickup: UtcInstant }) {
  const { now, rooftop } = status
  const { zone } = rooftop
  const typed = useStore(draft, (state) => state.form.returnInput)
  const refused = useStore(draft, (state) => state.problems.fields.returnInput)
  const alert = useStore(draft, (state) => state.notSaved)
  const saving = useStore(draft, (state) => state.saving)
  const [chosen, setChosen] = useState<ReturnTime | null>(null)
  const [wasTried, setTried] = useState(false)
  const around = { pickup, now, zone }
  const meant = chosen === null ? readReturn(typed, around) : resolveReturn(chosen, around)
  const problem = meant.kind === 'unread' && wasTried ? meant.message : meant.kind === 'known' ? refused : undefined

  const reading =
    meant.kind === 'known'
      ? [putWindow(formatTime(meant.utc, zone, now), wordsOf(meant.reading.window)), meant.note]
          .filter(Boolean)
          .join('. ')
      : meant.kind === 'ask'
        ? meant.message
        : ''

  const book = () => {
    setTried(true)
    if (meant.kind === 'known') onBook(meant.reading)
    else document.getElementById(FIELD)?.focus()
  }

  useEffect(() => document.getElementById(FIELD)?.focus(), [])

  useEffect(() => {
    if (refused !== undefined) document.getElementById(FIELD)?.focus()
  }, [refused])

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement
      if (event.key !== 'Enter' || event.repeat || (!event.ctrlKey && !isField)) return
      event.preventDefault()
      book()
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  })

  return (
    <Dialog
      title={WORDS.title}
      testId="return-time"
      alert={alert}
      onClose={draft.closeReturn}
      actions={
        <>
          <ActionButton onPress={draft.closeReturn}>{WORDS.back}</ActionButton>
          <ActionButton look="go" keys={KEYS.save} isDisabled={saving} onPress={book}>
            {WORDS.save}
          </ActionButton>
        </>
      }
    >
      <div className={css['fields']}>
        <p>{describePickup(pickup, zone, now)}</p>
        <TextField
          id={FIELD}
          label={WORDS.when}
          hint={WORDS.example}
          value={typed}
          onChange={(returnInput) => {
            setChosen(null)
            setTried(false)
            draft.typeReturn(returnInput)
          }}
          onLeave={() => undefined}
          problem={problem}
          isRequired
          isReadOnly={saving}
        />
        <p className={css['reading']} data-testid="return-reading">
          {reading}
        </p>
        <Announced>{reading}</Announced>
        {meant.kind === 'ask' && (
          <div role="group" aria-label={meant.message} className={css['options']}>
            {meant.options.map(({ label, reading }) => (
              <ActionButton
                key={label}
                onPress={() => {
                  setChosen(reading)
                  document.getElementById(FIELD)?.focus()
                }}
              >
                {label}
              </ActionButton>
            ))}
          </div>
        )}
        <p className={css['same']}>{WORDS.same}</p>
      </div>
    </Dialog>
  )
}
