import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseOptions } from '../../../build/provider-check/options.ts'
import { duplicateGuaranteeSchema } from '../../../shared/outbox/duplicate-guarantee.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { refusedUrl, startFaultServer } from '../../support/faults/fault-server.ts'
import { CLIENT } from '../practice/authorized.ts'
import { TOKEN } from '../practice/running.ts'
import { remoteOf, tableOf } from './checked.ts'
import { crooked } from './crooked.ts'

const CLI = resolve(import.meta.dirname, '../../../build/provider-check/cli.ts')

/** Runs the check as a process of its own, as `npm run provider:check` does after its set-up. */
function started(args: readonly string[], input = '') {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: temporaryFolder() })
  let out = ''
  let err = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  child.stdin.end(input)
  const ended = new Promise<{ code: number | null; out: string; err: string }>((settle) =>
    child.on('close', (code) => settle({ code, out, err })),
  )
  return { child, ended }
}

const ended = (args: readonly string[], input = '') => started(args, input).ended

describe('The command line', () => {
  const read = (...args: string[]) => parseOptions(args, '/desk')
  const url = 'https://provider.example/v1'

  test('The command line needs only an address and a token', () => {
    expect(read(url, 'T')).toEqual({
      kind: 'options',
      options: {
        address: 'https://provider.example',
        secret: 'T',
        clientId: null,
        create: false,
        move: null,
        json: false,
        record: null,
        timeoutMs: 20_000,
      },
    })
  })

  test('The command line reads every option', () => {
    const args = ['--client-id', 'lakeside', '--create', '--record', 'a.json', '--json', '--move', '70001']
    expect(read(...args, '--timeout-seconds', '5', url, '-')).toEqual({
      kind: 'options',
      options: {
        address: 'https://provider.example',
        secret: null,
        clientId: 'lakeside',
        create: true,
        move: 70001,
        json: true,
        record: '/desk/a.json',
        timeoutMs: 5000,
      },
    })
  })

  test.each(
    [
      [],
      [url],
      ['s3cret', url],
      ['http://provider.example', 's3cret'],
      ['https://user:s3cret@provider.example', 's3cret'],
      ['https://provider.example?key=s3cret', 's3cret'],
      [url, 's3cret', 's3cret'],
      [url, 's3cret with a space'],
      [url, ''],
      [url, 's3cret', '--s3cret'],
      [url, '--s3cret'],
      [url, 's3cret', '--create=s3cret'],
      [url, 's3cret', '--client-id', 'a s3cret'],
      [url, 's3cret', '--client-id', ''],
      [url, 's3cret', '--move', '0'],
      [url, 's3cret', '--move', 's3cret'],
      [url, 's3cret', '--move', '99999999999999999'],
      [url, 's3cret', '--record', 'a.json'],
      [url, 's3cret', '--create', '--record', ' '],
      [url, 's3cret', '--timeout-seconds', '0'],
      [url, 's3cret', '--timeout-seconds', 'Infinity'],
    ].map((args) => [JSON.stringify(args), args] as const),
  )('The arguments %s are refused, and none of them is quoted', (_, args) => {
    const answer = read(...args)
    expect(answer).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('Usage: npm run -s provider:check'),
    })
    expect(JSON.stringify(answer)).not.toContain('s3cret')
  })
})

describe('The command as a process of its own', () => {
  test('The command prints the table alone on stdout, or the same as JSON, and exits with 0', async () => {
    const { desk } = await remoteOf('baseline')
    const table = await ended([desk.service.url, TOKEN])
    expect(table).toEqual({ code: 0, out: tableOf('baseline').join('\n'), err: '' })
    const json = await ended([desk.service.url, TOKEN, '--json'])
    const { rows, fits, address } = JSON.parse(json.out)
    expect([json.code, json.err, fits, address]).toEqual([0, '', 'baseline', desk.service.url])
    const lines = rows.map((row: { section: string; what: string }) => `${row.section} ${row.what}`)
    expect(lines).toEqual(
      tableOf('baseline')
        .slice(1, 1 + lines.length)
        .map((line) => line.split(/ {2,}/).slice(0, 2).join(' ')),
    )
  })

  test('The command reads the token from the standard input', async () => {
    const { desk } = await remoteOf('baseline')
    expect(await ended([desk.service.url, '-'], `${TOKEN}\n`)).toMatchObject({ code: 0, err: '' })
    expect(await ended([desk.service.url, '-'], 'two words\n')).toMatchObject({ code: 2, out: '' })
  })

  test('The command with --create announces its plan first, and writes the record', async () => {
    const { desk, signIn } = await remoteOf('hopdrive')
    const record = join(temporaryFolder(), 'contract.json')
    const args = [desk.service.url, CLIENT.secret, '--client-id', String(signIn.clientId), '--create']
    const { code, out, err } = await ended([...args, '--record', record])
    expect([code, out]).toEqual([0, tableOf('hopdrive-create').join('\n')])
    expect(err).toMatch(/^About to book at /)
    const contract = duplicateGuaranteeSchema.parse(JSON.parse(readFileSync(record, 'utf8')))
    expect(contract).toMatchObject({ address: desk.service.url, profile: 'hopdrive', honored: true })
    expect(readFileSync(record, 'utf8')).not.toMatch(/CHECK|555|Sample/)
    expect(existsSync(`${record}.lanekeeper-part`)).toBe(false)
  })

  test('The command refuses a record that cannot be written before it sends a request', async () => {
    const { desk } = await remoteOf('baseline')
    const folder = temporaryFolder()
    for (const record of [join(folder, 'no-such-folder', 'contract.json'), folder]) {
      const run = await ended([desk.service.url, TOKEN, '--create', '--record', record])
      expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Nothing was asked') })
    }
    expect([await desk.ledger(), readdirSync(folder)]).toEqual([[], []])
  })

  test('The command exits with 1 and the reasons when the remote fits neither profile', async () => {
    const { desk } = await remoteOf('hopdrive')
    const road = await crooked(desk.service.url, { answer: () => ({ status: 500, json: {} }) })
    const { code, out } = await ended([road.url, TOKEN])
    expect(code).toBe(1)
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^fits: neither\. baseline: 5 a request without a token, 500/)
  })

  test('The command exits with 2 and an explanation when the remote is unreachable', async () => {
    const { code, out, err } = await ended([(await refusedUrl()).origin, 'a-secret-token', '--create'])
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^It could not be reached \(ECONNREFUSED\)\. Check the address/)
    const silent = await startFaultServer({})
    const late = await ended([silent.url.origin, 'a-secret-token', '--timeout-seconds', '1'])
    expect(late).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^It did not answer in 1 seconds\./) })
  })

  test('The command exits with 2 and the usage when the command line is wrong', async () => {
    expect(await ended(['nowhere'])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage: ') })
  })

  test.skipIf(process.platform === 'win32')(
    'The command cancels its moves and lists them when Ctrl+C ends it',
    async () => {
      const { desk, signIn } = await remoteOf('hopdrive')
      const run: { now?: ReturnType<typeof started> } = {}
      const road = await crooked(desk.service.url, {
        answer(came, from) {
          if (came.method === 'POST' && came.path === '/v1/one-way-moves') run.now?.child.kill('SIGINT')
          return came.path === '/v1/one-way-moves' && came.method === 'POST' ? null : from
        },
      })
      run.now = started([road.url, CLIENT.secret, '--client-id', String(signIn.clientId), '--create'])
      const { code, out, err } = await run.now.ended
      expect([code, out]).toEqual([130, ''])
      expect(err).toContain('not decided by the provider yet: 70001, 70002, 70003, 70004\n')
      expect(err).toMatch(/look for them at the provider by reference: CHECK \w{8}\n/)
      expect(err).toMatch(/The check was ended early\.\n$/)
    },
  )

  test('The command prints the token nowhere', async () => {
    const { desk, signIn } = await remoteOf('hopdrive')
    const road = await crooked(desk.service.url, {
      answer: (came, from) =>
        came.path === '/v1/authorize' || from.status < 400
          ? from
          : { status: from.status, json: { errors: [{ code: CLIENT.secret, message: CLIENT.secret }] } },
    })
    const args = [road.url, CLIENT.secret, '--client-id', String(signIn.clientId)]
    const runs = [
      await ended(args),
      await ended([...args, '--create', '--json']),
      await ended([road.url, CLIENT.secret]),
    ]
    for (const { out, err } of runs) expect(`${out}${err}`).not.toContain(CLIENT.secret)
    expect(runs[0]?.out).toContain('[secret]')
  })
})
