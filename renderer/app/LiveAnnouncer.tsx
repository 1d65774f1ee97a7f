import { useEffect, useRef, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { BOARD } from './text/board-text.ts'
import { Announced } from '../ui/Announced.tsx'

type LiveAnnouncerProps = {
  readonly status: DeskStatus
  /** Texts that are true now. Each is announced when it appears. */
  readonly texts: readonly string[]
}

/**
 * Announces each new text of `texts`, that the connection or the board is back, and that more bookings need attention.
 * The focus does not move.
 */
export function LiveAnnouncer({ status, texts }: LiveAnnouncerProps) {
  const { board, connection, waiting, attention } = status
  const boardKind = board?.kind ?? null
  const [words, setWords] = useState('')
  const before = useRef({
    wasDown: connection.kind === 'down',
    wasAlone: false,
    attention,
    texts: [] as readonly string[],
  })
  const all = texts.filter((text) => text !== '').join('\n')

  useEffect(() => {
    const { wasDown, wasAlone, attention: had, texts: old } = before.current
    const now = all === '' ? [] : all.split('\n')
    // `checking` keeps `wasDown`, because the connection is not back yet.
    before.current = {
      wasDown: connection.kind === 'checking' ? wasDown : connection.kind === 'down',
      wasAlone: boardKind === 'alone',
      attention,
      texts: now,
    }
    const news = now.filter((text) => !old.includes(text))
    if (wasAlone && boardKind === 'live') news.push(BOARD.back)
    if (wasDown && connection.kind === 'up') {
      news.push(waiting === 0 ? 'Back online.' : `Back online. What waits is being sent: ${waiting}.`)
    } else if (attention > had) {
      news.push(attention === 1 ? '1 booking needs attention.' : `${attention} need attention.`)
    }
    const gone = old.filter((text) => !now.includes(text))
    if (news.length > 0) setWords(news.join(' '))
    else if (attention < had) setWords('')
    // A text that goes must not end the announcement of another.
    else setWords((said) => (gone.some((text) => said.includes(text)) ? '' : said))
  }, [all, boardKind, connection.kind, waiting, attention])

  return <Announced testId="announcer">{words}</Announced>
}
