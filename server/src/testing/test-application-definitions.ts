// Definitions of applications for tests.
import type { ApplicationDefinition, DefinitionInput } from '../store/applications/application-definition.ts'
import { formatFault } from '../store/definition-errors/definition-error.ts'
import { completeDefinition } from '../store/applications/complete-definition.ts'

/** A whole definition; of a web application where nothing else is said. */
export function createTestApplicationDefinition(input: Partial<DefinitionInput> = {}): ApplicationDefinition {
  const completed = completeDefinition({
    id: 'grafana',
    name: 'Grafana',
    kind: 'web',
    redirectUris: ['https://grafana.example/login'],
    ...input,
  })
  if (completed.outcome === 'invalid') throw new Error(completed.faults.map(formatFault).join('\n'))
  return completed.definition
}
