import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../electron/platform/clock.ts'
import { describeConnection, describeConnectionTest } from '../../renderer/app/text/connection-text.ts'
import { PRACTICE_ROOFTOP } from '../../shared/booking/rooftop.ts'
import { oneWayBooking } from '../support/builders/bookings.ts'
import { BASELINE } from '../support/builders/settings-file.ts'
import { openTestDesk, providerOf, valueOf } from '../support/desk/test-desk.ts'
import {
  movedAnswer,
  startAnsweringServer,
  UNKNOWN_MOVE_ANSWERS,
  type Answer,
  type UnknownMoveAnswer,
} from '../support/fakes/answering-server.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

/* The answers to an unknown move of test/spec/reliability.md#health-check, over HTTP, at a new and at a known address. */

type Word = 'good' | 'not the provider' | 'web page' | 'token' | 'rights' | 'another address'

const ROWS: readonly (readonly [UnknownMoveAnswer, { readonly fresh: Word; readonly known: Word }])[] = [
  ['404 {}', { fresh: 'good', known: 'good' }],
  ['404 []', { fresh: 'good', known: 'good' }],
  ['404 with the envelope', { fresh: 'good', known: 'good' }],
  ['404 with text', { fresh: 'not the provider', known: 'good' }],
  ['404 with a portal page', { fresh: 'web page', known: 'web page' }],
  ['200 with a portal page', { fresh: 'web page', known: 'web page' }],
  ['200 {}', { fresh: 'not the provider', known: 'not the provider' }],
  ['400 that names the id', { fresh: 'good', known: 'good' }],
  ['422 that names the id', { fresh: 'good', known: 'good' }],
  ['400 that does not', { fresh: 'not the provider', known: 'not the provider' }],
  ['401', { fresh: 'token', known: 'token' }],
  ['403', { fresh: 'rights', known: 'rights' }],
  ['302', { fresh: 'another address', known: 'another address' }],
]

/** The sentences of the settings screen and of the banner, and the cause of both. */
const SAID: Readonly<Record<Exclude<Word, 'good'>, { cause: string; test: RegExp; banner: RegExp }>> = {
  'not the provider': {
    cause: 'not-the-provider',
    test: /but it isn't a provider\. Check the address/,
    banner: /^Something else responds at the address .*Nothing is sent there/,
  },
  'web page': {
    cause: 'not-the-provider',
    test: /^A web page responds at this address, not a provider\. Check the address/,
    banner: /^A web page responds instead of the driver service.+Open a browser/,
  },
  token: {
    cause: 'token-refused',
    test: /^This API token or client secret was rejected\. Check/,
    banner: /doesn't accept the sign-in of this computer/,
  },
  rights: {
    cause: 'token-refused',
    test: /^Signed in, but this account may not look up moves\. Check/,
    banner: /^The driver service doesn't let this account look up moves/,
  },
  'another address': {
    cause: 'protocol-changed',
    test: /points us to another address/,
    banner: /points us to another address/,
  },
}

/** A busy machine must not look like a provider that is down. */
const SLOW = { deadlines: { connect: 20_000, answer: 20_000 } }

const UP: Answer = UNKNOWN_MOVE_ANSWERS['404 with the envelope']
const DOWN: Answer = { status: 503, body: '' }

const cases = ROWS.flatMap(([answer, words]) =>
  (['fresh', 'known'] as const).map((address) => [answer, address, words[address]] as const),
)

test.for(cases)(
  'The connection test and the health check of an unknown move answered with %s at a %s address say: %s',
  async ([name, address, word]) => {
    const answer: Answer = UNKNOWN_MOVE_ANSWERS[name]
    const server = await startAnsweringServer(UP)
    onTestFinished(server.close)
    const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(server.url), systemClock, SLOW)
    await facts.next('connection', ({ kind }) => kind === 'up')
    if (address === 'known') {
      server.answer(movedAnswer(4711))
      valueOf(await desk.fetchExternalMove(4711))
    }
    server.answer(DOWN)
    desk.checkConnection()
    await facts.next('connection', ({ kind }) => kind === 'down')
    valueOf(desk.bookMove(oneWayBooking(1)))

    server.answer(answer)
    const provider = { ...BASELINE, linkHosts: [], address: server.url, token: 'practice-token' }
    const tested = valueOf(await desk.testConnection({ provider, rooftop: PRACTICE_ROOFTOP }))
    desk.checkConnection()
    await facts.next('connection', ({ cause }) => cause === (word === 'good' ? '' : SAID[word].cause))
    const { connection } = desk.status()
    if (word === 'good') {
      expect(tested).toEqual({ good: true, cause: null, detail: null })
      expect(connection.kind).toBe('up')
      await facts.next('send-settled')
      return
    }
    const { cause, test: said, banner } = SAID[word]
    expect(tested).toMatchObject({ good: false, cause })
    expect(describeConnectionTest(tested)).toMatch(said)
    expect(connection).toMatchObject({ kind: 'down', cause })
    expect(connection.kind === 'down' ? describeConnection(connection) : '').toMatch(banner)
    expect(server.requests.filter((one) => one.startsWith('POST'))).toEqual([])
    expect(desk.status()).toMatchObject({ waiting: 1, attention: 0 })
  },
)

test('A plain 404 of a new address counts as the provider once a move of that address was looked up', async () => {
  const bare = UNKNOWN_MOVE_ANSWERS['404 with text']
  const server = await startAnsweringServer(bare)
  onTestFinished(server.close)
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(server.url), systemClock, SLOW)
  await facts.next('connection', ({ cause }) => cause === 'not-the-provider')
  server.answer((path) => (path === '/v1/moves/4711' ? movedAnswer(4711) : bare))
  valueOf(await desk.fetchExternalMove(4711))
  await facts.next('connection', ({ kind }) => kind === 'up')
  expect(desk.status().connection.kind).toBe('up')
})

test('A provider that answers an unknown move with a page is up again after an outage by a move that it shows', async () => {
  const server = await startAnsweringServer(UP)
  onTestFinished(server.close)
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(server.url), systemClock, SLOW)
  await facts.next('connection', ({ kind }) => kind === 'up')
  server.answer(movedAnswer(4711))
  valueOf(await desk.fetchExternalMove(4711))
  server.answer(DOWN)
  desk.checkConnection()
  await facts.next('connection', ({ cause }) => cause === 'provider-down')
  const page = UNKNOWN_MOVE_ANSWERS['404 with a portal page']
  server.answer((path) => (path === '/v1/moves/4711' ? movedAnswer(4711) : page))
  desk.checkConnection()
  await facts.next('connection', ({ kind }) => kind === 'up')
  expect(desk.status().connection.kind).toBe('up')
})
