import { runStage } from './setup/run-stage.mjs'

await runStage({ needs: 'native', script: 'build/dev/hub.ts' })
