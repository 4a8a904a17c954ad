// docs/reference/calls.md: what browsers and the server agree on, as api/ has it.
import { apiEndpoints } from '@countersign/api/api-endpoints'
import type { ApiEndpointDefinition } from '@countersign/api/api-endpoints'
import { errorCatalog } from '@countersign/api/error-catalog'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { problemDetailsSchema } from '@countersign/api/problem-details-schema'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'
import { listJsonSchemaMembers } from './list-json-schema-members.ts'

/** The page of all calls. */
export const renderEndpointsReferencePage = (): string => `# Calls

JSON only, and for the pages of the server itself: a call from another site is refused. The same as OpenAPI is at \`/api/openapi.json\` of a
running server. Applications use OpenID Connect instead, which \`/.well-known/openid-configuration\` describes.

A refusal is a problem document (RFC 9457):

${membersOf(problemDetailsSchema)}

${(Object.keys(apiEndpoints) as ApiEndpointName[]).map(describe).join('\n\n')}
`

function describe(name: ApiEndpointName): string {
  const { about, body, params, query, answer, errors: refusals }: ApiEndpointDefinition = apiEndpoints[name]
  const { method, path } = apiRoutes[name]
  return [
    `## ${method} ${path}`,
    about,
    ...part('In the path', params),
    ...part('In the query', query),
    ...part('Body', body),
    ...describeAnswer(answer),
    `Refusals: ${refusals.filter(isOwn).map(linkTo).join(', ')}${refusals.every(isOwn) ? '' : ', and every [message error](errors.md#message-errors)'}.`,
  ].join('\n\n')
}

const part = (title: string, schema: object | null): string[] =>
  schema === null ? [] : [`${title}:`, membersOf(schema)]

/** What has no members is a file, whose form the call's own words tell. */
function describeAnswer(answer: ApiEndpointDefinition['answer']): string[] {
  if (answer === null) return ['Answer: nothing (204).']
  return listJsonSchemaMembers(answer).length === 0 ? ['Answer: a file, as an attachment.'] : part('Answer', answer)
}

const isOwn = (refusal: ErrorCatalogCode): boolean => !refusal.startsWith('message.')

const linkTo = (refusal: ErrorCatalogCode): string =>
  `[${refusal}](errors.md#${refusal.replaceAll('.', '')}) ${errorCatalog[refusal].status}`

const membersOf = (schema: object): string =>
  formatMarkdownTable(
    ['member', 'what it is', 'what it says'],
    listJsonSchemaMembers(schema).map(({ path, kind, optional, description }) => [
      formatMarkdownCode(path),
      kind + (optional ? ', may be left out' : ''),
      description,
    ]),
  )
