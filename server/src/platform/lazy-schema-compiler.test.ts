// A schema is compiled when its call is first made; that each one can be is therefore asked here.
import { adminApiEndpoints } from '@countersign/api/admin-api-endpoints'
import { apiEndpoints } from '@countersign/api/api-endpoints'
import type { ApiEndpointDefinition } from '@countersign/api/api-endpoints'
import { problemDetailsSchema } from '@countersign/api/problem-details-schema'
import { expect, test } from 'vitest'
import { buildLazyRouteSerializer, buildLazyRouteValidator } from './lazy-schema-compiler.ts'

const all: [string, ApiEndpointDefinition][] = Object.entries({ ...apiEndpoints, ...adminApiEndpoints })
const validator = buildLazyRouteValidator({}, { customOptions: { coerceTypes: false } })
const serializer = buildLazyRouteSerializer({}, {})

test.each(all)('%s has schemas that can be compiled', (_name, { body, params, query, answer }) => {
  for (const schema of [body, params, query]) {
    if (schema === null) continue
    const validate = validator({ schema })
    expect(validate(Symbol.iterator)).toBe(false)
    // Of one of several forms, each says why it is none of them.
    expect(validate.errors).toEqual(expect.arrayContaining([expect.anything()]))
  }
  // One that cannot be made throws another error than that of a value that does not fit.
  for (const schema of [answer, problemDetailsSchema])
    if (schema !== null) expect(() => attempt(serializer({ schema }))).not.toThrow(/schema/i)
})

function attempt(serialize: (answer: unknown) => string): void {
  serialize({})
}
