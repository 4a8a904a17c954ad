// Definitions of applications for tests.
import type { ApplicationDefinition, ApplicationDefinitionInput } from '../store/applications/application-definition.ts'
import { formatDefinitionErrorLine } from '../store/definition-errors/definition-error.ts'
import { completeApplicationDefinition } from '../store/applications/complete-application-definition.ts'

/** A whole definition; of a web application where nothing else is said. */
export function createTestApplicationDefinition(
  input: Partial<ApplicationDefinitionInput> = {},
): ApplicationDefinition {
  const completed = completeApplicationDefinition({
    id: 'grafana',
    name: 'Grafana',
    kind: 'web',
    redirectUris: ['https://grafana.example/login'],
    ...input,
  })
  if (completed.outcome === 'invalid') throw new Error(completed.errors.map(formatDefinitionErrorLine).join('\n'))
  return completed.definition
}
