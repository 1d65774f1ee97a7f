import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { parseBlock } from '../../shared/paste/parse-block.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { pasteRows, type PasteRow } from './state/paste-rules.ts'
import type { Prefill } from './state/prefill.ts'
import { describeChecks, describeFillCount, PASTE_TEXT } from './text/paste-text.ts'
import css from './PasteDialog.module.css'

type PasteDialogProps = {
  readonly prefill: Pick<Prefill, 'town'>
  /** The pasted text; empty while the dialog waits for the paste. */
  readonly text: string
  readonly thisYear: number
  readonly onText: (text: string) => void
  readonly onFill: (rows: readonly PasteRow[]) => void
  readonly onClose: () => void
}

/** Shows a pasted block with what was recognized. Enter fills the form with what is chosen, and Escape cancels. */
export function PasteDialog({ prefill, text, thisYear, onText, onFill, onClose }: PasteDialogProps) {
  const [city, setCity] = useState<string | null>(null)
  const block = useMemo(() => parseBlock(text, city), [text, city])
  const { street, zip } = block.fields
  const rows = useMemo(() => pasteRows(block, thisYear), [block, thisYear])
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id, isChosen }) => isChosen !== changed.has(id))
  const box = useRef<HTMLTextAreaElement>(null)
  const [isTyping, setTyping] = useState(text === '')
  const [pastes, setPastes] = useState(0)
  const isPaste = useRef(false)

  // The key that opened the dialog also pastes, and the paste goes to the element that has the focus by then.
  useLayoutEffect(() => {
    if (isTyping) box.current?.focus()
  }, [isTyping])

  const type = (typed: string) => {
    onText(typed)
    if (isPaste.current) setPastes((before) => before + 1)
    setTyping(!isPaste.current)
    isPaste.current = false
  }

  // The city of the ZIP code tells where a street ends that has no comma behind.
  useEffect(() => {
    if (street === undefined && zip !== undefined) void prefill.town(zip).then((town) => setCity(town?.city ?? null))
  }, [prefill, street, zip])

  const toggle = (id: string) => {
    setChanged((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || chosen.length === 0) return
    event.preventDefault()
    onFill(chosen)
  }

  return (
    <Dialog
      title={PASTE_TEXT.title}
      testId="paste"
      alert={null}
      isWide
      onClose={onClose}
      actions={
        <>
          <span className={css['checks']}>{describeChecks(rows.filter(({ warning }) => warning !== null).length)}</span>
          <ActionButton keys="Esc" onPress={onClose}>
            {PASTE_TEXT.cancel}
          </ActionButton>
          {text !== '' && (
            // The focus goes to this button after a paste, and stays in the text while a person types.
            <ActionButton
              key={pastes}
              look="go"
              keys="Enter"
              isFirst={!isTyping}
              isDisabled={chosen.length === 0}
              onPress={() => onFill(chosen)}
            >
              {describeFillCount(chosen.length)}
            </ActionButton>
          )}
        </>
      }
    >
      <div className={css['panes']}>
        {isTyping || block.marks.length === 0 ? (
          <textarea
            ref={box}
            aria-label={PASTE_TEXT.pasted}
            placeholder={PASTE_TEXT.pasteHere}
            className={css['raw']}
            value={text}
            onPaste={() => (isPaste.current = true)}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setTyping(text === '')}
          />
        ) : (
          // The text can be longer than the pane, so the pane takes the focus for scrolling with keys.
          <div tabIndex={0} role="region" aria-label={PASTE_TEXT.pasted} className={css['raw']}>
            {marked(text, block.marks)}
          </div>
        )}
        <ul aria-label={PASTE_TEXT.found} className={css['rows']}>
          {rows.map((row) => (
            <Row key={row.id} row={row} isChosen={chosen.includes(row)} onToggle={() => toggle(row.id)} onKeys={keys} />
          ))}
          {text !== '' && rows.length === 0 && <li className={css['nothing']}>{PASTE_TEXT.nothing}</li>}
        </ul>
      </div>
      <div className={css['foot']}>
        <p className={css['stays']}>{PASTE_TEXT.stays}</p>
        {!isTyping && block.marks.length > 0 && (
          <ActionButton look="quiet" isSmall onPress={() => setTyping(true)}>
            {PASTE_TEXT.edit}
          </ActionButton>
        )}
      </div>
    </Dialog>
  )
}

type RowProps = {
  readonly row: PasteRow
  readonly isChosen: boolean
  readonly onToggle: () => void
  readonly onKeys: (event: KeyboardEvent) => void
}

function Row({ row: { id, label, value, warning }, isChosen, onToggle, onKeys }: RowProps) {
  return (
    <li className={classNames(css['row'], warning !== null && css['ask'])} data-row={id}>
      <label className={css['line']}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} onKeyDown={onKeys} className={css['box']} />
        <span className={css['label']}>{label}</span>
        <span className={classNames(css['value'], id === 'vin' && css['mono'])}>
          {value} {warning !== null && <em className={css['warning']}>{warning}</em>}
        </span>
      </label>
      {warning === null ? (
        <Check size={14} aria-hidden="true" className={css['fine']} />
      ) : (
        <TriangleAlert size={14} role="img" aria-label={PASTE_TEXT.check} className={css['warning']} />
      )}
    </li>
  )
}

function marked(text: string, marks: readonly { readonly from: number; readonly to: number }[]): readonly ReactNode[] {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { from, to } of marks) {
    pieces.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  return [...pieces, text.slice(at)]
}
