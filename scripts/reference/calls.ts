// docs/reference/calls.md: what browsers and the server agree on, as api/ has it.
import { calls } from '@countersign/api/calls'
import type { Call } from '@countersign/api/calls'
import { errors } from '@countersign/api/errors'
import type { ErrorCode } from '@countersign/api/errors'
import { problem } from '@countersign/api/problem'
import { routes } from '@countersign/api/routes'
import type { CallName } from '@countersign/api/routes'
import { code, table } from './markdown.ts'
import { listMembers } from './schema.ts'

/** The page of all calls. */
export const makeCalls = (): string => `# Calls

JSON only, and for the pages of the server itself: a call from another site is refused. The same as OpenAPI is at \`/api/openapi.json\` of a
running server. Applications use OpenID Connect instead, which \`/.well-known/openid-configuration\` describes.

A refusal is a problem document (RFC 9457):

${membersOf(problem)}

${(Object.keys(calls) as CallName[]).map(describe).join('\n\n')}
`

function describe(name: CallName): string {
  const { about, body, params, query, answer, errors: refusals }: Call = calls[name]
  const { method, path } = routes[name]
  return [
    `## ${method} ${path}`,
    about,
    ...part('In the path', params),
    ...part('In the query', query),
    ...part('Body', body),
    ...describeAnswer(answer),
    `Refusals: ${refusals.filter(isOwn).map(linkTo).join(', ')}${refusals.every(isOwn) ? '' : ', and every [fault of a message](errors.md#faults-of-a-message)'}.`,
  ].join('\n\n')
}

const part = (title: string, schema: object | null): string[] =>
  schema === null ? [] : [`${title}:`, membersOf(schema)]

/** What has no members is a file, whose form the call's own words tell. */
function describeAnswer(answer: Call['answer']): string[] {
  if (answer === null) return ['Answer: nothing (204).']
  return listMembers(answer).length === 0 ? ['Answer: a file, as an attachment.'] : part('Answer', answer)
}

const isOwn = (refusal: ErrorCode): boolean => !refusal.startsWith('message.')

const linkTo = (refusal: ErrorCode): string =>
  `[${refusal}](errors.md#${refusal.replaceAll('.', '')}) ${errors[refusal].status}`

const membersOf = (schema: object): string =>
  table(
    ['member', 'what it is', 'what it says'],
    listMembers(schema).map(({ path, kind, optional, about }) => [
      code(path),
      kind + (optional ? ', may be left out' : ''),
      about,
    ]),
  )
