import { useEffect, useMemo } from 'react'
import { searchWords } from '../../shared/views/lookup.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { Announced } from '../ui/Announced.tsx'
import { useStore } from '../ui/use-store.ts'
import type { ResultPage } from './state/result-list.ts'
import type { LookupStore } from './state/lookup-store.ts'
import { describeFetchedAt, describeExternalMove } from './text/external-move-text.ts'
import { Highlight } from '../ui/Highlight.tsx'
import { ExternalMoveDetails } from './ExternalMove.tsx'
import { LOOKUP } from './text/lookup-text.ts'
import css from './ExternalMoves.module.css'

type ExternalMovesProps = {
  readonly answer: ResultPage
  readonly status: DeskStatus
  readonly lookup: LookupStore
}

/** Stored external moves that match the search, listed below the desk's own moves. */
export function ExternalMoves({
  answer: { text, filters },
  status,
  lookup: { externalMove, copying },
}: ExternalMovesProps) {
  const { shown, fetching, errorMessage, found } = useStore(externalMove, (state) => state)
  const words = useMemo(() => searchWords(text), [text])
  // Filters apply to bookings only, so an active filter finds no external moves.
  const sought = filters.length === 0 ? text : ''

  useEffect(() => void externalMove.find(sought), [externalMove, sought])
  useEffect(() => () => void externalMove.find(''), [externalMove])

  return (
    <>
      <p className={css['asked']} data-testid="not-shown">
        {shown === null ? errorMessage : null}
      </p>
      <Announced>{shown === null ? errorMessage : null}</Announced>
      {found.moves.length > 0 && (
        <section className={css['found']} aria-label={LOOKUP.external} data-testid="external-moves">
          <h2>
            {LOOKUP.external} <span>{found.more ? LOOKUP.askedMore : LOOKUP.asked}</span>
          </h2>
          <ul>
            {found.moves.map((kept) => (
              <li key={kept.move.number}>
                <button type="button" data-number={kept.move.number} onClick={() => externalMove.show(kept, status)}>
                  <strong>
                    {LOOKUP.move} <Highlight text={String(kept.move.number)} words={words} />
                  </strong>
                  <span className={css['what']}>
                    <Highlight text={describeExternalMove(kept.move)} words={words} />
                  </span>
                  <span className={css['at']}>{LOOKUP.askedAt(describeFetchedAt(kept.fetchedAt, status))}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown !== null && (
        <ExternalMoveDetails
          shown={shown}
          fetching={fetching}
          status={status}
          externalMove={externalMove}
          copying={copying}
        />
      )}
    </>
  )
}
