export declare function withLock<T>(
  subject: string,
  waiting: string,
  work: (descriptor: number | undefined) => Promise<T>,
): Promise<T>
