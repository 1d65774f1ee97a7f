/** The part of the global `URL` that `shared/` uses. `shared/` sees neither the types of Node nor of the browser. */
declare class URL {
  constructor(url: string)
  static canParse(url: string): boolean
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly pathname: string
  readonly origin: string
}
