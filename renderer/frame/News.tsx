import { useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'

/**
 * Reads out what the status bar shows to the eye alone: that the link is back, and that more bookings need a person. The
 * region stands from the first paint, and the focus stays where it is.
 */
export function News({ status }: { readonly status: DeskStatus }) {
  const { link, waiting, attention } = status
  const [words, setWords] = useState('')
  const before = useRef({ wasDown: link.kind === 'down', attention })

  useEffect(() => {
    const { wasDown, attention: had } = before.current
    // While it is looked at again it is not back yet.
    before.current = { wasDown: link.kind === 'checking' ? wasDown : link.kind === 'down', attention }
    if (wasDown && link.kind === 'up') {
      setWords(waiting === 0 ? 'Back online.' : `Back online. What waits is being sent: ${waiting}.`)
    } else if (attention > had)
      setWords(attention === 1 ? '1 booking needs attention.' : `${attention} need attention.`)
    else if (attention < had || link.kind === 'down') setWords('')
  }, [link.kind, waiting, attention])

  return (
    <p role="status" className="unseen" data-fact="news">
      {words}
    </p>
  )
}
