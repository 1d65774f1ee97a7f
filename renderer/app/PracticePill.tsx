import { ChevronDown, GraduationCap } from 'lucide-react'
import type { ElementType } from 'react'
import type { PracticeStatus } from '../../shared/desk/practice.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { PRACTICE } from './text/frame-text.ts'
import css from './TopBar.module.css'

type PracticePillProps = {
  readonly practice: PracticeStatus
  /** The button of react-aria, inside the menu that the pill opens. */
  readonly as?: ElementType
}

/** The pill of practice mode. */
export function PracticePill({ practice: { connection }, as: Pill = Button }: PracticePillProps) {
  return (
    <Pill
      className={classNames(css['practice'])}
      data-testid="practice-connection"
      data-connection={connection}
      data-tip={PRACTICE.menu}
    >
      <GraduationCap size={16} aria-hidden="true" />
      {PRACTICE.pill}
      <ChevronDown size={12} aria-hidden="true" />
    </Pill>
  )
}
