import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../support/fixtures/temporary-folder.ts'
import { circlesIn, codeFiles, readWalls, ROOMS, type Read } from '../support/static/walls.ts'

const ROOT = join(import.meta.dirname, '../..')

let ours: Read
beforeAll(async () => {
  ours = await readWalls(ROOT)
})

describe('The import walls', () => {
  test('The import check reads every code file of the rooms', () => {
    const files = codeFiles(ROOT)
    expect(new Set(files.map((file) => file.split('/')[0]))).toEqual(new Set(ROOMS))
    expect(files.filter((file) => !ours.files.includes(file))).toEqual([])
  })

  test('An import never leads back to its own file, not even for a type', () => {
    expect(ours.circles).toEqual([])
  })

  test('An import of a test never leads back to its own file', async () => {
    expect(await circlesIn(ROOT, ['test'])).toEqual([])
  })

  test('The rooms import only the modules that their row names', () => {
    expect(ours.crossings.map(({ from, to, why }) => `${from} imports ${to}: ${why}`)).toEqual([])
  })
})

/** Files that each break one wall, by the broken wall. */
const PLANTED: readonly (readonly [wall: string, file: string, code: string])[] = [
  ['shared knows no room', 'shared/planted-1.ts', `import '../electron/platform/clock.ts'`],
  ['shared knows no Node', 'shared/planted-2.ts', `import { readFileSync } from 'node:fs'\nreadFileSync('x')`],
  ['shared takes no package beside its three', 'shared/planted-3.ts', `import 'zustand'`],
  [
    'ui takes only types of shared',
    'renderer/ui/planted-1.ts',
    `import { stateLabel } from '../../shared/move/move.ts'\nstateLabel('waiting')`,
  ],
  ['ui knows no state', 'renderer/ui/planted-2.ts', `import '../app/state/desk-status.ts'`],
  ['ui takes no package of stores', 'renderer/ui/planted-3.ts', `import 'zustand'`],
  ['texts know no store', 'renderer/app/text/planted-1.ts', `import '../state/desk-status.ts'`],
  [
    'state takes only types of the bridge',
    'renderer/app/state/planted-1.ts',
    `import * as b from '../../bridge.ts'\nb`,
  ],
  ['state holds no React', 'renderer/app/state/planted-2.ts', `import 'react'`],
  ['state knows no screen', 'renderer/app/state/planted-3.ts', `import '../../scheduler/BookingForm.tsx'`],
  [
    'screens know no main process',
    'renderer/scheduler/planted-1.ts',
    `import type { Desk } from '../../electron/desk/desk.ts'\nexport type D = Desk`,
  ],
  ['screens do not name the bridge', 'renderer/lookup/planted-1.ts', `import '../bridge.ts'`],
  ['screens take no package beside theirs', 'renderer/scheduler/planted-2.ts', `import 'zod'`],
  ['a folder that the table does not know', 'renderer/helpers/planted-1.ts', `import 'react'`],
  ['the zod set-up takes zod alone', 'renderer/zod-setup.ts', `import 'zod'\nimport '../shared/text-schema.ts'`],
  ['the bridge of the page takes shared alone', 'renderer/bridge.ts', `import './app/state/desk-status.ts'`],
  ['the page knows no Electron', 'renderer/app/App.tsx', `import 'electron'`],
  ['the preload takes the bridge alone', 'electron/preload.ts', `import '../shared/booking/booking.ts'`],
  ['contexts of V8 stand in one file', 'electron/platform/clock.ts', `import 'node:vm'`],
  ['the platform knows no room', 'electron/platform/clock.ts', `import '../store/store.ts'`],
  ['the composition root knows no Electron', 'electron/desk/desk.ts', `import 'electron'`],
  ['the composition root knows no shell', 'electron/desk/desk.ts', `import '../shell/window.ts'`],
  [
    'the shell reaches the rooms through the composition root alone',
    'electron/shell/planted-1.ts',
    `import '../store/store.ts'`,
  ],
  ['the log package stands in one file', 'electron/shell/planted-2.ts', `import 'electron-log/node.js'`],
  ['bookings never see sync', 'electron/bookings/planted-1.ts', `import '../sync/backoff.ts'`],
  [
    'bookings never see the provider',
    'electron/bookings/planted-2.ts',
    `import type { Provider } from '../provider/client.ts'\nexport type P = Provider`,
  ],
  ['bookings ask Node for nothing', 'electron/bookings/planted-3.ts', `import 'node:crypto'`],
  ['the store knows no other room', 'electron/store/planted-1.ts', `import '../sync/backoff.ts'`],
  ['SQLite stands in one file', 'electron/store/planted-2.ts', `import 'better-sqlite3'`],
  ['sync never sees bookings', 'electron/sync/planted-1.ts', `import '../bookings/reference.ts'`],
  ['sync opens no socket', 'electron/sync/planted-2.ts', `import 'node:net'`],
  ['the provider never sees the store', 'electron/provider/planted-1.ts', `import '../store/store.ts'`],
  ['the provider never sees practice', 'electron/provider/planted-2.ts', `import '../practice/service.ts'`],
  [
    'sockets stand in one file of the provider',
    'electron/provider/planted-3.ts',
    `import { connect } from 'node:net'\nconnect(1)`,
  ],
  ['practice never sees the provider', 'electron/practice/planted-1.ts', `import '../provider/client.ts'`],
  ['practice takes one file of the store', 'electron/practice/planted-2.ts', `import '../store/store.ts'`],
  ['the schema of the hub knows no room', 'electron/hub/schema.ts', `import '../platform/clock.ts'`],
  [
    'the provider check never sees practice',
    'build/provider-check/planted-1.ts',
    `import '../../electron/practice/schemas/baseline.ts'`,
  ],
  [
    'the provider check never sees the provider',
    'build/provider-check/planted-2.ts',
    `import '../../electron/provider/build-request.ts'`,
  ],
  [
    'the provider check reads times by itself',
    'build/provider-check/planted-3.ts',
    `import '../../shared/time/time.ts'`,
  ],
  [
    'the composition root never loads the provider check',
    'electron/desk/desk.ts',
    `import '../../build/provider-check/check.ts'`,
  ],
  [
    'no room of the desk loads the provider check',
    'electron/sync/planted-3.ts',
    `import '../../build/provider-check/http.ts'`,
  ],
  ['the hub opens no store of a desk', 'electron/hub/planted-1.ts', `import '../store/store.ts'`],
  ['one file of the board connects to PostgreSQL', 'electron/board/planted-1.ts', `import 'pg'`],
  ['the board never sees bookings', 'electron/board/planted-2.ts', `import '../bookings/reference.ts'`],
  ['no other room connects to PostgreSQL', 'electron/bookings/planted-9.ts', `import 'pg'`],
  ['build takes nothing of the app', 'build/planted-1.ts', `import '../shared/text-schema.ts'`],
  ['nothing imports tests', 'electron/shell/planted-3.ts', `import '../../test/support/static/walls.ts'`],
  ['an import that leads nowhere', 'electron/shell/planted-4.ts', `import './no-such-file.ts'`],
]

describe('A planted breach', () => {
  let breaches: Read
  beforeAll(async () => {
    const { folder, remove } = copyOfRooms()
    for (const [, file, code] of PLANTED) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${code}\n`, { flag: 'a' })
    }
    breaches = await readWalls(folder)
    return remove
  })

  test.for(PLANTED)('The import check finds the planted breach of "%s"', ([, file, code]) => {
    const [, wanted] = [...code.matchAll(/(?:import|from) '(?:node:)?([^']+)'/g)].at(-1) ?? []
    expect(breaches.crossings.filter((one) => one.from === file).map((one) => one.to)).toContain(wanted)
  })

  test('The import check finds nothing but the planted breaches', () => {
    const planted = new Set(PLANTED.map(([, file]) => file))
    expect(breaches.crossings.filter((one) => !planted.has(one.from))).toEqual(ours.crossings)
  })
})

function copyOfRooms() {
  const made = createFolder()
  for (const room of ROOMS) cpSync(join(ROOT, room), join(made.folder, room), { recursive: true })
  mkdirSync(join(made.folder, 'test/support/static'), { recursive: true })
  writeFileSync(join(made.folder, 'test/support/static/walls.ts'), 'export {}\n')
  cpSync(join(ROOT, 'package.json'), join(made.folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(made.folder, 'node_modules'))
  return made
}
