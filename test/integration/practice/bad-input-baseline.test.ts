import { testBadInput } from './bad-input.ts'

testBadInput('baseline', 4_000)
