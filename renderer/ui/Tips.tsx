import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { bindTips, type Tip } from './bind-tips.ts'
import css from './Tips.module.css'

const TIP_ID = 'tip'
/** Pixels between an element and its tip, and between a tip and the edge of the window. */
const GAP_PX = 6

/**
 * The tooltip of every element with `data-tip`, and of every text that is cut off. Must be rendered once, inside a
 * landmark, so that a user who navigates by landmarks finds the tooltip.
 */
export function Tips() {
  const box = useRef<HTMLDivElement>(null)
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => bindTips(document, box, setTip), [])
  useLayoutEffect(() => {
    if (tip === null || box.current === null) return
    place(box.current, tip.anchor)
    if (!tip.describes) return
    tip.anchor.setAttribute('aria-describedby', TIP_ID)
    return () => tip.anchor.removeAttribute('aria-describedby')
  }, [tip])
  if (tip === null) return null
  return (
    <div ref={box} role="tooltip" id={TIP_ID} className={css['tip']} data-motion>
      {tip.text}
      {tip.keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </div>
  )
}

/** Places the tip at the right of an element with `data-tip-place="right"`, else below, else above. */
function place(box: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const isRight = anchor.getAttribute('data-tip-place') === 'right'
  const below = at.bottom + GAP_PX
  const wantedTop = isRight
    ? at.top + (at.height - height) / 2
    : below + height > window.innerHeight
      ? at.top - GAP_PX - height
      : below
  const wantedLeft = isRight ? at.right + GAP_PX : at.left
  box.style.left = `${Math.max(GAP_PX, Math.min(wantedLeft, window.innerWidth - width - GAP_PX))}px`
  box.style.top = `${Math.max(GAP_PX, wantedTop)}px`
}
