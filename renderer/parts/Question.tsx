import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { names } from './class-names.ts'
import css from './Question.module.css'

type QuestionProps = {
  readonly title: string
  /** The name by which tests know it. */
  readonly fact: string
  /** Why nothing was done; read out as soon as it stands there. */
  readonly alert: string | null
  /** A question whose answer cannot be taken back, and not a form. */
  readonly isGrave?: boolean
  /** Holds a table. */
  readonly isWide?: boolean
  readonly actions: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Asks before something is done: the page behind it waits, Escape is the safe answer, and the focus goes back to where it
 * came from.
 */
export function Question({
  title,
  fact,
  alert,
  isGrave = false,
  isWide = false,
  actions,
  onClose,
  children,
}: QuestionProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={names(css['cover'])}>
      <Modal className={names(css['frame'], isWide && css['wide'])}>
        <Dialog role={isGrave ? 'alertdialog' : 'dialog'} className={names(css['dialog'])} data-fact={fact}>
          <Heading slot="title" className={names(css['title'])}>
            {title}
          </Heading>
          <div className={css['words']}>{children}</div>
          <p role="alert" className={css['alert']}>
            {alert}
          </p>
          <div className={css['actions']}>{actions}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
