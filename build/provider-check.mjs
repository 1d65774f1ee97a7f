import { runStage } from './setup/run-stage.mjs'

// Straight from its source: it is no part of what is built, and so of nothing that is shipped.
await runStage({ needs: 'packages', script: 'build/provider-check/cli.ts' })
