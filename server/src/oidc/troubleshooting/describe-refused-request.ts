// Describes a refused request for the application's developers: what was sent, what was expected
// and what to change.
import type { RefusedRequestProblem } from '../../store/refused-requests/refused-request-types.ts'
import { describeExpectation } from './describe-expected-request.ts'
import { findOidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entries.ts'
import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'
import { redactText, redactUrl } from './redact-received-values.ts'
import type { RefusedRequestFacts } from './refused-request-facts.ts'

/** Only these parameters are stored. All others, and all headers, can contain secrets (O34). */
const storedTextParameters = [
  'scope',
  'response_type',
  'response_mode',
  'grant_type',
  'prompt',
  'max_age',
  'acr_values',
  'code_challenge_method',
] as const
const storedUrlParameters = ['redirect_uri', 'post_logout_redirect_uri', 'resource'] as const

/** @returns null for an outcome that is no mistake, such as a person who declined */
export function describeRefusedRequest(facts: RefusedRequestFacts): RefusedRequestProblem | null {
  const { endpoint, error, description, detail, application } = facts
  const entry = findOidcErrorTroubleshootingEntry(error, description, detail)
  if (entry === undefined || entry.isNormalOutcome === true) return null
  const { id } = application
  const { expected = {}, nearest = null, change, command = null } = describeExpectation(entry.id, facts)
  return {
    endpoint,
    error,
    description: redactText([description, detail].filter(isText).join(': '), [id]),
    entry: entry.id,
    sent: listSentValues(facts),
    expected: Object.fromEntries(Object.entries(expected).map(([name, values]) => [name, shortenList(values)])),
    nearest: nearest === null ? null : shorten(nearest),
    change: change ?? describeGeneralFix(entry, id),
    command,
  }
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== ''

const maxExpectedValues = 20
const maxExpectedLength = 300

const shorten = (value: string): string =>
  value.length > maxExpectedLength ? `${value.slice(0, maxExpectedLength)}...` : value

const shortenList = (values: readonly string[]): string[] =>
  values.length > maxExpectedValues
    ? [...values.slice(0, maxExpectedValues).map(shorten), `... (${values.length - maxExpectedValues} more)`]
    : values.map(shorten)

function listSentValues(facts: RefusedRequestFacts): Record<string, string> {
  const { endpoint, params, authentication, corsOrigin, assertion, token, browserCookie } = facts
  const sent: [string, string | null | undefined][] = [
    ...storedUrlParameters.map((name) => [name, params[name] && redactUrl(params[name])] as const),
    ...storedTextParameters.map((name) => [name, params[name] && redactText(params[name])] as const),
  ].map(([name, value]) => [name, value])
  if (browserCookie === null && (endpoint === '/authorize' || endpoint === '/par'))
    sent.push(['code_challenge', params['code_challenge'] === undefined ? '(missing)' : '(present)'])
  sent.push(['authentication', authentication], ['origin', corsOrigin && redactUrl(corsOrigin)])
  if (assertion !== null)
    sent.push(
      ['assertion_audience', assertion.audience.map(redactUrl).join(' ')],
      ['assertion_algorithm', assertion.algorithm && redactText(assertion.algorithm)],
      ['assertion_issued', formatClockDifference(assertion.issuedSecondsAgo)],
      ['assertion_expires', formatClockDifference(assertion.expiredSecondsAgo)],
    )
  if (token !== null)
    sent.push(
      ['token_audience', token.audience && redactUrl(token.audience)],
      ['token_scope', token.scope && redactText(token.scope)],
    )
  sent.push(['cookie', browserCookie])
  return Object.fromEntries(sent.filter((member): member is [string, string] => isText(member[1] ?? undefined)))
}

/** Rounded, so that repeated requests count as the same problem. */
function formatClockDifference(secondsAgo: number | null): string | null {
  if (secondsAgo === null) return null
  const rounded = Math.round(secondsAgo / 10) * 10
  return rounded < 0 ? `${-rounded} seconds in the future` : `${rounded} seconds ago`
}

/** Links of the guide have no target elsewhere. */
const describeGeneralFix = ({ fix }: OidcErrorTroubleshootingEntry, id: string): string =>
  fix
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(/(countersign application [a-z-]+) ID/g, `$1 ${id}`)
