// Minimal application definitions, and the errors of invalid ones.
import { formatApplicationDefinitionErrorLine } from '../store/definition-errors/create-application-definition-error.ts'
import { validateAndFillApplicationDefinition } from '../store/applications/validate-and-fill-application-definition.ts'

const web = { id: 'grafana', name: 'Grafana', kind: 'web', redirectUris: ['https://grafana.example/login'] }
export const machineApplicationDefinition = {
  id: 'job',
  name: 'Job',
  kind: 'machine',
  resources: [{ resource: 'https://service.example/', scopes: ['read'] }],
}
export const minimalApplicationDefinitions = {
  web,
  'single-page': { id: 'board', name: 'Board', kind: 'single-page', redirectUris: ['https://board.example/'] },
  native: {
    id: 'desk',
    name: 'Desk',
    kind: 'native',
    redirectUris: ['http://127.0.0.1/callback', 'example.desk:/callback'],
  },
  device: { id: 'tv', name: 'TV', kind: 'device' },
  machine: machineApplicationDefinition,
  site: { id: 'wiki', name: 'Wiki', kind: 'site', hosts: ['wiki.example'] },
}

export const listApplicationDefinitionErrorsForTests = (input: unknown): string[] => {
  const completed = validateAndFillApplicationDefinition(input)
  return completed.outcome === 'invalid' ? completed.errors.map(formatApplicationDefinitionErrorLine) : []
}
