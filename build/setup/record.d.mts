import type { RuntimeRecord } from '../offline/runtime-record.ts'

export declare function recordOf(root: string): string
export declare function readRecord(root: string): RuntimeRecord | null
