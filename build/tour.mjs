import { runStage } from './setup/run-stage.mjs'

await runStage({ needs: 'window', script: 'test/tour/tour.ts' })
