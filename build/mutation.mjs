import { runStage } from './setup/stage.mjs'

await runStage({ needs: 'native', script: 'test/mutation/run.ts' })
