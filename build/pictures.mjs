import { runStage } from './setup/stage.mjs'

await runStage({ needs: 'window', script: 'test/tour/pictures.ts' })
