import { z } from 'zod'

// zod otherwise compiles its parsers with `new Function`, which the content security policy blocks and reports.
z.config({ jitless: true })
