// Tests that the server registers exactly the admin routes of the API contract.
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestServer } from '../../testing/countersign-test-server.ts'

test('N11: the registered admin routes are exactly those of the API contract', async () => {
  const app = await createTestServer()
  const missing = (Object.keys(adminApiRoutes) as AdminApiEndpointName[]).filter(
    (name) => !app.http.hasRoute({ method: adminApiRoutes[name].method, url: adminApiRoutes[name].path }),
  )
  expect(missing).toEqual([])
  const { paths } = (await app.openBrowser().send('GET', '/api/openapi.json')).json<{
    paths: Record<string, Record<string, { operationId: string }>>
  }>()
  const described = Object.entries(paths)
    .filter(([path]) => path === '/api/admin' || path.startsWith('/api/admin/'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId))
  expect(described.sort()).toEqual(
    Object.keys(adminApiRoutes)
      .filter((name) => name !== 'readSetup' && name !== 'claimOwnership')
      .sort(),
  )
  // This also finds routes that are hidden from the API description.
  const root = join(import.meta.dirname, '../..')
  const written = globSync('**/*.ts', { cwd: root }).filter(
    (file) =>
      !file.includes('.test.') &&
      !file.startsWith('testing/') &&
      /['"`]\/api\/admin/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(written.filter((file) => !file.startsWith('cli/'))).toEqual([])
})
