import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Notice } from '../../shared/desk/settings.ts'
import { classNames } from '../ui/class-names.ts'
import css from './OfflineBanner.module.css'
import { describeNotice } from './text/notice-text.ts'

/**
 * Shows notices about the settings or this PC; a hidden notice stays hidden until the window opens again, `file-change`
 * also afterwards. The live region exists from the first paint so that a screen reader announces each notice once.
 */
export function NoticeBar({
  notices,
  onSeen,
}: {
  readonly notices: readonly Notice[]
  /** Called when a person hides a notice. */
  readonly onSeen: (code: Notice['code']) => void
}) {
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const shown = notices
    .map((notice) => ({ code: notice.code, words: describeNotice(notice) }))
    .filter(({ words }) => !dismissed.includes(words))
  return (
    <div role="status" data-testid="notices">
      {shown.map(({ code, words }) => (
        <div key={code} className={css['banner']} data-notice={code}>
          <TriangleAlert size={16} aria-hidden="true" />
          <p className={css['words']}>{words}</p>
          <Button
            aria-label={code === 'file-change' ? 'Hide this notice' : 'Hide this notice until the next start'}
            className={classNames(css['hide'])}
            onPress={() => {
              setDismissed([...dismissed, words])
              onSeen(code)
            }}
          >
            <X size={15} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </div>
  )
}
