import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './Dialog.module.css'

type DialogProps = {
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
export function Dialog({
  title,
  fact,
  alert,
  isGrave = false,
  isWide = false,
  actions,
  onClose,
  children,
}: DialogProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(css['cover'])}>
      <Modal className={classNames(css['frame'], isWide && css['wide'])}>
        <AriaDialog role={isGrave ? 'alertdialog' : 'dialog'} className={classNames(css['dialog'])} data-testid={fact}>
          <Heading slot="title" className={classNames(css['title'])}>
            {title}
          </Heading>
          <div className={css['words']}>{children}</div>
          <p role="alert" className={css['alert']}>
            {alert}
          </p>
          <div className={css['actions']}>{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
