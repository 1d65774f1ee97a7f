import { useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'

/**
 * Announces what the status bar shows only visually: that the connection is back, and that more bookings need
 * attention. The live region exists from the first paint, and the focus does not move.
 */
export function LiveAnnouncer({ status }: { readonly status: DeskStatus }) {
  const { connection, waiting, attention } = status
  const [words, setWords] = useState('')
  const before = useRef({ wasDown: connection.kind === 'down', attention })

  useEffect(() => {
    const { wasDown, attention: had } = before.current
    // `checking` keeps `wasDown`, because the connection is not back yet.
    before.current = { wasDown: connection.kind === 'checking' ? wasDown : connection.kind === 'down', attention }
    if (wasDown && connection.kind === 'up') {
      setWords(waiting === 0 ? 'Back online.' : `Back online. What waits is being sent: ${waiting}.`)
    } else if (attention > had)
      setWords(attention === 1 ? '1 booking needs attention.' : `${attention} need attention.`)
    else if (attention < had || connection.kind === 'down') setWords('')
  }, [connection.kind, waiting, attention])

  return (
    <p role="status" className="unseen" data-testid="announcer">
      {words}
    </p>
  )
}
