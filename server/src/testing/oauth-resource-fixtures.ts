// Resource servers for tests, added as an operator does.
import { systemRandomBytes } from '../platform/clock.ts'
import { countPeopleGrantingResourceAccess } from '../store/grants/count-people-granting-resource-access.ts'
import { validateResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
import type { ResourceServerDefinition } from '../store/resources/resource-server-definition.ts'
import { addResourceServer, changeResourceServer } from '../admin/resources/manage-resource-servers.ts'
import type { TestServer } from './countersign-test-server.ts'

type TestResourceContext = Pick<TestServer, 'database' | 'clock'>
type Input = Pick<ResourceServerDefinition, 'resource'> & Partial<ResourceServerDefinition>

export const testResourceUri = 'https://mcp.example/mcp'
const scopes = [
  { scope: 'read', description: 'Read your notes' },
  { scope: 'write', description: null },
]

function completeDefinition(input: Partial<Input>): ResourceServerDefinition {
  const checked = validateResourceServerDefinition({ resource: testResourceUri, scopes, ...input })
  if (checked.outcome === 'invalid') throw new Error(JSON.stringify(checked.errors))
  return checked.definition
}

export async function addTestResource(
  { database, clock }: TestResourceContext,
  input: Partial<Input> = {},
): Promise<void> {
  const outcome = await addResourceServer(
    { queries: database.queries, random: systemRandomBytes },
    completeDefinition(input),
    clock.now,
  )
  if (outcome !== 'added') throw new Error(outcome)
}

export async function changeTestResourceDefinition(
  { database, clock }: TestResourceContext,
  input: Partial<Input>,
): Promise<void> {
  const options = { confirmedPeople: Number.MAX_SAFE_INTEGER, countGrantees: countPeopleGrantingResourceAccess }
  const context = { queries: database.queries, random: systemRandomBytes }
  const { outcome } = await changeResourceServer(context, completeDefinition(input), clock.now, options)
  if (outcome !== 'changed') throw new Error(outcome)
}
