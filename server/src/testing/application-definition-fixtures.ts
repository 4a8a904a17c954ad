// Application definitions for tests.
import type {
  ApplicationDefinition,
  ApplicationDefinitionInput,
} from '../store/applications/application-definition-types.ts'
import { formatApplicationDefinitionErrorLine } from '../store/definition-errors/create-application-definition-error.ts'
import { validateAndFillApplicationDefinition } from '../store/applications/validate-and-fill-application-definition.ts'

/** A complete definition; the default kind is a web application. */
export function createTestApplicationDefinition(
  input: Partial<ApplicationDefinitionInput> = {},
): ApplicationDefinition {
  const completed = validateAndFillApplicationDefinition({
    id: 'grafana',
    name: 'Grafana',
    kind: 'web',
    redirectUris: ['https://grafana.example/login'],
    ...input,
  })
  if (completed.outcome === 'invalid')
    throw new Error(completed.errors.map(formatApplicationDefinitionErrorLine).join('\n'))
  return completed.definition
}
