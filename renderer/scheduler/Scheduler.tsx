import { ClipboardPaste } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { useStore } from '../ui/use-store.ts'
import type { DraftStore } from './state/draft.ts'
import { isEmpty, type BookingForm as Form } from './state/form.ts'
import { useStores } from '../stores-context.ts'
import { useLater } from '../use-later.ts'
import { BookingForm } from './BookingForm.tsx'
import { focusField } from './booking-form.ts'
import { DriversTrip } from './DriversTrip.tsx'
import { ReadyCard } from './ReadyCard.tsx'
import { TitleLine } from './TitleLine.tsx'
import type { PasteRow } from './state/paste-rules.ts'
import type { SavedOrder } from './state/order.ts'
import { PASTE_TEXT } from './text/paste-text.ts'
import { FORM_TEXT } from './text/form-text.ts'
import css from './Scheduler.module.css'

type SchedulerProps = {
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
  /** Further content for the column beside the form. */
  readonly beside: ReactNode
}

/** The booking screen: the form, and the driver's trip beside it. */
export function Scheduler({ status, onOpen, beside }: SchedulerProps) {
  const { draft, prefill, saved, navigation, lookup } = useStores()
  const round = useStore(draft, (state) => state.round)
  const changes = useStore(draft, (state) => state.form.changes !== '')
  const arrival = useStore(navigation, (state) => state.arrival)
  const later = useLater()
  const title = useRef<HTMLHeadingElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const seenRound = useRef(round)
  const [isSummaryOpen, setSummaryOpen] = useState(false)
  /** The text in the paste dialog; empty while the dialog waits for the paste, and null without the dialog. */
  const [pasted, setPasted] = useState<string | null>(null)

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !event.shiftKey || event.code !== 'KeyV' || event.repeat || changes) return
      // The key goes on to paste, into the field of the dialog, which has the focus by then.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setPasted('')
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [changes])

  const fill = (rows: readonly PasteRow[]) => {
    // The closing dialog returns the focus, so the form is filled and focused after that.
    setPasted(null)
    setTimeout(() => later?.fillFromPaste({ draft, prefill }, rows), 0)
  }

  useEffect(() => {
    if (seenRound.current === round) return
    seenRound.current = round
    // The focus stays in the search box, the navigation or the status bar if a person moved there in the meantime.
    if (document.activeElement?.closest('header, nav, footer') === null) focusFirst(draft)
    scroller.current?.scrollTo({ top: 0 })
  }, [round, draft])

  useEffect(() => {
    // The screen that a person chose may still load, and places the focus itself.
    if (navigation.getState().screen !== 'schedule') return
    if (arrival.focus === 'heading') title.current?.focus()
    else if (arrival.focus === 'first-field') focusFirst(draft)
    else if (arrival.focus === 'when') focusField('spokenInput')
    else return
    navigation.focusArrived()
  }, [arrival, draft, navigation])

  const save = (withReturn: boolean) => {
    const { form } = draft.getState()
    // A second Enter after a save finds an empty form. Saving that form would show errors after a successful save.
    if (isEmpty(form) && saved.getState().bookingId !== null) return
    if (withReturn) draft.askReturn()
    else void draft.save(showing(form))
  }

  /**
   * Returns the `OnSaved` callback, which shows the confirmation and resolves after the browser has painted it. The
   * empty form is slow to render, so the form is emptied only after that.
   */
  const showing =
    (form: Form) =>
    ({ booking }: SavedOrder) => {
      saved.show(booking.id, form)
      return afterPaint()
    }

  const openOther = (bookingId: string) => {
    draft.goBack()
    onOpen(bookingId)
  }

  return (
    <div ref={scroller} className={css['scroller']}>
      <TitleLine
        draft={draft}
        title={title}
        isSummaryOpen={isSummaryOpen}
        onSummary={() => setSummaryOpen((before) => !before)}
      >
        {!changes && (
          <span data-testid="paste-open">
            <ActionButton
              look="quiet"
              icon={<ClipboardPaste size={14} aria-hidden="true" />}
              keys={KEYS.paste}
              onPress={() => setPasted('')}
            >
              {PASTE_TEXT.open}
            </ActionButton>
          </span>
        )}
      </TitleLine>
      <div className={css['work']}>
        <div>
          <BookingForm key={round} draft={draft} prefill={prefill} status={status} onSave={save} onBlock={setPasted} />
          {later !== null && <later.NearestBookings status={status} />}
        </div>
        <aside id="summary" className={css['aside']} aria-label={FORM_TEXT.summary} data-open={isSummaryOpen}>
          <DriversTrip draft={draft} status={status} />
          <ReadyCard status={status} onOpen={onOpen} />
          {later !== null && <later.LastBookings status={status} onOpen={onOpen} />}
          {beside}
        </aside>
      </div>
      {later !== null && pasted !== null && (
        <later.PasteDialog
          prefill={prefill}
          text={pasted}
          thisYear={Number(status.now.slice(0, 4))}
          onText={setPasted}
          onFill={fill}
          onClose={() => setPasted(null)}
        />
      )}
      {later !== null && (
        <>
          <later.ReturnDialog
            draft={draft}
            status={status}
            onBook={(time) => void draft.saveWithReturn(time, showing(draft.getState().form))}
          />
          <later.DuplicateDialog
            draft={draft}
            resolutions={lookup.resolutions}
            status={status}
            onAnyway={(who) => void draft.saveAnyway(who, showing(draft.getState().form))}
            onOpen={openOther}
          />
        </>
      )}
    </div>
  )
}

function focusFirst(draft: DraftStore): void {
  focusField(draft.getState().form.kind === 'one-way' ? 'vehicleVin' : 'customerPhone')
}
