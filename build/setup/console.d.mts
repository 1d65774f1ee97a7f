export declare class SetupStop extends Error {}
export declare function say(text: string): void
export declare function seconds(since: number): string
export declare function heartbeat(
  what: string,
  options?: { readonly every?: number; readonly detail?: () => string },
): () => void
export declare function runMain(main: () => Promise<void>): Promise<void>
