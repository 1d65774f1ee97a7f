import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/* Builds from sources with planted faults, to see that a test notices them. The source files stay unchanged. */

/** One place in one file, which must occur exactly once. */
export type Patch = { readonly file: string; readonly from: string; readonly to: string }

/** Builds from sources with these patches. A patch whose place is missing or occurs twice fails the build. */
export function planting(root: string, patches: readonly Patch[]): Plugin {
  const left = new Set(patches)
  return {
    name: 'planting',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id).split(sep).join('/')
      let text = code
      for (const patch of patches.filter((one) => one.file === file)) {
        if (text.split(patch.from).length !== 2) throw new Error(`not once in ${file}: ${patch.from}`)
        text = text.replace(patch.from, () => patch.to)
        left.delete(patch)
      }
      return text === code ? null : { code: text, map: null }
    },
    buildEnd(error) {
      if (error !== undefined) return
      for (const { file, from } of left) throw new Error(`${file} is not built, so nothing was planted in it: ${from}`)
    },
  }
}
