// Renders docs/reference/calls.md.
import { apiEndpoints } from '@countersign/api/api-endpoints'
import type { ApiEndpointDefinition } from '@countersign/api/api-endpoints'
import { errorCatalog } from '@countersign/api/error-catalog'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { problemDetailsSchema } from '@countersign/api/problem-details-schema'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'
import { listJsonSchemaMembers } from './list-json-schema-members.ts'

export const renderEndpointsReferencePage = (): string => `# API endpoints

The API uses JSON only and is for the server's own pages: requests from other sites are refused. A
running server has the same description as OpenAPI at \`/api/openapi.json\`. Applications use OpenID
Connect instead, which \`/.well-known/openid-configuration\` describes.

Errors are problem documents (RFC 9457):

${membersOf(problemDetailsSchema)}

${(Object.keys(apiEndpoints) as ApiEndpointName[]).map(describe).join('\n\n')}
`

function describe(name: ApiEndpointName): string {
  const { about, body, params, query, answer, errors: refusals }: ApiEndpointDefinition = apiEndpoints[name]
  const { method, path } = apiRoutes[name]
  return [
    `## ${method} ${path}`,
    about,
    ...part('Path parameters', params),
    ...part('Query parameters', query),
    ...part('Body', body),
    ...describeAnswer(answer),
    `Errors: ${refusals.filter(isOwn).map(linkTo).join(', ')}${refusals.every(isOwn) ? '' : ', and every [message error](errors.md#message-errors)'}.`,
  ].join('\n\n')
}

const part = (title: string, schema: object | null): string[] =>
  schema === null ? [] : [`${title}:`, membersOf(schema)]

/** A response without members is a file, which the endpoint's own text describes. */
function describeAnswer(answer: ApiEndpointDefinition['answer']): string[] {
  if (answer === null) return ['Response: no content (204).']
  return listJsonSchemaMembers(answer).length === 0 ? ['Response: a file, as an attachment.'] : part('Response', answer)
}

const isOwn = (refusal: ErrorCatalogCode): boolean => !refusal.startsWith('message.')

const linkTo = (refusal: ErrorCatalogCode): string =>
  `[${refusal}](errors.md#${refusal.replaceAll('.', '')}) ${errorCatalog[refusal].status}`

const membersOf = (schema: object): string =>
  formatMarkdownTable(
    ['Member', 'Type', 'Description'],
    listJsonSchemaMembers(schema).map(({ path, kind, optional, description }) => [
      formatMarkdownCode(path),
      kind + (optional ? ', optional' : ''),
      description,
    ]),
  )
