/*
 * F6 walks the panes of the window: the rail, the screen, the undo bar while it is there, and the status bar. Each takes
 * the focus where it last had it.
 */

const PANES = ['rail', 'main', 'undo', 'status'] as const

/** Notes from now on where in each pane the focus is, and gives what walks them. */
export function bindPanes(page: Document): (steps: 1 | -1) => void {
  const last = new Map<string, HTMLElement>()
  page.addEventListener('focusin', ({ target }) => {
    const pane = paneOf(target)
    if (pane !== null && target instanceof HTMLElement) last.set(pane, target)
  })
  return (steps) => {
    const here = PANES.flatMap((name) => page.querySelector<HTMLElement>(`[data-pane="${name}"]`) ?? [])
    const at = here.findIndex((pane) => pane.contains(page.activeElement))
    // From outside of all of them the walk begins at the rail, or at the last.
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
