import { z } from 'zod'
import { issueCode } from './field-issues.ts'

/*
 * Schemas for lines and notes of text. The schemas reject characters that storage, display or the wire would change:
 * control characters, marks that reorder text on the screen, and halves of surrogate pairs, which SQLite and UTF-8
 * cannot store.
 */

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
/** Like `CONTROL`, without tabs and line breaks, which notes may contain. */
const CONTROL_BUT_BREAKS = /[^\P{Cc}\t\n\r]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** A visible character. A line of joiners and direction marks alone counts as blank. */
const SEEN = /[^\p{Cf}\p{Z}]/u

/**
 * Invisible marks that `cleanLine` removes. A joiner after a character outside ASCII stays, because joiners shape other
 * scripts and emoji.
 */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|(?<!\P{ASCII})[\u200c\u200d]/gu

/** Returns a typed or pasted line with blanks for tabs and without the invisible marks that copying brings along. */
export function cleanLine(typed: string): string {
  return typed.replaceAll('\t', ' ').replace(UNSEEN, '')
}

function lineSchema(max: number, forbidden: RegExp) {
  return z
    .string(issueCode('not-text'))
    .refine((text) => text.length <= max * 4, { ...issueCode('too-long'), params: { max }, abort: true })
    .trim()
    .max(max, issueCode('too-long'))
    .refine((text) => !forbidden.test(text) && text.isWellFormed(), issueCode('unusable-character'))
}

/** Schema of one required line: trimmed, 1 to `max` characters. */
export function requiredLine(max = 120) {
  return z.preprocess(
    (value) => (value === undefined || value === null ? '' : value),
    lineSchema(max, CONTROL).refine((text) => SEEN.test(text), issueCode('missing')),
  )
}

/** Schema of one optional line. Absent, null and blank input all give `null`. */
export function optionalLine(max = 120) {
  return optional(lineSchema(max, CONTROL))
}

/** Schema of an optional note of several lines. Every line break becomes `\n`. */
export function optionalNote(max = 1000) {
  return optional(lineSchema(max, CONTROL_BUT_BREAKS).transform((text) => text.replace(/\r\n?/g, '\n')))
}

function optional<S extends z.ZodType<string>>(line: S) {
  return z.preprocess((value) => value ?? '', line).transform((text) => (text === '' ? null : text))
}
