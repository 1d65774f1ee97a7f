import { runStage } from './setup/stage.mjs'

await runStage({ needs: 'window', script: 'build/package/run.ts' })
