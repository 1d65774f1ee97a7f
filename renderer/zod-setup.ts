import { z } from 'zod/mini'

// By default, zod compiles its parsers with `new Function`, which the content security policy blocks and reports.
z.config({ jitless: true })
