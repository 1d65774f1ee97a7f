import type { PastedBlock } from '../../../../../shared/paste/parse-block.ts'
import { checked } from '../../../../support/builders/vins.ts'

/** An invented block, the fields that a person reads in the text, and words that must stay in the notes. */
export type CorpusBlock = {
  readonly layout: string
  readonly text: string
  readonly fields: PastedBlock['fields']
  readonly kept?: readonly string[]
}

/** Invented VINs with the year and make of the cars in the blocks. */
export const VINS = {
  camry: checked('4T1B11HK0KU012345'),
  crv: checked('7FARW2H50ME012345'),
  outback: checked('4S4BTACC0L3112233'),
  f150: checked('1FTEW1EP0NKD10001'),
  rogue: checked('5N1AT3BB0MC701122'),
  equinox: checked('3GNAXKEV0LL200314'),
  highlander: checked('5TDDZRFH0KS900112'),
  cx5: checked('JM3KFBCM0J0301177'),
  tucson: checked('KM8J3CA40JU600221'),
  civic: checked('2HGFC2F50KH501010'),
  wrangler: checked('1C4HJXDG0LW150607'),
  x3: checked('5UXTY5C00M9G10203'),
  glc: checked('WDC0G4KB0JV101112'),
  tahoe: checked('1GNSKBKC0LR100200'),
  sienna: checked('5TDYZ3DC0HS800100'),
  altima: checked('1N4BL4BV0LC130140'),
  rx350: checked('2T2HZMAA0MC200201'),
  sorento: checked('5XYPG4A50KG500600'),
  atlas: checked('1V2MR2CA0KC510203'),
  malibu: checked('1G1ZD5ST0LF060708'),
  enclave: checked('5GAEVAKW0LJ101213'),
  sierra: checked('3GTU9DED0MG141516'),
  corolla: checked('5YFEPMAE0MP171819'),
  q5: checked('WA1BNAFY0K2021222'),
} as const
