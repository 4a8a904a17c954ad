// The OpenAPI document as third-party tools read it.
import { compileOpenApiClient, validateOpenApi } from '@countersign/testing/openapi-test-tools'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../testing/countersign-test-server.ts'

interface Description {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string; schema: unknown }[] }>>
}

async function writeDescription(): Promise<{ folder: string; file: string; description: Description }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-openapi-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { http } = await createTestServer()
  const { body } = await http.inject({ method: 'GET', url: '/api/openapi.json' })
  const file = join(folder, 'openapi.json')
  writeFileSync(file, body)
  return { folder, file, description: JSON.parse(body) as Description }
}

test('the OpenAPI document is valid OpenAPI 3.1 according to @seriousme/openapi-schema-validator', async () => {
  const { file } = await writeDescription()
  expect(validateOpenApi(file)).toMatchObject({ status: 0 })
})

test(
  'TypeScript 5 compiles the client that openapi-typescript generates from the OpenAPI document',
  { timeout: 120_000 },
  async () => {
    const { folder, file } = await writeDescription()
    const client = `
    import type { operations } from './api.ts'
    type Query<Name extends keyof operations> = operations[Name]['parameters'] extends { query?: infer Query } ? Query : undefined
    export const withoutQuery: Query<'createChallenge'> = undefined
    export const listed: Query<'listGroups'> = { search: 'team', sort: 'members' }
    // @ts-expect-error -- there is no such parameter
    export const bogus: Query<'createChallenge'> = { type: 'object' }
  `
    expect(compileOpenApiClient(file, folder, client)).toEqual({ status: 0, output: '' })
  },
)

test('the OpenAPI document has no query parameters for an endpoint without a query', async () => {
  const { description } = await writeDescription()
  const parametersOf = (path: string, method: string) => description.paths[path]?.[method]?.parameters ?? []
  expect(parametersOf('/api/challenges', 'post').filter((parameter) => parameter.in === 'query')).toEqual([])
  expect(parametersOf('/api/admin/groups', 'get').map(({ name }) => name)).toContain('search')
  const schemas = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters = [] }) => parameters.map(({ schema }) => typeof schema)),
  )
  expect(new Set(schemas)).toEqual(new Set(['object']))
})
