// Schemas are compiled on first use, so this checks that each of them compiles.
import { adminApiEndpoints } from '@countersign/api/admin-api-endpoints'
import { apiEndpoints } from '@countersign/api/api-endpoints'
import type { ApiEndpointDefinition } from '@countersign/api/api-endpoints'
import { problemDetailsSchema } from '@countersign/api/problem-details-schema'
import { expect, test } from 'vitest'
import { buildLazyRouteSerializer, buildLazyRouteValidator } from './lazy-schema-compiler.ts'

const all: [string, ApiEndpointDefinition][] = Object.entries({ ...apiEndpoints, ...adminApiEndpoints })
const validator = buildLazyRouteValidator({}, { customOptions: { coerceTypes: false } })
const serializer = buildLazyRouteSerializer({}, {})

test.each(all)('%s has schemas that compile', (_name, { body, params, query, answer }) => {
  for (const schema of [body, params, query]) {
    if (schema === null) continue
    const validate = validator({ schema })
    expect(validate(Symbol.iterator)).toBe(false)
    expect(validate.errors).toEqual(expect.arrayContaining([expect.anything()]))
  }
  // A schema that does not compile throws a different error than a value that does not match.
  for (const schema of [answer, problemDetailsSchema])
    if (schema !== null) expect(() => attempt(serializer({ schema }))).not.toThrow(/schema/i)
})

function attempt(serialize: (answer: unknown) => string): void {
  serialize({})
}
