/*
 * F6 moves the focus through the panes of the window in the order of `PANES`. In each pane, the focus goes to the
 * element that had the focus last.
 */

const PANES = ['rail', 'main', 'status'] as const

/**
 * Starts to record the focused element of each pane. Returns a function that moves the focus to the next pane (`1`) or
 * to the previous pane (`-1`).
 */
export function bindPanes(page: Document): (steps: 1 | -1) => void {
  const last = new Map<string, HTMLElement>()
  page.addEventListener('focusin', ({ target }) => {
    const pane = paneOf(target)
    if (pane !== null && target instanceof HTMLElement) last.set(pane, target)
  })
  return (steps) => {
    const here = PANES.flatMap((name) => page.querySelector<HTMLElement>(`[data-pane="${name}"]`) ?? [])
    const at = here.findIndex((pane) => pane.contains(page.activeElement))
    // If no pane has the focus, a forward step goes to the first pane and a backward step to the last.
    const next = here[at === -1 ? (steps === 1 ? 0 : here.length - 1) : (at + steps + here.length) % here.length]
    if (next === undefined) return
    const before = last.get(next.dataset['pane'] ?? '')
    if (before !== undefined && next.contains(before)) before.focus()
    if (!next.contains(page.activeElement)) (next.querySelector<HTMLElement>('[aria-current="page"]') ?? next).focus()
  }
}

function paneOf(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-pane]')?.dataset['pane'] ?? null) : null
}
