import { useEffect, useRef, type FormEvent } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { Announced } from '../ui/Announced.tsx'
import { DescriptionList } from '../ui/DescriptionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import type { BoardMembership } from '../../shared/desk/board-membership.ts'
import { useAllStores } from '../stores-context.ts'
import {
  BOARD_PAGE,
  describeBoardNow,
  describeKey,
  describeNewInvitation,
  describeOtherRooftop,
  factsOfMembership,
  LEAVING,
} from './text/board-page-text.ts'
import { pageLabel } from './text/settings-text.ts'
import css from './SettingsScreen.module.css'

const FIELD = 'board-invitation'
const MEMBERSHIP = 'board-membership'

type BoardSectionProps = {
  /** The name of the dealership of this desk; null where practice uses a sample. */
  readonly rooftop: string | null
}

/** The board of the rooftop: the invitation of this desk, and what the desk joined with it. */
export function BoardSection({ rooftop }: BoardSectionProps) {
  const { boardMembership, desk } = useAllStores()
  const view = useStore(boardMembership, (state) => state.view)
  const last = useStore(boardMembership, (state) => state.outcome)
  const board = useStore(desk, (state) => state.status?.board ?? null)
  useEffect(() => void boardMembership.read(), [boardMembership])
  const membership = view?.membership ?? null
  const fault = board?.kind === 'alone' ? board.fault : null
  const outcome = fault === 'refused' && last?.good === true ? null : last
  return (
    <Section title={pageLabel('board')}>
      {membership !== null && <Membership membership={membership} rooftop={rooftop} />}
      {view !== null && (membership === null || membership.key === 'missing' || fault !== null) && (
        <JoinForm lead={membership === null ? BOARD_PAGE.none : describeNewInvitation(fault)} />
      )}
      <Cell columns={12}>
        <p role={outcome?.good === false ? 'alert' : undefined} className={css['saved']} data-testid="board-outcome">
          <Announced>{outcome?.good === true ? outcome.message : null}</Announced>
          {outcome?.message}
        </p>
      </Cell>
    </Section>
  )
}

function Membership({ membership, rooftop }: BoardSectionProps & { readonly membership: BoardMembership }) {
  const { boardMembership, desk } = useAllStores()
  const status = useStore(desk, (state) => state.status)
  const isAsked = useStore(boardMembership, (state) => state.leaving)
  const board = status?.board ?? null
  const state = status === null || board === null ? null : describeBoardNow(board, status.rooftop.zone, status.now)
  const isPractice = status !== null && status.practice !== null
  const notes = [
    isPractice ? BOARD_PAGE.practice : null,
    describeKey(membership),
    describeOtherRooftop(membership, rooftop),
  ].filter((note) => note !== null)
  return (
    <>
      <Cell columns={12}>
        <div
          id={MEMBERSHIP}
          className={css['facts']}
          tabIndex={-1}
          data-testid="board-membership"
          data-board={board?.kind ?? 'none'}
          data-key={membership.key}
        >
          <DescriptionList facts={factsOfMembership(membership, state)} />
        </div>
      </Cell>
      {notes.map((note) => (
        <Cell key={note} columns={12}>
          <p className={css['note']}>{note}</p>
        </Cell>
      ))}
      <Cell columns={12}>
        <ActionButton look="quiet" onPress={boardMembership.askToLeave}>
          {BOARD_PAGE.leave}
        </ActionButton>
      </Cell>
      {isAsked && <LeaveDialog />}
    </>
  )
}

function LeaveDialog() {
  const { boardMembership } = useAllStores()
  const { alert, busy } = useStore(boardMembership, (state) => state)
  const leave = async () => {
    if (!(await boardMembership.leave())) return
    // The closing dialog gives the focus to a button that is about to go.
    await afterPaint()
    document.getElementById(FIELD)?.focus()
  }
  return (
    <Dialog
      title={BOARD_PAGE.askLeave}
      testId="leave-board"
      isGrave
      alert={alert}
      onClose={boardMembership.stay}
      actions={
        <>
          <ActionButton isFirst onPress={boardMembership.stay}>
            {BOARD_PAGE.stay}
          </ActionButton>
          <ActionButton look="go" isDisabled={busy} onPress={() => void leave()}>
            {BOARD_PAGE.leaveNow}
          </ActionButton>
        </>
      }
    >
      {LEAVING.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Dialog>
  )
}

/** Takes an invitation. `lead` says why one is needed. */
function JoinForm({ lead }: { readonly lead: string | null }) {
  const { boardMembership } = useAllStores()
  const { invitation, problem, busy, refusals } = useStore(boardMembership, (state) => state)
  const seen = useRef(refusals)
  useEffect(() => {
    if (seen.current === refusals) return
    seen.current = refusals
    document.getElementById(FIELD)?.focus()
  }, [refusals])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void boardMembership.join().then(async () => {
      await afterPaint()
      // The button that had the focus is gone once the desk joined.
      if (document.activeElement === document.body) document.getElementById(MEMBERSHIP)?.focus()
    })
  }
  return (
    <Cell columns={12}>
      <form noValidate aria-label={BOARD_PAGE.join} className={css['moreFields']} onSubmit={submit}>
        {lead !== null && <p>{lead}</p>}
        <p className={css['note']}>{BOARD_PAGE.how}</p>
        <TextField
          id={FIELD}
          label={BOARD_PAGE.field}
          value={invitation}
          onChange={boardMembership.type}
          onLeave={() => undefined}
          problem={problem}
          isReadOnly={busy}
          tall
        />
        <div>
          {/* A disabled button would lose the focus, so the button stays enabled while the desk joins. */}
          <ActionButton look="go" type="submit">
            {busy ? BOARD_PAGE.joining : BOARD_PAGE.join}
          </ActionButton>
        </div>
      </form>
    </Cell>
  )
}
