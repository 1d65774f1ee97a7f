import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './Dialog.module.css'

type DialogProps = {
  readonly title: string
  /** The `data-testid`. */
  readonly fact: string
  /** Why nothing was done. Screen readers announce the text when it appears. */
  readonly alert: string | null
  /** The dialog asks about an action that cannot be undone, and is not a form. */
  readonly isGrave?: boolean
  /** The dialog contains a table. */
  readonly isWide?: boolean
  readonly actions: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog. Escape gives the safe answer, and the focus returns to its previous element. */
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
