import { runStage } from './setup/stage.mjs'

await runStage({ needs: 'window', script: 'build/dev/dev.ts' })
