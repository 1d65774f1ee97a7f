import { runStage } from './setup/stage.mjs'

const heights = process.argv.slice(2)
const plain = heights.length > 0 && heights.every((height) => height === 'checks')
// Among the goals is one that looks at Electron's own network stack.
const windowless =
  heights.length > 0 && !heights.some((height) => ['window', 'package', 'goals', 'long'].includes(height))

await runStage({ needs: plain ? 'packages' : windowless ? 'native' : 'window', script: 'build/testing/run.ts' })
