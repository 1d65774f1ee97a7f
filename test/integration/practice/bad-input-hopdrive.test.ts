import { testBadInput } from './bad-input.ts'

testBadInput('hopdrive', 6_000)
