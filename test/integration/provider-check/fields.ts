import { readDocument, type DocumentName } from '../../support/oracle/referee.ts'

type Schema = {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema | false>>
}

/** The schemas of each document that a check with `create` sends or receives, with the sections of their rows. */
const SCHEMAS: Readonly<Record<DocumentName, readonly (readonly [schema: string, sections: RegExp])[]>> = {
  baseline: [
    ['FetchAnswer', /^2\.4$/],
    ['PairAnswer', /^2\.5$/],
    ['OneWayRequest', /^4\.2$/],
    ['PairRequest', /^4\.3$/],
  ],
  hopdrive: [
    ['SingleAnswer', /^(2\.4|hopdrive 6\.[12])$/],
    ['PairAnswer', /^(2\.5|hopdrive 6\.[12])$/],
    ['OneWayRequest', /^hopdrive 5\.[12]$/],
    ['PairRequest', /^(4\.3|hopdrive 5\.2)$/],
    ['ChangeRequest', /^hopdrive 7$/],
    ['ChangeAnswer', /^hopdrive 7$/],
    ['CancelAnswer', /^hopdrive 8$/],
  ],
}

/** Every field that a document describes, with the sections in which the table may name the field. */
export function describedFields(name: DocumentName): readonly (readonly [path: string, sections: RegExp])[] {
  const { schemas } = readDocument(name).components
  const walk = ({ $ref, allOf = [], properties = {} }: Schema, prefix: string): readonly string[] => [
    ...($ref === undefined ? [] : walk(schemas[$ref.replace('#/components/schemas/', '')] ?? {}, prefix)),
    ...allOf.flatMap((part) => walk(part, prefix)),
    ...Object.entries(properties).flatMap(([key, property]) =>
      property === false ? [] : [`${prefix}${key}`, ...walk(property, `${prefix}${key}.`)],
    ),
  ]
  return SCHEMAS[name].flatMap(([schema, sections]) =>
    walk({ $ref: `#/components/schemas/${schema}` }, '').map((path) => [path, sections] as const),
  )
}
