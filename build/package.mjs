import { runStage } from './setup/run-stage.mjs'

await runStage({ needs: 'window', script: 'build/package/run.ts' })
