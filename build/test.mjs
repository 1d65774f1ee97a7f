import { runStage } from './setup/stage.mjs'

const heights = process.argv.slice(2)
const plain = heights.length > 0 && heights.every((height) => height === 'checks')
const windowless = heights.length > 0 && !heights.includes('window') && !heights.includes('package')

await runStage({ needs: plain ? 'packages' : windowless ? 'native' : 'window', script: 'build/testing/run.ts' })
