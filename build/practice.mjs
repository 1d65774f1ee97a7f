import { runStage } from './setup/stage.mjs'

await runStage({ needs: 'native', script: 'build/dev/practice.ts' })
