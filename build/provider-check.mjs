import { runStage } from './setup/run-stage.mjs'

// The check runs from its source, because the check is not a part of the build and never ships.
await runStage({ needs: 'packages', script: 'build/provider-check/cli.ts' })
