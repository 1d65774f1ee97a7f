import { useEffect } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { FACT_KINDS, type AddedFact } from '../../shared/booking/added-facts.ts'
import { hasLoaner, type BookedMoves } from '../../shared/move/move.ts'
import { CHANGED_PARTS } from '../../shared/outbox/amendment.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Cell } from '../ui/Section.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import { DuplicateTable } from '../scheduler/DuplicateTable.tsx'
import { fromBooking } from '../scheduler/state/duplicate-comparison.ts'
import type { AddFactStore, FactForm } from './state/add-fact.ts'
import { explainFact, factLabel } from './text/added-fact-text.ts'
import { FIELD_LABELS } from './text/amendment-text.ts'
import { describeBooking } from './text/booking-text.ts'
import { addTitle, DIALOG } from './text/dialog-text.ts'
import css from './ChangeDialog.module.css'

type AddFactDialogProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly addFact: AddFactStore
  readonly onSaved: (booking: BookedMoves) => void
  /** Shows another booking instead. */
  readonly onOpen: (bookingId: string) => void
}

const WIDE_PARTS = new Set(['vin', 'make', 'model'])

/** The dialog that adds a repair order, a loaner or a note to a booking that has left. */
export function AddFactDialog({ booking, status, addFact, onSaved, onOpen }: AddFactDialogProps) {
  const { bookingId, kind, form, problems, alert, busy, refusals, others, promised } = useStore(
    addFact,
    (state) => state,
  )
  const isOpen = bookingId === booking.id

  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('#fact-kind input:checked')?.focus()
  }, [isOpen])

  useEffect(() => {
    if (refusals === 0) return
    const { problems: all, promised: asked } = addFact.getState()
    const [wrong = asked.length === 0 ? undefined : CHANGED_PARTS[0]] = Object.keys(all)
    if (wrong !== undefined) document.getElementById(`fact-${wrong}`)?.focus()
  }, [refusals, addFact])

  if (!isOpen) return null
  const save = async () => {
    const after = await addFact.save()
    if (after !== null) onSaved(after)
  }
  const field = (name: keyof FactForm, label: string, tall = false) => (
    <TextField
      id={`fact-${name}`}
      label={label}
      value={form[name]}
      onChange={(text) => addFact.type(name, text)}
      onLeave={() => undefined}
      problem={problems[name]}
      isReadOnly={busy}
      tall={tall}
    />
  )
  const [only] = others.length === 1 ? others : []
  if (others.length > 0) {
    return (
      <Dialog
        title={only !== undefined ? DIALOG.sameReference : DIALOG.sameReferences}
        testId="fact-duplicates"
        alert={alert}
        isWide
        onClose={addFact.goBack}
        actions={
          <>
            <ActionButton isFirst onPress={addFact.goBack}>
              {DIALOG.back}
            </ActionButton>
            {only !== undefined && <ActionButton onPress={() => onOpen(only.id)}>{DIALOG.openExisting}</ActionButton>}
            <ActionButton look="go" isDisabled={busy} onPress={() => void save()}>
              {DIALOG.addAnyway}
            </ActionButton>
          </>
        }
      >
        <DuplicateTable
          typed={fromBooking(withOrder(booking, form.reference), status.now)}
          others={others}
          now={status.now}
          onOpen={onOpen}
        />
      </Dialog>
    )
  }
  const kinds = FACT_KINDS.filter((one) => one !== 'loaner' || hasLoaner(booking))
  return (
    <Dialog
      title={addTitle(describeBooking(booking))}
      testId="add-fact"
      alert={alert}
      onClose={addFact.close}
      actions={
        <>
          <ActionButton onPress={addFact.close}>{DIALOG.cancel}</ActionButton>
          <ActionButton look="go" isDisabled={busy} onPress={() => void save()}>
            {promised.length === 0 ? DIALOG.add : DIALOG.addAnyway}
          </ActionButton>
        </>
      }
    >
      <RadioGroup
        id="fact-kind"
        label={DIALOG.whatToAdd}
        value={kind}
        options={kinds.map((value) => ({ value, label: factLabel(value) }))}
        onChange={(value) => addFact.choose(FACT_KINDS.find((one) => one === value) ?? kind)}
        isDisabled={busy}
      />
      <p>{explainFact(kind, hasLoaner(booking))}</p>
      <div className={css['grid']}>
        {kind === 'repair-order' && <Cell columns={8}>{field('reference', factLabel(kind))}</Cell>}
        {kind === 'note' && <Cell columns={12}>{field('text', factLabel(kind), true)}</Cell>}
        {kind === 'loaner' &&
          CHANGED_PARTS.map((part) => (
            <Cell key={part} columns={WIDE_PARTS.has(part) ? 5 : 3}>
              {field(part, FIELD_LABELS[part])}
            </Cell>
          ))}
        <Cell columns={8}>
          <AuthorField addFact={addFact} />
        </Cell>
      </div>
    </Dialog>
  )
}

function AuthorField({ addFact }: { readonly addFact: AddFactStore }) {
  const who = useStore(addFact.resolutions, (state) => state.who)
  const problem = useStore(addFact, (state) => state.problems.who)
  const busy = useStore(addFact, (state) => state.busy)
  return (
    <TextField
      id="fact-who"
      label={DIALOG.yourName}
      isOwnName
      value={who}
      onChange={(text) => addFact.type('who', text)}
      onLeave={() => undefined}
      problem={problem}
      isReadOnly={busy}
    />
  )
}

/** The booking as the duplicate question compares it, with the typed repair order. */
function withOrder(booking: BookedMoves, typed: string): BookedMoves {
  const fact: AddedFact = {
    kind: 'repair-order',
    reference: typed.trim(),
    alike: [],
    at: booking.savedAt,
    who: '',
    amendmentId: null,
    keptBecause: null,
    isReplaced: false,
  }
  return { ...booking, addedFacts: [...booking.addedFacts, fact] }
}
