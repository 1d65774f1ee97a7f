import type { CorpusBlock } from './block.ts'
import { COLUMNS } from './columns.ts'
import { FIFTH } from './fifth.ts'
import { FOURTH } from './fourth.ts'
import { LABELED } from './labels.ts'
import { LAST } from './last.ts'
import { LATER_MORE } from './later-more.ts'
import { LATER } from './later.ts'
import { LETTERS } from './letters.ts'
import { MIXED } from './mixed.ts'
import { PLAIN } from './plain.ts'
import { SEVENTH } from './seventh.ts'
import { SIXTH } from './sixth.ts'
import { TABLES } from './tables.ts'
import { THIRD } from './third.ts'

/** All blocks, written by reading what dealers' systems, e-mails and notes look like rather than by the parser. */
export const CORPUS: readonly CorpusBlock[] = [
  ...LABELED,
  ...COLUMNS,
  ...TABLES,
  ...PLAIN,
  ...LETTERS,
  ...MIXED,
  ...LATER,
  ...LATER_MORE,
  ...LAST,
  ...THIRD,
  ...FOURTH,
  ...FIFTH,
  ...SIXTH,
  ...SEVENTH,
]
