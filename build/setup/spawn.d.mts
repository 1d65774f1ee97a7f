import type { ChildProcess, SpawnOptions } from 'node:child_process'

export declare function runChild(command: string, args: readonly string[], options?: SpawnOptions): Promise<number>
export declare function exitCode(code: number | null, signal: NodeJS.Signals | null): number
