import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { zipCodes } from '../../../build/zip-codes/plugin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOptions } from '../../../electron/practice/options.ts'
import { ask, oneWayBody, post, testRandom } from './running.ts'

const root = resolve(import.meta.dirname, '../../..')

describe('The command line', () => {
  const read = (...args: string[]) => parseOptions(args, '/desk', testRandom())

  test('The command line reads every option', () => {
    expect(read('--port', '4711', '--token', 'T', '--db', 'a/b.db', '--step-seconds', '0.5')).toEqual({
      kind: 'options',
      options: { port: 4711, token: 'T', file: '/desk/a/b.db', stepSeconds: 0.5 },
    })
  })

  test('An empty command line gives a free port, a random token and out/practice.db', () => {
    expect(read()).toEqual({
      kind: 'options',
      options: {
        port: 0,
        token: expect.stringMatching(/^[0-9a-f]{32}$/),
        file: '/desk/out/practice.db',
        stepSeconds: undefined,
      },
    })
  })

  test('The command line reads a manual driver and the profile hopdrive', () => {
    expect(read('--token', 'T', '--driver', 'manual', '--profile', 'hopdrive')).toMatchObject({
      options: {
        driver: 'manual',
        profile: 'hopdrive',
        client: { id: 'practice', secret: expect.stringMatching(/^[0-9a-f]{32}$/), tokenSeconds: 900 },
      },
    })
    const client = ['--client-id', 'lakeside', '--client-secret', 'S', '--token-seconds', '5']
    expect(read('--profile', 'hopdrive', ...client)).toMatchObject({
      options: { client: { id: 'lakeside', secret: 'S', tokenSeconds: 5 } },
    })
  })

  test.each(
    [
      ['--driver', 'robot'],
      ['--profile', 'other'],
      ['--client-id', 'x'],
      ['--profile', 'baseline', '--client-secret', 'x'],
      ['--profile', 'hopdrive', '--client-id', 'a b'],
      ['--profile', 'hopdrive', '--client-secret', ''],
      ['--profile', 'hopdrive', '--token-seconds', '0'],
      ['--port', 'x'],
      ['--port', '65536'],
      ['--port', '-1'],
      ['--port', ''],
      ['--token', ''],
      ['--token', 'a b'],
      ['--token', 'a\nb'],
      ['--db', ' '],
      ['--step-seconds', '0'],
      ['--step-seconds', '-3'],
      ['--step-seconds', 'fast'],
      ['--step-seconds', 'Infinity'],
      ['--colour', 'red'],
      ['somewhere'],
      ['--token'],
    ].map((args) => [JSON.stringify(args), args] as const),
  )('The command line %s is refused', (_, args) => {
    expect(read(...args)).toMatchObject({ kind: 'wrong', words: expect.stringContaining('Usage: npm run practice') })
  })

  test('The usage names only values that the command takes', () => {
    const refused = read('--colour', 'red')
    const usage = refused.kind === 'wrong' ? refused.words : ''
    const choices = [...usage.matchAll(/(--[a-z-]+) (\w+(?:\|\w+)+)/g)]
    expect(choices.map(([, option]) => option)).toEqual(['--driver', '--profile'])
    for (const [, option = '', values = ''] of choices) {
      for (const value of values.split('|')) expect(read(option, value), value).not.toMatchObject({ kind: 'wrong' })
    }
  })
})

describe.skipIf(process.platform === 'win32')('The practice process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'practice-cli-'))
  beforeAll(async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [zipCodes],
      ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: false,
        target: 'node20',
        minify: false,
        rolldownOptions: { input: { practice: join(root, 'electron/practice/cli.ts') }, output: { format: 'es' } },
      },
    })
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function started(...args: string[]) {
    const child = spawn(process.execPath, [join(folder, 'practice.js'), ...args], { cwd: folder })
    let out = ''
    let err = ''
    child.stdout.on('data', (text: Buffer) => (out += text.toString()))
    child.stderr.on('data', (text: Buffer) => (err += text.toString()))
    const ended = new Promise<{ code: number | null; signal: string | null; out: string; err: string }>((settle) =>
      child.on('close', (code, signal) => settle({ code, signal, out, err })),
    )
    const line = new Promise<string>((settle) =>
      child.stdout.on('data', () => (out.includes('\n') ? settle(out) : undefined)),
    )
    return { child, line, ended }
  }

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'The practice process prints one line, serves requests and ends cleanly on %s',
    async (signal) => {
      const file = join(folder, `${signal}.db`)
      const run = started('--port', '0', '--token', 'T', '--db', file)
      const line = await run.line
      const { url, token, ...rest } = JSON.parse(line)
      expect([token, rest]).toEqual(['T', {}])
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const booked = await post(`${url}/v1/one-way-moves`, oneWayBody(), { token: 'T' })
      expect(booked.status).toBe(200)
      run.child.kill(signal)
      expect(await run.ended).toMatchObject({ code: 0, signal: null, out: line })
      expect(existsSync(`${file}-wal`)).toBe(false)

      const again = started('--token', 'T', '--db', file)
      const next = JSON.parse(await again.line)
      expect(JSON.parse((await ask(`${next.url}/practice/ledger`, { token: 'T' })).text)).toHaveLength(1)
      again.child.kill('SIGTERM')
      await again.ended
    },
  )

  test('The practice process makes a random token and names its file on stderr', async () => {
    const run = started()
    const { token } = JSON.parse(await run.line)
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    run.child.kill('SIGTERM')
    expect((await run.ended).err).toContain(join('out', 'practice.db'))
    expect(existsSync(join(folder, 'out', 'practice.db'))).toBe(true)
  })

  test('The practice process of the profile hopdrive prints the client, whose token opens /v1', async () => {
    const run = started('--db', join(folder, 'hopdrive.db'), '--profile', 'hopdrive', '--driver', 'manual')
    const { url, token, client_id, client_secret, ...rest } = JSON.parse(await run.line)
    expect(rest).toEqual({})
    const answer = await post(`${url}/v1/authorize`, { client_id, client_secret }, { token: null })
    const { access_token } = JSON.parse(answer.text)
    expect((await ask(`${url}/v1/moves/1`, { token: access_token })).status).toBe(404)
    expect((await ask(`${url}/practice/sms`, { token })).text).toBe('[]')
    expect((await ask(`${url}/openapi.json`, { token: null })).text).toContain('/v1/cancelation')
    run.child.kill('SIGTERM')
    await run.ended
  })

  test('A wrong command line ends with the code 2 and an empty stdout', async () => {
    const { code, out, err } = await started('--port', 'x').ended
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('--port must be a number')
  })

  test('A taken port ends the process with the code 1 and words, without a stack', async () => {
    const run = started('--db', join(folder, 'one.db'))
    const { port } = new URL(JSON.parse(await run.line).url)
    const { code, out, err } = await started('--db', join(folder, 'two.db'), '--port', port).ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe(`practice: The practice service cannot listen on 127.0.0.1 port ${port}: EADDRINUSE.\n`)
    run.child.kill('SIGTERM')
    await run.ended
  })
})
