import type { HttpResponse } from './http/connection.ts'
import { oneLine } from './json-value.ts'
import { parseJsonBody } from './parse-response.ts'
import { isMarkup } from './recognize-answer.ts'

/** The longest words that are kept of an answer; longer words end in `…`. */
export const MAX_WORDS_CHARACTERS = 300

/**
 * Returns the words of an answer without the error envelope, as one line for a person: the text, the message in JSON,
 * or the title of a page. Returns null for an answer without words, and never markup.
 */
export function answerWords(answer: Pick<HttpResponse, 'body' | 'headers'>): string | null {
  const { body, headers } = answer
  const type = headers['content-type'] ?? 'text/plain'
  if (isMarkup(answer)) return clean(titleOf(body))
  const json = parseJsonBody(body)
  if (json !== null) return clean(messageIn(json.value) ?? '')
  // The rest of a cut JSON body is no message.
  return /^text\//i.test(type) && !/^\s*[[{]/.test(body) ? clean(body) : null
}

/** Members that hold words for people, the likeliest first. */
const MESSAGE_NAMES = ['message', 'detail', 'error_description', 'error', 'errors', 'msg', 'title', 'reason'] as const

function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (Array.isArray(value)) {
    const messages = value.flatMap((item: unknown) => messageIn(item) ?? [])
    return messages.length === 0 ? null : messages.join('; ')
  }
  if (typeof value !== 'object' || value === null) return null
  const named = new Map(Object.entries(value))
  for (const name of MESSAGE_NAMES) {
    const message = messageIn(named.get(name))
    if (message !== null) return message
  }
  return null
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The title of a page, with its entities as characters; empty without a title. */
function titleOf(page: string): string {
  const [, title = ''] = /<title(?:\s[^>]*)?>([^<]*)<\/title\s*>/i.exec(page) ?? []
  return title.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

const TAG = /<[a-z!/?][^>]*>?/i

function clean(text: string): string | null {
  const line = oneLine(text)
  if (line === '' || TAG.test(line)) return null
  const characters = [...line]
  return characters.length <= MAX_WORDS_CHARACTERS ? line : `${characters.slice(0, MAX_WORDS_CHARACTERS - 1).join('')}…`
}
