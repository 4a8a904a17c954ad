// A JSON schema as rows of a table: each member with its path, what it may be, and what it is for.

/** What is read of a schema. */
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

/** One member: `items[].id`, `text`, whether it may be left out, and what it is for. */
export interface JsonSchemaMember {
  path: string
  kind: string
  optional: boolean
  description: string
}

/** Lists the members of an object, with those of the objects in it after it. */
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

/** The object that a member is, or that it is a list of, or null instead of. */
function findNestedObject(schema: JsonSchema): { schema: JsonSchema; mark: string } | undefined {
  if (schema.properties !== undefined) return { schema, mark: '' }
  if (schema.items?.properties !== undefined) return { schema: schema.items, mark: '[]' }
  const choices = schema.anyOf?.filter((choice) => choice.properties !== undefined) ?? []
  return choices[0] === undefined ? undefined : { schema: choices[0], mark: '' }
}

/** What a value may be, in a few words. */
function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeType).join(' or ')
  if (schema.items !== undefined)
    return `list of ${describeType(schema.items)}${schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`}`
  if (schema.format === 'date-time') return 'time'
  if (schema.type === 'string')
    return `text${lengthOf(schema)}${schema.pattern === undefined ? '' : ` like \`${schema.pattern}\``}`
  const names: Readonly<Record<string, string>> = { integer: 'whole number', boolean: 'true or false' }
  const { type } = schema
  if (type === undefined) throw new Error(`A schema of no kind: ${JSON.stringify(schema)}`)
  return names[type] ?? type
}

const lengthOf = ({ minLength, maxLength }: JsonSchema): string =>
  minLength === undefined || maxLength === undefined ? '' : ` of ${minLength} to ${maxLength} characters`
