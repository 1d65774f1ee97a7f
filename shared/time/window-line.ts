import { formatWindow, type TimeWindow } from './parse-clock.ts'

/*
 * The line of the driver's notes that names the window of a booking's time. The provider's request has one time and no
 * window, so without this line the driver would not know of the window.
 */

const LINE = /(?:^|\n)Time window: ([^\n]*)/

/** Returns the words of a window, as the notes and the screens have them; null for none. */
export function wordsOf(window: TimeWindow | null): string | null {
  return window === null ? null : formatWindow(window)
}

/** Returns notes with the line of a window in place of the line of the last one; null for no window. */
export function withWindowLine(notes: string, words: string | null): string {
  const others = notes.replace(LINE, '').replace(/^\n/, '')
  const line = words === null ? '' : `Time window: ${words}`
  return [others, line].filter((one) => one !== '').join('\n')
}

/** Returns the words of the window that the notes name, such as "2–4 PM"; null for none. */
export function windowIn(notes: string): string | null {
  return LINE.exec(notes)?.[1] ?? null
}

/** Puts the words of a window into a formatted time: "Sat, Nov 28, 2–4 PM ET", or "…, 11:00 AM ET, before noon". */
export function putWindow(time: string, words: string | null): string {
  if (words === null) return time
  return words.startsWith('before') ? `${time}, ${words}` : time.replace(/\d+:\d\d [AP]M/, words)
}
