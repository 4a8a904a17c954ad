interface JsonSchema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  description?: string
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  maxItems?: number
}

export interface JsonSchemaMember {
  path: string
  kind: string
  optional: boolean
  description: string
}

export function listJsonSchemaMembers(schema: object, before = ''): JsonSchemaMember[] {
  const { properties = {}, required = [] } = schema as JsonSchema
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = before + name
    const optional = !required.includes(name)
    const inner = findNestedObject(member)
    return [
      { path, kind: describeType(member), optional, description: member.description ?? '' },
      ...(inner === undefined ? [] : listJsonSchemaMembers(inner.schema, `${path}${inner.mark}.`)),
    ]
  })
}

/** The object that a member contains: directly, as list items, or as an alternative to null. */
function findNestedObject(schema: JsonSchema): { schema: JsonSchema; mark: string } | undefined {
  if (schema.properties !== undefined) return { schema, mark: '' }
  if (schema.items?.properties !== undefined) return { schema: schema.items, mark: '[]' }
  const choices = schema.anyOf?.filter((choice) => choice.properties !== undefined) ?? []
  return choices[0] === undefined ? undefined : { schema: choices[0], mark: '' }
}

function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeType).join(' or ')
  if (schema.items !== undefined)
    return `array of ${describeType(schema.items)}${schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`}`
  if (schema.format === 'date-time') return 'time'
  if (schema.type === 'string')
    return `string${lengthOf(schema)}${schema.pattern === undefined ? '' : ` matching \`${schema.pattern}\``}`
  const { type } = schema
  if (type === undefined) throw new Error(`A schema has no type: ${JSON.stringify(schema)}`)
  return type
}

const lengthOf = ({ minLength, maxLength }: JsonSchema): string =>
  minLength === undefined || maxLength === undefined ? '' : ` of ${minLength} to ${maxLength} characters`
