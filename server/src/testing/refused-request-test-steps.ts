// Reads refused requests of an application as its developers do.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect } from 'vitest'
import { openBrowserWithRole } from './admin-role-test-steps.ts'
import type { TestServer } from './countersign-test-server.ts'

export type RefusedRequestProblems = AdminApiEndpointOutput<'readApplicationProblems'>['problems']

export async function readApplicationProblems(app: TestServer, id = 'test-app'): Promise<RefusedRequestProblems> {
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.bob, 'owner')
  const answer = await browser.send('GET', `/api/admin/applications/${id}/problems`)
  expect(answer.statusCode).toBe(200)
  return answer.json<AdminApiEndpointOutput<'readApplicationProblems'>>().problems
}

/** Fails unless `test-app` has exactly one problem. Omits what differs in each run. */
export async function readOnlyApplicationProblem(app: TestServer): Promise<object> {
  const problems = await readApplicationProblems(app)
  expect(problems).toHaveLength(1)
  const { at, firstAt, count, requestId, application, ...rest } = problems[0] as RefusedRequestProblems[number]
  expect({ application, count, at, requestId }).toEqual({
    application: 'test-app',
    count: 1,
    at: firstAt,
    requestId: expect.stringMatching(/^[0-9a-z]{26}$/),
  })
  return rest
}
