// Resources for tests: added as an operator would.
import { systemRandomBytes } from '../platform/clock.ts'
import { countPeopleGrantingResourceAccess } from '../store/grants/count-people-granting-resource-access.ts'
import { validateResourceDefinition } from '../store/resources/resource-definition.ts'
import type { ResourceDefinition } from '../store/resources/resource-definition.ts'
import { addResource, changeResource } from '../admin/resources/manage-resources.ts'
import type { TestApp } from './test-app.ts'

type TestResourceContext = Pick<TestApp, 'database' | 'clock'>
type Input = Pick<ResourceDefinition, 'resource'> & Partial<ResourceDefinition>

/** An MCP server. */
export const testResource = 'https://mcp.example/mcp'
const scopes = [
  { scope: 'read', description: 'Read your notes' },
  { scope: 'write', description: null },
]

function completeDefinition(input: Partial<Input>): ResourceDefinition {
  const checked = validateResourceDefinition({ resource: testResource, scopes, ...input })
  if (checked.outcome === 'invalid') throw new Error(JSON.stringify(checked.errors))
  return checked.definition
}

export async function addTestResource(
  { database, clock }: TestResourceContext,
  input: Partial<Input> = {},
): Promise<void> {
  const outcome = await addResource(
    { queries: database.queries, random: systemRandomBytes },
    completeDefinition(input),
    clock.now,
  )
  if (outcome !== 'added') throw new Error(outcome)
}

/** Changes a resource to another definition, whomever that concerns. */
export async function changeTestResource(
  { database, clock }: TestResourceContext,
  input: Partial<Input>,
): Promise<void> {
  const options = { confirmedPeople: Number.MAX_SAFE_INTEGER, countGrantees: countPeopleGrantingResourceAccess }
  const context = { queries: database.queries, random: systemRandomBytes }
  const { outcome } = await changeResource(context, completeDefinition(input), clock.now, options)
  if (outcome !== 'changed') throw new Error(outcome)
}
