import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCommit } from '../../build/suites/commit.ts'
import { onPath } from '../../build/setup/npm.mjs'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

const AS_DANA = ['user.name=Dana R.', 'user.email=dana@lanekeeper.example', 'commit.gpgSign=false'].flatMap((one) => [
  '-c',
  one,
])

test.skipIf(onPath('git') === null)(
  '`readCommit` names the commit of a folder and marks changes outside the reports',
  () => {
    const folder = temporaryFolder()
    const git = (...args: readonly string[]) =>
      execFileSync('git', [...AS_DANA, ...args], { cwd: folder, encoding: 'utf8' }).trim()
    const lay = (...names: readonly string[]) => writeFileSync(join(folder, ...names), `${Math.random()}`)
    mkdirSync(join(folder, 'test/reports'), { recursive: true })
    lay('source.ts')
    lay('test/reports', 'goals.md')
    expect(readCommit(folder)).toBe('unknown')

    git('init', '-q')
    expect(readCommit(folder)).toBe('unknown')
    git('add', '.')
    git('commit', '-q', '-m', 'First')
    const commit = git('rev-parse', 'HEAD')
    expect(readCommit(folder)).toBe(commit)
    lay('test/reports', 'goals.md')
    lay('test/reports', 'new.md')
    expect(readCommit(folder)).toBe(commit)
    lay('new.ts')
    expect(readCommit(folder)).toBe(`${commit}, with changes`)
    git('add', '.')
    git('commit', '-q', '-m', 'Second')
    lay('source.ts')
    expect(readCommit(folder)).toBe(`${git('rev-parse', 'HEAD')}, with changes`)
    // A folder unpacked within another checkout must not get the commit of that checkout.
    expect(readCommit(join(folder, 'test'))).toBe('unknown')
  },
)
