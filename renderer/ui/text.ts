/* The words of the shared parts of the window. */

export const UI_TEXT = {
  tryAgain: 'Try again',
  choose: 'Choose…',
  close: 'Close',
} as const

export function copyLabel(what: string): string {
  return `Copy ${what}`
}

/** Names the menu of the further actions of a row or a page. */
export function moreLabel(of: string): string {
  return `More for ${of}`
}

export function showLabel(field: string): string {
  return `Show ${field}`
}
