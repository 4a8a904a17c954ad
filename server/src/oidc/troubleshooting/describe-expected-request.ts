// What an application should send instead, by the ID of the troubleshooting entry.
import { describeUrlDifference, findNearestUrl, sortBySimilarity } from './find-nearest-url.ts'
import type { RefusedRequestFacts } from './refused-request-facts.ts'

interface Expectation {
  expected?: Readonly<Record<string, readonly string[]>>
  nearest?: string | null
  /** The fix of the troubleshooting entry if omitted. */
  change?: string
  /** Must not contain values from the request: people paste it into a terminal (THREATS O34). */
  command?: string
}

export const describeExpectation = (entryId: string, facts: RefusedRequestFacts): Expectation =>
  expectationByEntry[entryId]?.(facts) ?? {}

const expectationByEntry: Readonly<Record<string, (facts: RefusedRequestFacts) => Expectation>> = {
  'redirect-unregistered': ({ params, application }) =>
    compareUrls(application, {
      name: 'redirect_uri',
      sent: params['redirect_uri'] ?? '',
      registered: application.definition.redirectUris,
      option: '--redirect',
    }),
  'sign-out': ({ params, application }) =>
    params['post_logout_redirect_uri'] === undefined
      ? {}
      : compareUrls(application, {
          name: 'post_logout_redirect_uri',
          sent: params['post_logout_redirect_uri'],
          registered: application.definition.postLogoutUris,
          option: '--post-logout',
        }),
  'pkce-missing': ({ application }) => ({
    expected: {
      code_challenge: ['(present)'],
      code_challenge_method: ['S256'],
      ...(application.definition.pkce === 'nonce' && { nonce: ['(present, in place of code_challenge)'] }),
    },
    // Only clients that authenticate may use a nonce instead (decision 0070).
    ...(application.definition.pkce === 'required' && application.definition.authentication !== 'none'
      ? {
          change:
            'Turn on PKCE with the method S256 in the application. If it does not support PKCE but sends a nonce, allow that instead.',
          ...withCommand(application, 'change', '--pkce nonce'),
        }
      : { change: 'Turn on PKCE with the method S256 in the application.' }),
  }),
  'pkce-malformed': () => ({ expected: { code_challenge_method: ['S256'] } }),
  'secret-wrong': ({ application }) => ({
    expected: { client_secret: ['(the current secret of this application)'] },
    change:
      'Copy the secret again, without spaces or line breaks. If it is lost, create a new one and configure it in the application.',
    ...withCommand(application, 'rotate-secret'),
  }),
  'secret-elsewhere': ({ application }) => ({
    expected: { authentication: describeAuthentication(application.definition.authentication) },
    change:
      'Change the client authentication method in the application ("auth style", "token endpoint auth method"), or register the method that it uses.',
    ...withCommand(application, 'change', '--authentication METHOD'),
  }),
  'client-assertion': expectClientAssertion,
  'client-disabled': ({ application }) => ({
    expected: { application: ['(enabled)'] },
    change: 'The application is disabled. Enable it if people should be able to sign in to it.',
    ...withCommand(application, 'enable'),
  }),
  'scope-not-allowed': ({ application }) => ({
    expected: { scope: listAllowedScopes(application.definition) },
    change: 'Request only scopes that the application is allowed to use, or allow more scopes.',
    ...withCommand(application, 'change', '--scope "SCOPE SCOPE"'),
  }),
  target: expectResource,
  'token-for-another': ({ origin }) => ({
    expected: { token_audience: [`${origin}/userinfo`] },
    change: 'Call userinfo with an access token that was requested without "resource".',
  }),
  'token-without-openid': () => ({ expected: { token_scope: ['openid'] } }),
  'other-origin': ({ application: { definition } }) => {
    const isPublic = definition.authentication === 'none'
    return {
      expected: { origin: isPublic ? listOrigins(definition.redirectUris) : ['(none: requests come from a server)'] },
      change: isPublic
        ? 'Register a redirect URI with the origin of the page that sends the request.'
        : 'Browsers may not send requests of an application that has a secret. Send them from its server, or register a browser application with the kind single-page.',
    }
  },
  'grant-type': ({ application: { definition } }) => ({ expected: { grant_type: definition.grantTypes } }),
  'response-type': () => ({ expected: { response_type: ['code'] } }),
  'response-mode': () => ({ expected: { response_mode: ['query', 'form_post'] } }),
  'openid-missing': () => ({ expected: { scope: ['openid'] } }),
  'code-address': () => ({ expected: { redirect_uri: ['(the redirect_uri of the authorization request)'] } }),
  'interaction-over': ({ browserCookie }) =>
    browserCookie === null
      ? {}
      : {
          expected: { cookie: ['(the cookie that this server set at /authorize)'] },
          change:
            'Open the sign-in in the top-level window of the browser that started it: not in an iframe, not in an app’s web view without cookies, and at the address of this server only. Then start again.',
        },
}

interface UrlComparison {
  name: string
  sent: string
  registered: readonly string[]
  option: string
}

function compareUrls(
  application: RefusedRequestFacts['application'],
  { name, sent, registered, option }: UrlComparison,
): Expectation {
  const nearest = findNearestUrl(sent, registered)
  const differences = nearest === null ? [] : describeUrlDifference(sent, nearest)
  const comparison =
    nearest === null
      ? `No ${name} is registered.`
      : `Compared with the most similar registered URI, ${differences.join(', and ')}.`
  const proxyHint = differences.includes('the scheme is http instead of https')
    ? ' If the application is behind a reverse proxy, let the proxy send X-Forwarded-Proto and configure the application’s public https address.'
    : ''
  return {
    expected: { [name]: registered },
    nearest,
    change: `${comparison}${proxyHint} Correct the URI in the application. Register the URI that was sent only if you know that it is yours: put it in place of URI in the command, which lists all URIs of the application.`,
    ...withCommand(application, 'change', formatListOption(option, registered, 'URI')),
  }
}

/**
 * All registered values, and a placeholder for the one to add. Only placeholders if a value is not
 * safe in a shell: applications that registered themselves chose their own URIs (THREATS O34).
 */
function formatListOption(option: string, registered: readonly string[], placeholder: string): string {
  const shown = registered.every(isSafeInShell) ? [...registered, placeholder] : [placeholder, placeholder]
  return shown.map((value) => `${option} ${/^[\w.:/-]+$/.test(value) ? value : `"${value}"`}`).join(' ')
}

/** Whether bash, PowerShell and cmd leave the text unchanged in double quotes. */
const isSafeInShell = (value: string): boolean => /^[\w.:/?&=+~,#@ -]+$/.test(value)

function expectResource({ params, description = '', application }: RefusedRequestFacts): Expectation {
  const { resources } = application.definition
  const sent = params['resource'] ?? ''
  const allowed = sortBySimilarity(
    sent,
    resources.map(({ resource }) => resource),
  )
  const expected = { resource: allowed }
  const isUnknown = description.includes('is not known here')
  if (sent === '' || !(isUnknown || description.includes('is not open to this application'))) return { expected }
  const [nearest = null] = allowed
  const correction =
    nearest === null
      ? 'This application may not use any API yet.'
      : `Set the API address in the application to one of its APIs, character for character (the most similar one first): ${formatShortList(allowed)}.`
  const addition = isUnknown
    ? 'If the address that was sent is correct, register it with the command: put it in place of ADDRESS. Then allow it for this application.'
    : 'If the address that was sent is correct, allow it for this application with the command: put it in place of ADDRESS, and its scopes in place of SCOPES.'
  const listed = resources.map(({ resource, scopes }) => [resource, ...scopes].join(' '))
  return {
    expected,
    nearest,
    change: `${correction} ${addition}`,
    ...(isUnknown
      ? { command: 'npx countersign resource add ADDRESS' }
      : withCommand(application, 'change', formatListOption('--resource', listed, 'ADDRESS SCOPES'))),
  }
}

const maxListedResources = 5

const formatShortList = (values: readonly string[]): string =>
  values.length > maxListedResources ? `${values.slice(0, maxListedResources).join(', ')}, …` : values.join(', ')

function expectClientAssertion({ origin, assertion, application }: RefusedRequestFacts): Expectation {
  const { issuedSecondsAgo = null, expiredSecondsAgo = null } = assertion ?? {}
  const isAhead = issuedSecondsAgo !== null && issuedSecondsAgo < -clockToleranceSeconds
  const isExpired = expiredSecondsAgo !== null && expiredSecondsAgo > 0
  const clock = isAhead
    ? `The application’s clock is about ${-issuedSecondsAgo} seconds ahead of this server’s clock. Synchronize both clocks (NTP).`
    : isExpired
      ? `The assertion expired ${expiredSecondsAgo} seconds ago by this server’s clock. Synchronize both clocks (NTP), and create a new assertion for each request.`
      : undefined
  return {
    expected: {
      assertion_audience: [origin, `${origin}/token`],
      assertion_expires: ['(within 3600 seconds)'],
      authentication: describeAuthentication(application.definition.authentication),
    },
    ...(clock !== undefined && { change: clock }),
  }
}

/** The provider accepts this difference between clocks. */
const clockToleranceSeconds = 15

const describeAuthentication = (method: string): string[] =>
  method === 'client_secret_basic' || method === 'client_secret_post'
    ? ['client_secret_basic', 'client_secret_post']
    : [method]

const listAllowedScopes = ({ scopes, resources }: RefusedRequestFacts['application']['definition']): string[] => [
  ...new Set([...scopes, ...resources.flatMap((resource) => resource.scopes)]),
]

const listOrigins = (urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap((url) => (URL.canParse(url) && new URL(url).host !== '' ? new URL(url).origin : []))),
]

/** Operators change only applications that they registered. */
function withCommand(
  { id, origin }: RefusedRequestFacts['application'],
  action: string,
  options = '',
): Pick<Expectation, 'command'> {
  if (origin === 'metadata-document' || !/^[\w.:-]+$/.test(id) || id.startsWith('-')) return {}
  return { command: `npx countersign application ${action} ${id}${options === '' ? '' : ` ${options}`}` }
}
