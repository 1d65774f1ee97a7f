import { runStage } from './setup/run-stage.mjs'

const suites = process.argv.slice(2)
const isPlain = suites.length > 0 && suites.every((suite) => suite === 'static')
// Without a suite name the sample runs, which opens windows. The reliability suite starts Electron to test its network.
const needsWindow =
  suites.length === 0 ||
  suites.some((suite) => ['full', 'e2e', 'package', 'reliability', 'soak', 'bench', 'looks'].includes(suite))

await runStage({ needs: isPlain ? 'packages' : needsWindow ? 'window' : 'native', script: 'build/suites/run.ts' })
