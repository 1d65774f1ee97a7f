import { runStage } from './setup/run-stage.mjs'

await runStage({ needs: 'window', script: 'build/dev/start.ts' })
