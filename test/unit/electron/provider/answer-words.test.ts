import { describe, expect, test } from 'vitest'
import { answerWords, MAX_WORDS_CHARACTERS } from '../../../../electron/provider/answer-words.ts'

const wordsOf = (body: string, type?: string) =>
  answerWords({ body, headers: type === undefined ? {} : { 'content-type': type } })

describe('`answerWords`', () => {
  test.for([
    ['Rooftop 12 is\r\n not yours.\n', undefined, 'Rooftop 12 is not yours.'],
    ['{"message":"No such rooftop."}', 'application/json', 'No such rooftop.'],
    ['{"error":{"message":"Wrong."}}', 'application/json', 'Wrong.'],
    ['{"errors":[{"message":"One."},{"message":"Two."}]}', undefined, 'One.; Two.'],
    ['{"title":"Bad Request","detail":"The time is odd."}', 'application/problem+json', 'The time is odd.'],
    ['{"message":" ","detail":"No driver on that day"}', 'application/json', 'No driver on that day'],
    ['"not allowed"', 'application/json', 'not allowed'],
    ['<html><head><title lang="en">403 &amp; out</title></head>', 'text/html', '403 & out'],
    ['5 < 6, and 7 > 6', 'text/plain', '5 < 6, and 7 > 6'],
  ] as const)('`answerWords` of %j with type %s is %j', ([body, type, words]) => {
    expect(wordsOf(body, type)).toBe(words)
  })

  test.for([
    ['', undefined],
    [' \n\u200b', undefined],
    ['{}', undefined],
    ['{"code":7}', undefined],
    ['{"message":"cut o', undefined],
    ['<h1>Blocked</h1>', 'text/html'],
    ['<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>', 'text/html'],
    ['{"message":"<b>No</b>"}', 'application/json'],
    ['Sorry <a href="x">here</a>', 'text/plain'],
    ['\u0089PNG', 'image/png'],
  ] as const)('`answerWords` of %j with type %s is null', ([body, type]) => {
    expect(wordsOf(body, type)).toBeNull()
  })

  test('Long words are cut, and marks that reorder or break the text are taken out', () => {
    const long = wordsOf('é'.repeat(5_000)) ?? ''
    expect([...long]).toHaveLength(MAX_WORDS_CHARACTERS)
    expect(long.endsWith('…')).toBe(true)
    expect(wordsOf('a\u202eb\u0007c\ud800d')).toBe('a b c d')
  })
})
