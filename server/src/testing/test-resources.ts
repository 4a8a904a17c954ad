// Resources for tests: added as an operator would.
import { systemRandom } from '../platform/clock.ts'
import { countPeopleAllowing } from '../store/grants/count-people.ts'
import { checkResource } from '../store/resources/definition.ts'
import type { ResourceDefinition } from '../store/resources/definition.ts'
import { addResource, changeResource } from '../admin/resources/operate.ts'
import type { TestApp } from './test-app.ts'

type World = Pick<TestApp, 'database' | 'clock'>
type Input = Pick<ResourceDefinition, 'resource'> & Partial<ResourceDefinition>

/** An MCP server. */
export const testResource = 'https://mcp.example/mcp'
const scopes = [
  { scope: 'read', description: 'Read your notes' },
  { scope: 'write', description: null },
]

function complete(input: Partial<Input>): ResourceDefinition {
  const checked = checkResource({ resource: testResource, scopes, ...input })
  if (checked.outcome === 'faulty') throw new Error(JSON.stringify(checked.faults))
  return checked.definition
}

export async function addTestResource({ database, clock }: World, input: Partial<Input> = {}): Promise<void> {
  const outcome = await addResource({ queries: database.queries, random: systemRandom }, complete(input), clock.now)
  if (outcome !== 'added') throw new Error(outcome)
}

/** Changes a resource to another definition, whomever that concerns. */
export async function changeTestResource({ database, clock }: World, input: Partial<Input>): Promise<void> {
  const options = { confirmedPeople: Number.MAX_SAFE_INTEGER, countPeople: countPeopleAllowing }
  const world = { queries: database.queries, random: systemRandom }
  const { outcome } = await changeResource(world, complete(input), clock.now, options)
  if (outcome !== 'changed') throw new Error(outcome)
}
