import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import css from './Dialog.module.css'

type DialogProps = {
  readonly title: string
  readonly testId: string
  /** Why the action failed, announced at once; null otherwise. */
  readonly alert: string | null
  /** True for a question whose answer cannot be undone; the dialog then has the role `alertdialog`. */
  readonly isGrave?: boolean
  /** Makes room for a table. */
  readonly isWide?: boolean
  readonly actions: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * Modal dialog: a question before an action, or text to read. Escape calls `onClose`, which must be the safe answer,
 * and closing returns the focus to where the focus was.
 */
export function Dialog({
  title,
  testId,
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
        <AriaDialog
          role={isGrave ? 'alertdialog' : 'dialog'}
          className={classNames(css['dialog'])}
          data-testid={testId}
        >
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
