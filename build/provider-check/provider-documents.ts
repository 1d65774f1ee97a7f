import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { PROFILES, type ProviderProfile } from '../../shared/desk/provider-profile.ts'

/*
 * The OpenAPI documents of the two profiles (`test/spec/provider`). The desk and the practice service do not read them,
 * so a mistake that both share is still found here.
 */

type Schema = {
  readonly $ref?: string
  readonly description?: string
  readonly type?: unknown
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema | false>>
  readonly required?: readonly string[]
}
type OpenApiDocument = { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } }

/** One field that a schema describes. */
export type DescribedField = {
  readonly path: string
  /** True if the schema requires the field and also every object that contains the field. */
  readonly required: boolean
  /** `object` has described fields, `any` has no rules or is an object without such fields, `value` is the rest. */
  readonly kind: 'object' | 'any' | 'value'
  readonly description: string
}

function readDocument(profile: ProviderProfile): OpenApiDocument {
  const file = new URL(`../../test/spec/provider/${profile}.openapi.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
}

const DOCUMENTS = new Map(PROFILES.map((profile) => [profile, readDocument(profile)]))
// Not strict, because the root of an OpenAPI document holds keywords that no JSON schema has.
const ajv = new Ajv2020({ allErrors: true, strict: false })
formats(ajv)
for (const [profile, document] of DOCUMENTS) ajv.addSchema(document, profile)

/** Every field of a named schema, an object before its own fields. */
export function describedFields(profile: ProviderProfile, schema: string): readonly DescribedField[] {
  const named = DOCUMENTS.get(profile)?.components.schemas ?? {}
  const resolve = ({ $ref, ...own }: Schema): Schema =>
    $ref === undefined ? own : { ...resolve(named[$ref.replace('#/components/schemas/', '')] ?? {}), ...own }

  const fieldsIn = (unresolved: Schema, prefix: string, isRequired: boolean): readonly DescribedField[] => {
    const { properties = {}, required = [], allOf = [] } = resolve(unresolved)
    const own = Object.entries(properties).flatMap(([name, property]): readonly DescribedField[] => {
      if (property === false) return []
      const path = `${prefix}${name}`
      const { description = '', ...rules } = resolve(property)
      const field = { path, required: isRequired && required.includes(name), description }
      const children = fieldsIn(property, `${path}.`, field.required)
      const isOpen = Object.keys(rules).length === 0 || rules.type === 'object'
      const kind = children.length > 0 ? 'object' : isOpen ? 'any' : 'value'
      return [{ ...field, kind }, ...children]
    })
    return [...own, ...allOf.flatMap((part) => fieldsIn(part, prefix, isRequired))]
  }
  return fieldsIn({ $ref: `#/components/schemas/${schema}` }, '', true)
}

type SchemaError = { readonly profile: ProviderProfile; readonly path: string; readonly error: ErrorObject }

/**
 * Returns the errors of a value under a named schema, each with the path of the wrong field. A field that the schema
 * forbids is not an error, because the other profile may describe the field.
 */
export function schemaErrors(profile: ProviderProfile, schema: string, value: unknown): readonly SchemaError[] {
  const validate = ajv.getSchema(`${profile}#/components/schemas/${schema}`)
  if (validate === undefined) throw new Error(`the document ${profile} has no schema ${schema}`)
  void validate(value)
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'false schema')
  return errors.map((error) => {
    const missing: unknown = error.params['missingProperty']
    const place = `${error.instancePath}${typeof missing === 'string' ? `/${missing}` : ''}`
    return { profile, path: place.slice(1).replaceAll('/', '.'), error }
  })
}
