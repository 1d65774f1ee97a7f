import { z } from 'zod/mini'
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

/** The type is a claim: the schema of the line, which comes next, refuses what is not text. */
const blankIfAbsent = z.transform((value: unknown) => (value ?? '') as string)

function lineSchema(max: number, forbidden: RegExp) {
  return z.string(issueCode('not-text')).check(
    z.refine((text) => text.length <= max * 4, { ...issueCode('too-long'), params: { max }, abort: true }),
    z.trim(),
    z.maxLength(max, issueCode('too-long')),
    z.refine((text) => !forbidden.test(text) && text.isWellFormed(), issueCode('unusable-character')),
  )
}

/** Schema of one required line: trimmed, 1 to `max` characters. */
export function requiredLine(max = 120) {
  return z.pipe(
    blankIfAbsent,
    lineSchema(max, CONTROL).check(z.refine((text) => SEEN.test(text), issueCode('missing'))),
  )
}

/** Schema of one optional line. Absent, null and blank input all give `null`. */
export function optionalLine(max = 120) {
  return optional(lineSchema(max, CONTROL))
}

/** Schema of an optional note of several lines. Every line break becomes `\n`. */
export function optionalNote(max = 1000) {
  return optional(
    z.pipe(
      lineSchema(max, CONTROL_BUT_BREAKS),
      z.transform((text: string) => text.replace(/\r\n?/g, '\n')),
    ),
  )
}

function optional(line: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.pipe(blankIfAbsent, line),
    z.transform((text: string) => (text === '' ? null : text)),
  )
}
