import { keptStore, type Size } from '../data/stores.ts'

/* Makes the kept stores that are missing. */

const { sizes } = JSON.parse(process.argv[2] ?? '{}') as { readonly sizes: readonly Size[] }
process.stdout.write(JSON.stringify(sizes.map(keptStore)))
