import { ArrowDownLeft, ArrowUpRight, MoveRight, PanelRight, RotateCcw, Undo2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStore } from '../ui/use-store.ts'
import { Choice } from './Choice.tsx'
import { fieldId, setFields } from './booking-form.ts'
import type { DraftStore } from './state/draft.ts'
import { describeKind, FORM_TEXT } from './text/form-text.ts'
import css from './Scheduler.module.css'

const KINDS = [
  { kind: 'pickup', icon: <ArrowDownLeft size={14} aria-hidden="true" /> },
  { kind: 'return', icon: <ArrowUpRight size={14} aria-hidden="true" /> },
  { kind: 'one-way', icon: <MoveRight size={14} aria-hidden="true" /> },
] as const

type TitleLineProps = {
  readonly draft: DraftStore
  readonly title: Ref<HTMLHeadingElement>
  readonly isSummaryOpen: boolean
  readonly onSummary: () => void
  /** Further actions at the end of the line. */
  readonly children?: ReactNode
}

/** The heading of the booking screen, the type of the booking, and the actions on the whole form. */
export function TitleLine({ draft, title, isSummaryOpen, onSummary, children }: TitleLineProps) {
  const kept = useStore(draft, (state) => state.kept)
  const cleared = useStore(draft, (state) => state.cleared)
  const changes = useStore(draft, (state) => state.form.changes !== '')
  const kind = useStore(draft, (state) => state.form.kind)
  const hasLoaner = useStore(draft, (state) => state.form.loanerChoice !== 'none')
  const saving = useStore(draft, (state) => state.saving)
  const problem = useStore(draft, (state) => state.problems.fields.kind)
  return (
    <div className={css['titleLine']}>
      <h1 ref={title} tabIndex={-1}>
        {changes ? FORM_TEXT.editBooking : FORM_TEXT.newBooking}
      </h1>
      <Choice
        id={fieldId('kind')}
        label={FORM_TEXT.kind}
        labelUnseen
        look="switch"
        value={kind}
        isDisabled={saving}
        problem={problem}
        options={KINDS.map(({ kind: value, icon }) => ({
          value,
          label: describeKind(value, hasLoaner),
          content: (
            <>
              {icon}
              <span className={css['kindWords']}>{describeKind(value, hasLoaner)}</span>
            </>
          ),
        }))}
        onChange={(value) => setFields({ draft }, { kind: value })}
      />
      <span className={css['grow']} />
      {cleared !== null && !changes && (
        <ActionButton look="quiet" icon={<Undo2 size={14} aria-hidden="true" />} onPress={() => draft.fill(cleared)}>
          {cleared.changes === '' ? FORM_TEXT.restore : FORM_TEXT.restoreChanges}
        </ActionButton>
      )}
      {kept !== 'empty' && (
        <ActionButton look="quiet" icon={<RotateCcw size={14} aria-hidden="true" />} onPress={draft.clear}>
          {changes ? FORM_TEXT.discardChanges : FORM_TEXT.clear}
        </ActionButton>
      )}
      {/* After Clear, which goes with the typed text and must move no other button. */}
      {children}
      <span className={css['summaryButton']}>
        <button
          type="button"
          aria-expanded={isSummaryOpen}
          aria-controls="summary"
          className={css['summary']}
          onClick={onSummary}
        >
          <PanelRight size={14} aria-hidden="true" />
          {FORM_TEXT.summary}
        </button>
      </span>
    </div>
  )
}
