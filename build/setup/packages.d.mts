export declare function projectNode(root: string): string
