import { useEffect, useMemo } from 'react'
import { searchWords } from '../../shared/lookup.ts'
import type { DeskStatus } from '../../shared/bridge.ts'
import { useStore } from '../parts/use-store.ts'
import type { Answer } from '../state/list.ts'
import type { LookupStore } from '../state/lookup.ts'
import { sayAskedAt, sayAskedMove } from '../state/stranger-words.ts'
import { Marked } from './Marked.tsx'
import { StrangerMove } from './StrangerMove.tsx'
import css from './Strangers.module.css'

type StrangersProps = {
  readonly answer: Answer
  readonly status: DeskStatus
  readonly lookup: LookupStore
}

/** Moves that were not booked here and that the search finds among those kept, beneath the desk's own. */
export function Strangers({ answer: { text, filters }, status, lookup: { stranger, copying } }: StrangersProps) {
  const { shown, asking, trouble, found } = useStore(stranger, (state) => state)
  const words = useMemo(() => searchWords(text), [text])
  // What a filter goes by is known of bookings alone.
  const sought = filters.length === 0 ? text : ''

  useEffect(() => void stranger.find(sought), [stranger, sought])
  useEffect(() => () => void stranger.find(''), [stranger])

  return (
    <>
      <p role="status" className={css['asked']} data-fact="not-shown">
        {shown === null ? trouble : null}
      </p>
      {found.moves.length > 0 && (
        <section className={css['found']} aria-label="Not booked here" data-fact="asked-moves">
          <h2>
            Not booked here{' '}
            <span>{found.more ? 'The newest of those asked for by number; type more' : 'Asked for by number'}</span>
          </h2>
          <ul>
            {found.moves.map((kept) => (
              <li key={kept.move.number}>
                <button type="button" data-number={kept.move.number} onClick={() => stranger.show(kept, status)}>
                  <strong>
                    Move <Marked text={String(kept.move.number)} words={words} />
                  </strong>
                  <span className={css['what']}>
                    <Marked text={sayAskedMove(kept.move)} words={words} />
                  </span>
                  <span className={css['at']}>Asked {sayAskedAt(kept.askedAt, status)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown !== null && (
        <StrangerMove shown={shown} asking={asking} status={status} stranger={stranger} copying={copying} />
      )}
    </>
  )
}
