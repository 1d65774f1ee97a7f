import { runStage } from './setup/run-stage.mjs'

await runStage({ needs: 'native', script: 'test/mutation/run.ts' })
