import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import zipcodes from 'zipcodes'

import { DEGREE, NUMBER_BYTES, ROW_BYTES } from '../../electron/platform/zip-codes.ts'
import { zipCodesFile } from './plugin.ts'

// Derives electron/platform/zip-codes.bin from the package `zipcodes`, see README.md. Run this file to renew the table:
// node_modules/node/bin/node build/zip-codes/make.ts

const places = Object.values(zipcodes.codes)
  .filter(({ zip }) => /^\d{5}$/.test(zip))
  .toSorted((one, other) => Number(one.zip) - Number(other.zip))

const towns = new Map<string, number>()
let townsLength = 0
const rows = Buffer.alloc(NUMBER_BYTES + places.length * ROW_BYTES)
rows.writeUIntLE(places.length, 0, NUMBER_BYTES)
for (const [row, { zip, latitude, longitude, city, state }] of places.entries()) {
  const town = `${city}|${state}\n`
  if (!/^[ -~]+\n$/.test(town)) throw new Error(`ZIP ${zip} has a town that is not plain text: ${town}`)
  const start = towns.get(town) ?? townsLength
  if (!towns.has(town)) {
    towns.set(town, start)
    townsLength += town.length
  }
  const at = NUMBER_BYTES + row * ROW_BYTES
  rows.writeUIntLE(Number(zip), at, NUMBER_BYTES)
  rows.writeIntLE(Math.round(latitude * DEGREE), at + NUMBER_BYTES, NUMBER_BYTES)
  rows.writeIntLE(Math.round(longitude * DEGREE), at + 2 * NUMBER_BYTES, NUMBER_BYTES)
  rows.writeUIntLE(start, at + 3 * NUMBER_BYTES, NUMBER_BYTES)
}
// The license of the package asks for its text beside the data.
const folder = path.dirname(createRequire(import.meta.url).resolve('zipcodes/package.json'))
const license = readFileSync(path.join(folder, 'LICENSE'))
const table = Buffer.concat([rows, Buffer.from([...towns.keys()].join('')), license])
writeFileSync(zipCodesFile, table)
console.log(`${path.relative(process.cwd(), zipCodesFile)}: ${places.length} ZIPs, ${table.length} bytes`)
