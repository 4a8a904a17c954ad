// Texts for errors of the administration API, with the command that helps.
import { AdminApiError } from './cli-admin-api-client.ts'
import { sanitizeTerminalOutput } from './sanitize-terminal-output.ts'

const unknownObjectText = (what: string) => (id: string) =>
  `There is no ${what} "${id}". "countersign ${what} list" lists all ${what}s.`
const conflictText = (id: string): string =>
  `Someone else changed "${id}" at the same time. Nothing was changed. Check its current state, then try again.`

const refusalTexts: Readonly<Record<string, (id: string) => string>> = {
  'application.not_found': unknownObjectText('application'),
  'group.not_found': unknownObjectText('group'),
  'resource.not_found': unknownObjectText('resource'),
  'product.not_found': unknownObjectText('product'),
  'application.conflict': conflictText,
  'group.conflict': conflictText,
  'resource.conflict': conflictText,
  'product.conflict': conflictText,
  'resource.subject_change_unconfirmed': conflictText,
  'application.no_secret': (id) =>
    `"${id}" has no secret: it authenticates in another way, or not at all. Nothing was changed.`,
  'group.already_exists': (id) => `A group "${id}" already exists. Nothing was changed.`,
  'group.too_many': () => 'The maximum number of groups has been reached. Nothing was changed.',
  'resource.already_exists': (id) =>
    `A resource "${id}" already exists. Nothing was changed. Use "countersign resource change" to change it.`,
  'resource.too_many': () => 'The maximum number of resources has been reached. Nothing was changed.',
  'resource.client_id_conflict': (id) =>
    `"${id}" is also the client ID of an application with a metadata document. With the token type JWT, access tokens for the resource would look like ID tokens for that application. Nothing was changed. Omit --token-type, or give the resource another address.`,
  'product.already_exists': (id) =>
    `A product "${id}" already exists. Nothing was changed. Use "countersign product change" to change it.`,
  'product.too_many': () => 'The maximum number of products has been reached. Nothing was changed.',
  'role.last_owner': () =>
    'This person is the last owner of this server. Make someone else an owner first: "countersign owner grant". Nothing was changed.',
  'merge.already_open': () =>
    'Another identity was merged into this one, and the merge can still be undone. The person can be erased once it is final. Nothing was changed.',
  'api_token.not_found': (id) =>
    `There is no valid registration token "${id}"; "countersign registration-token list" lists them.`,
}

export function describeAdminApiError({ code, message, reason }: AdminApiError, id: string): string {
  if (code === 'rule.chain_unavailable' && reason !== null)
    return sanitizeTerminalOutput(`${reason}. Nothing was changed; try again.`)
  return sanitizeTerminalOutput(code === null ? message : (refusalTexts[code]?.(id) ?? message))
}
