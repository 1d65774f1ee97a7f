import { runStage } from './setup/stage.mjs'

await runStage({ needs: 'window', script: 'build/dev/start.ts' })
