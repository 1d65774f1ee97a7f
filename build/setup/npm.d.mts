export declare function onPath(name: string, searched?: string): string | null
export declare function npmScript(): string
export declare function outerNode(): string
export declare function outerPath(): string
