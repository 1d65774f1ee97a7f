/** The text of a tooltip and its element. */
export type Tip = {
  readonly anchor: Element
  readonly text: string
  readonly keys: readonly string[]
  /** True if the tip adds to what a screen reader says of the element; false for a text that is only cut off. */
  readonly describes: boolean
}

/** Delay of a tooltip, under the pointer and on keyboard focus. */
const DELAY_MS = 400

/**
 * Calls `show` with the tip of the element that the pointer or the keyboard focus rests on, and with null when the tip
 * must go. Returns a function that unbinds the listeners.
 */
export function bindTips(
  page: Document,
  box: { readonly current: HTMLElement | null },
  show: (tip: Tip | null) => void,
): () => void {
  let anchor: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    anchor = null
    show(null)
  }
  const rest = (tip: Tip | null) => {
    if (tip?.anchor === anchor && anchor !== null) return
    hide()
    if (tip === null) return
    anchor = tip.anchor
    timer = setTimeout(() => {
      if (tip.anchor.isConnected) show(tip)
    }, DELAY_MS)
  }
  const over = ({ target }: Event) => {
    if (!(target instanceof Element) || box.current?.contains(target) === true) return
    if (anchor?.contains(target) !== true) rest(tipOf(target))
  }
  const focus = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    rest(tipOf(target) ?? cutInside(target))
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }
  const abort = new AbortController()
  const { signal } = abort
  page.addEventListener('pointerover', over, { signal })
  page.addEventListener('focusin', focus, { signal })
  page.addEventListener('focusout', hide, { signal })
  page.addEventListener('pointerdown', hide, { signal })
  page.addEventListener('scroll', hide, { signal, capture: true })
  page.addEventListener('keydown', key, { signal, capture: true })
  return () => {
    hide()
    abort.abort()
  }
}

function tipOf(target: Element): Tip | null {
  const named = target.closest('[data-tip]')
  const text = named?.getAttribute('data-tip') ?? ''
  if (named !== null && text !== '') {
    const keys = named.getAttribute('data-tip-keys') ?? ''
    return { anchor: named, text, keys: keys === '' ? [] : keys.split('|'), describes: true }
  }
  const cut = [target, target.parentElement].find((one) => one !== null && isCut(one))
  return cut === undefined || cut === null ? null : cutTip(cut)
}

/** The first cut text inside an element, for a focused row whose cells are cut off. */
function cutInside(target: Element): Tip | null {
  if (target.childElementCount > 40) return null
  const cut = [...target.querySelectorAll('*')].find(isCut)
  return cut === undefined ? null : cutTip(cut)
}

function cutTip(anchor: Element): Tip {
  return { anchor, text: (anchor.textContent ?? '').trim(), keys: [], describes: false }
}

function isCut(one: Element): boolean {
  return one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis'
}
