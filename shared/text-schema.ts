import { z } from 'zod'

/*
 * The rules for lines and notes. They refuse characters that storing, showing or sending would change: control
 * characters, direction marks that reorder text on the screen, and halves of surrogate pairs, which SQLite and UTF-8
 * cannot hold.
 */

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
/** A note may contain line breaks and tabs. */
const CONTROL_BUT_BREAKS = /[^\P{Cc}\t\n\r]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** A visible character. A line of joiners and direction marks alone is blank. */
const SEEN = /[^\p{Cf}\p{Z}]/u

/** Joiners shape other scripts and emoji. Among Latin letters and digits they are leftovers of copying. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|(?<!\P{ASCII})[\u200c\u200d]/gu

/** A typed or pasted line without leftovers of copying: tabs between cells, and invisible marks. */
export function cleanLine(typed: string): string {
  return typed.replaceAll('\t', ' ').replace(UNSEEN, '')
}

function lineSchema(said: string, max: number, forbidden: RegExp) {
  return z
    .string({ error: `${said} must be text.` })
    .max(max * 4, { error: `${said} is too long: at most ${max} characters.`, abort: true })
    .trim()
    .max(max, { error: `${said} is too long: at most ${max} characters.` })
    .refine((text) => !forbidden.test(text) && text.isWellFormed(), {
      error: `${said} holds a character that cannot be kept. Type it again without pasting.`,
    })
}

/** A required line: trimmed, 1 to `max` characters. `said` is its name in messages ("Customer name"). */
export function requiredLine(said: string, max = 120) {
  return z.preprocess(
    (value) => (value === undefined || value === null ? '' : value),
    lineSchema(said, max, CONTROL).refine((text) => SEEN.test(text), { error: `${said} is missing.` }),
  )
}

/** An optional line. Absent, null and blank all become null. */
export function optionalLine(said: string, max = 120) {
  return optional(lineSchema(said, max, CONTROL))
}

/** An optional note of several lines. Line breaks become `\n`. */
export function optionalNote(said: string, max = 1000) {
  return optional(lineSchema(said, max, CONTROL_BUT_BREAKS).transform((text) => text.replace(/\r\n?/g, '\n')))
}

function optional<S extends z.ZodType<string>>(line: S) {
  return z.preprocess((value) => value ?? '', line).transform((text) => (text === '' ? null : text))
}
