import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { crossBreaches, type CrossRules } from './referee-cross.ts'

/*
 * Checks traffic against a document of test/spec/provider, which was written from the service description alone. The
 * referee uses no schema of the desk or the practice service, so that a mistake of both is found here.
 */

/** One request with its response, as they were on the wire. */
export type Exchange = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly answer: { readonly status: number; readonly type: string | undefined; readonly body: string }
}

type Json = Readonly<Record<string, unknown>>
type Content = { readonly content?: Readonly<Record<string, { readonly schema: Json | boolean }>> }
type Reference = { readonly $ref: string }
type Parameter = { readonly name: string; readonly schema: Json }
type Operation = CrossRules & {
  readonly security?: readonly unknown[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content | Reference>>
}
type PathItem = { readonly parameters?: readonly (Parameter | Reference)[] } & Readonly<Record<string, unknown>>
export type OpenApi = Json & {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
  readonly 'x-request-headers': Readonly<Record<string, Json>>
}

export type DocumentName = 'baseline' | 'hopdrive'

export type Referee = {
  /** Returns every violation of the document in one exchange, one readable line each. */
  judge(exchange: Exchange): readonly string[]
  /** Returns the violations of one named schema of the document, for parts that no call carries. */
  judgeBy(schema: string, value: unknown): readonly string[]
}

/** Reads a document of test/spec/provider by its name. */
export function readDocument(name: DocumentName): OpenApi {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, `../../spec/provider/${name}.openapi.json`), 'utf8'),
  ) as OpenApi
}

/** Creates a referee by one of the two documents. A misspelled keyword in the document throws. */
export function createReferee(name: DocumentName): Referee {
  const document = readDocument(name)
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
  formats(ajv)
  ajv.addSchema({ $defs: inPlace(document.components.schemas) }, 'document')

  const compiled = new Map<string, ValidateFunction>()
  const breaches = (schema: Json | boolean, value: unknown): readonly string[] => {
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? ajv.compile(inPlace(schema))
    compiled.set(text, validate)
    return validate(value) ? [] : inLines(validate.errors ?? [])
  }

  const bodyBreaches = (content: Content['content'], type: string | undefined, body: string): readonly string[] => {
    if (content === undefined) return []
    const media = type?.split(';')[0]?.trim().toLowerCase() ?? 'none'
    const described = content[media]
    if (described === undefined) return [`the content type is ${media}`]
    const read = readJson(body)
    return read.ok ? breaches(described.schema, read.value) : ['the body is not JSON']
  }

  return {
    judgeBy: (schema, value) => breaches({ $ref: `#/components/schemas/${schema}` }, value),
    judge({ method, path, headers, body, answer }) {
      const said = (about: string, lines: readonly string[]) =>
        lines.map((line) => `${method} ${path} ${about}: ${line}`)
      const [bare = '', query] = path.split('?')
      const found = findCall(document, method, bare)
      if (found === null) return said('request', ['the document has no such call'])
      const { operation, parameters } = found

      const wrong: string[] = query === undefined ? [] : ['no query is described']
      for (const [parameter, text] of parameters) {
        const { schema, name: called } = follow(document, parameter)
        wrong.push(...breaches(schema, /^-?\d+$/.test(text) ? Number(text) : text).map((line) => `${called} ${line}`))
      }
      for (const [header, schema] of Object.entries(document['x-request-headers'])) {
        if (header === 'authorization' && operation.security?.length === 0) continue
        const { description: _, ...rule } = schema
        wrong.push(...breaches(rule, headers[header] ?? null).map((line) => `the header ${header} ${line}`))
      }
      if (operation.requestBody !== undefined) {
        wrong.push(...bodyBreaches(operation.requestBody.content, headers['content-type'], body))
      } else if (body !== '') wrong.push('a body where none is described')

      const { responses } = operation
      const reply = responses[answer.status] ?? responses[`${Math.floor(answer.status / 100)}XX`]
      const back = reply === undefined ? ['this status is not described'] : []
      if (reply !== undefined) back.push(...bodyBreaches(follow(document, reply).content, answer.type, answer.body))
      if (answer.status === 200) back.push(...crossBreaches(operation, valueOf(body), valueOf(answer.body)))
      return [...said('request', wrong), ...said(`answer ${answer.status}`, back)]
    },
  }
}

function findCall(document: OpenApi, method: string, path: string) {
  for (const [template, item] of Object.entries(document.paths)) {
    const pieces = template.split('/')
    const given = path.split('/')
    const fits =
      pieces.length === given.length && pieces.every((piece, at) => piece === given[at] || piece.startsWith('{'))
    const operation = item[method.toLowerCase()] as Operation | undefined
    if (!fits || operation === undefined) continue
    const values = given.filter((_, at) => pieces[at]?.startsWith('{') === true)
    const declared = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    return { operation, parameters: declared.map((parameter, at) => [parameter, values[at] ?? ''] as const) }
  }
  return null
}

function follow<T extends object>(document: OpenApi, part: T | Reference): T {
  if (!('$ref' in part)) return part
  const end = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json)[key], document)
  return end as T
}

/** Returns a part of the document as a schema whose references the validator can resolve. */
function inPlace<T>(part: T): T {
  return JSON.parse(JSON.stringify(part).replaceAll('"#/components/schemas/', '"document#/$defs/')) as T
}

function readJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

function valueOf(text: string): unknown {
  const read = readJson(text)
  return read.ok ? read.value : null
}

/** Keeps one line for each place, because one wrong value violates a rule in several ways. */
function inLines(errors: readonly ErrorObject[]): readonly string[] {
  const places = new Map<string, Set<string>>()
  for (const error of errors) {
    const said = places.get(error.instancePath) ?? new Set()
    places.set(error.instancePath, said.add(inWords(error)))
  }
  return [...places].map(([place, said]) => `${place === '' ? 'it' : place} ${[...said].join(', ')}`)
}

function inWords({ keyword, message = keyword, params }: ErrorObject): string {
  if (keyword === 'false schema') return 'must not be there'
  if (keyword === 'additionalProperties') return `must not have ${String(params['additionalProperty'])}`
  if (keyword === 'enum') return `${message}: ${(params['allowedValues'] as readonly string[]).join(', ')}`
  if (keyword === 'const') return `must be ${String(params['allowedValue'])}`
  return message
}
