/*
 * F6 walks through the panes of the window: rail, screen, undo bar (if shown) and status bar. Each pane gets the focus
 * where it last had the focus.
 */

const PANES = ['rail', 'main', 'undo', 'status'] as const

/** Records the focused element of each pane from now on. Returns the function that moves to another pane. */
export function bindPanes(page: Document): (steps: 1 | -1) => void {
  const last = new Map<string, HTMLElement>()
  page.addEventListener('focusin', ({ target }) => {
    const pane = paneOf(target)
    if (pane !== null && target instanceof HTMLElement) last.set(pane, target)
  })
  return (steps) => {
    const here = PANES.flatMap((name) => page.querySelector<HTMLElement>(`[data-pane="${name}"]`) ?? [])
    const at = here.findIndex((pane) => pane.contains(page.activeElement))
    // From outside of all panes the walk starts at the first pane, or backwards at the last.
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
