import { X } from 'lucide-react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { systemNotices } from './strip-messages.ts'
import { STRIP, SYSTEM_NOTICES } from './text/frame-text.ts'
import { describeNotice } from './text/notice-text.ts'
import css from './SystemNotices.module.css'

/** The notices about vault, files and clock of this PC, above the settings. Renders nothing without a notice. */
export function SystemNotices({ status }: { readonly status: DeskStatus }) {
  const { desk } = useStores()
  const hidden = useStore(desk, (state) => state.hiddenNotices)
  const notices = systemNotices(status.notices, hidden)
  if (notices.length === 0) return null
  return (
    <section aria-labelledby="system-notices" className={css['box']} data-testid="system-notices">
      <h2 id="system-notices">{SYSTEM_NOTICES}</h2>
      {notices.map((notice) => (
        <div key={describeNotice(notice)} className={css['notice']} data-notice={notice.code}>
          <p>{describeNotice(notice)}</p>
          <Button
            aria-label={STRIP.hideUntilStart}
            className={classNames(css['hide'])}
            onPress={() => desk.hideNotice(notice)}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </section>
  )
}
