import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { IconIcns, IconIco } from '@shockpkg/icon-encoder'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

// Draws the icons of all systems from lanekeeper.svg. Run this file after a change of the drawing:
// node_modules/node/bin/node build/icons/make.ts

const here = import.meta.dirname
const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const
const icoSizes = [16, 24, 32, 48, 64, 128, 256] as const
/** The size in pixels of each image type that macOS 11 and later look for. */
const icnsKinds = {
  icp4: 16,
  ic11: 32,
  icp5: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
} as const

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
const drawing = readFileSync(path.join(here, 'lanekeeper.svg'), 'utf8')
const draw = (size: number): Uint8Array =>
  new Resvg(drawing, { fitTo: { mode: 'width', value: size } }).render().asPng()

const folder = path.join(here, 'png')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const size of pngSizes) writeFileSync(path.join(folder, `${size}x${size}.png`), draw(size))

const ico = new IconIco()
for (const size of icoSizes) await ico.addFromPng(draw(size), size === 256)
writeFileSync(path.join(here, 'lanekeeper.ico'), ico.encode())

const icns = new IconIcns()
for (const [kind, size] of Object.entries(icnsKinds)) await icns.addFromPng(draw(size), [kind])
writeFileSync(path.join(here, 'lanekeeper.icns'), icns.encode())
