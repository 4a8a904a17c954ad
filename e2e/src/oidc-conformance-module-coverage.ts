// Maps the conformance suite's modules to our tests, which are not the suite; nothing is certified.

type Evidence = { file: string; title: string } | { because: string }

export interface OidcConformanceModule {
  plan: string
  module: string
  evidence: Evidence
}

const testedIn =
  (file: string) =>
  (title: string): Evidence => ({ file, title })

const basic = testedIn('server/src/oidc/provider/conformance/openid-basic-profile.test.ts')
const request = testedIn('server/src/oidc/provider/conformance/openid-authentication-requests.test.ts')
const logout = testedIn('server/src/oidc/provider/conformance/openid-logout-profiles.test.ts')
const discovery = testedIn('server/src/oidc/provider/openid-discovery.test.ts')(
  'the discovery document lists the server capabilities',
)

const unknownScopes = basic('unsupported scopes (email, address, phone) are left out and add no claims')
const displayParameters = request('display, ui_locales, claims_locales, acr_values, and login_hint cause no error')
const claimsEndpoint = basic('userinfo works by GET, and by POST with the token in the header or body')
const promptNone = request('prompt=none succeeds for a signed-in person, and returns login_required otherwise')
const maxAge = request('max_age=1 asks again after two seconds, and max_age=10000 does not')
const codeReuse = basic('a reused code is refused, immediately and after 30 seconds, and its tokens are revoked')
const requestObjects = request('request objects are refused as unsupported, by value and by reference')

/** The plan "Form Post Basic" has the same modules; our tests run once per response mode. */
const basicModules: Readonly<Record<string, Evidence>> = {
  'oidcc-server': basic('a code is exchanged for a valid ID token and an access token for userinfo'),
  'oidcc-response-type-missing': request('a request without response_type is refused'),
  'oidcc-idtoken-signature': basic('an RS256 ID token names the key that signed it'),
  'oidcc-idtoken-unsigned': { because: 'No application can be registered for ID tokens without a signature.' },
  'oidcc-userinfo-get': claimsEndpoint,
  'oidcc-userinfo-post-header': claimsEndpoint,
  'oidcc-userinfo-post-body': claimsEndpoint,
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': request(
    'a request without a nonce gets an ID token without one',
  ),
  'oidcc-scope-profile': basic('profile claims are in userinfo and not in the ID token'),
  'oidcc-scope-email': unknownScopes,
  'oidcc-scope-address': unknownScopes,
  'oidcc-scope-phone': unknownScopes,
  'oidcc-scope-all': unknownScopes,
  'oidcc-alternate-happy-flow': request('the order of scopes and parameters makes no difference'),
  'oidcc-display-page': displayParameters,
  'oidcc-display-popup': displayParameters,
  'oidcc-prompt-login': request('prompt=login makes a signed-in person sign in again'),
  'oidcc-prompt-none-not-logged-in': promptNone,
  'oidcc-prompt-none-logged-in': promptNone,
  'oidcc-max-age-1': maxAge,
  'oidcc-max-age-10000': maxAge,
  'oidcc-ensure-request-with-unknown-parameter-succeeds': request('unknown parameters are ignored'),
  'oidcc-id-token-hint': request('id_token_hint works for the person it names, and returns login_required for another'),
  'oidcc-login-hint': displayParameters,
  'oidcc-ui-locales': displayParameters,
  'oidcc-claims-locales': displayParameters,
  'oidcc-ensure-request-with-acr-values-succeeds': displayParameters,
  'oidcc-codereuse': codeReuse,
  'oidcc-codereuse-30seconds': codeReuse,
  'oidcc-ensure-registered-redirect-uri': request('an unregistered redirect URI leads to the error page'),
  'oidcc-ensure-post-request-succeeds': request('a request by POST form works like one by GET'),
  'oidcc-server-client-secret-post': basic('client_secret_post authenticates only with the right secret in the body'),
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': requestObjects,
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': requestObjects,
  'oidcc-claims-essential': request(
    'a requested claim, essential or not, is returned only with its scope and causes no error',
  ),
  'oidcc-ensure-request-object-with-redirect-uri': requestObjects,
  'oidcc-refresh-token': basic('a refresh token returns new tokens for the same person, only to its own application'),
  'oidcc-ensure-request-with-valid-pkce-succeeds': basic(
    'a code requested with PKCE is redeemed only with its verifier',
  ),
}

const unregistered = logout('logout refuses an unregistered redirect URI, and a registered one with a query added')
const badHint = logout('logout with a modified or malformed ID token hint ends on the error page')
const withoutHint = logout('logout without a hint asks the person and ends on the signed-out page')
const logoutDiscovery = logout('discovery lists the logout endpoint and back-channel logout support')

const plans: Readonly<Record<string, Readonly<Record<string, Evidence>>>> = {
  'oidcc-basic-certification-test-plan': basicModules,
  'oidcc-formpost-basic-certification-test-plan': basicModules,
  'oidcc-config-certification-test-plan': { 'oidcc-discovery-endpoint-verification': discovery },
  'oidcc-rp-initiated-logout-certification-test-plan': {
    'oidcc-rp-initiated-logout-discovery-endpoint-verification': logoutDiscovery,
    'oidcc-rp-initiated-logout': logout(
      'logout with an ID token hint signs the person out and redirects with the state',
    ),
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': unregistered,
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': unregistered,
    'oidcc-rp-initiated-logout-modified-id-token-hint': badHint,
    'oidcc-rp-initiated-logout-bad-id-token-hint': badHint,
    'oidcc-rp-initiated-logout-no-id-token-hint': withoutHint,
    'oidcc-rp-initiated-logout-no-params': withoutHint,
    'oidcc-rp-initiated-logout-only-state': withoutHint,
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': logout(
      'logout with a hint but without a redirect URI ends on the signed-out page',
    ),
    'oidcc-rp-initiated-logout-no-state': logout('logout without a state redirects without one'),
  },
  'oidcc-backchannel-rp-initiated-logout-certification-test-plan': {
    'oidcc-backchannel-logout-discovery-endpoint-verification': logoutDiscovery,
    'oidcc-backchannel-rp-initiated-logout': logout(
      'back-channel logout sends a signed token with the session ID of the ID token',
    ),
  },
}

export const oidcConformanceModules: readonly OidcConformanceModule[] = Object.entries(plans).flatMap(
  ([plan, modules]) => Object.entries(modules).map(([module, evidence]) => ({ plan, module, evidence })),
)

const introduction = `# OpenID Connect, module by module

The OpenID Foundation tests servers with a [conformance suite](https://openid.net/certification/).
Countersign is not certified. The tables list the modules of the suite's plans for the features of
Countersign. For each module, they name the test in this repository that checks the same, or say why
there is none.

## Run the suite yourself

Use static clients. An application that registers itself must use PKCE, and the basic plan does not.

1. Basic and form post: create two applications with \`--pkce optional\`, the second one also with
   \`--authentication client_secret_post\`:

       npx countersign application add "Suite" --kind web --pkce optional \\
         --redirect https://localhost.emobix.co.uk:8443/test/a/NAME/callback

   With the variant \`static_client\`, each plan has 35 modules instead of 38:
   \`idtoken-signature\`, \`idtoken-unsigned\` and \`request_uri-unsigned\` exist only for dynamic
   clients.
2. RP-initiated logout and back-channel logout: use one application for each, the second one with
   \`--backchannel-logout\`. With one application for both, the first plan fails.
3. Dynamic registration: create a token with
   \`npx countersign registration-token create --uses 1000\`; the plans use it about 60 times. Modules
   without PKCE fail, as [documented](../guides/dynamic-registration.md).
4. FAPI 2.0: create an application with \`--kind web --profile fapi2 --jwks keys.json\`; see below.
5. The suite uses its own certificate. Start the server with \`NODE_EXTRA_CA_CERTS=suite.pem\`, so
   that it can send back-channel logouts and fetch the \`jwks_uri\`.

Countersign intentionally refuses request objects (\`request_not_supported\`), the implicit and hybrid
flows (\`unsupported_response_type\`), \`response_mode=jwt\` and unsigned ID tokens. In the form post
plan, \`unsigned-request-object\` fails, because the suite sends the response mode only in the request
object.

## FAPI 2.0 Security Profile

An application with \`--profile fapi2\` follows the profile
([decision](../decisions/0073-fapi-profile.md)). The suite was run in November 2026, before this option
existed, with \`private_key_jwt\` and DPoP. Of 56 modules, 50 passed and 4 failed, because assertions
with an array or an endpoint as \`aud\` were accepted and refresh tokens were rotated. The suite has not
been run since. Our own test is \`server/src/oidc/provider/fapi-profile.test.ts\`. Message Signing and
mTLS certificates are not supported.
`

const describeEvidence = (evidence: Evidence): string =>
  'because' in evidence ? `None. ${evidence.because}` : `\`${evidence.file}\`: ${evidence.title}`

export function renderOidcConformancePage(): string {
  const sections = [...Map.groupBy(oidcConformanceModules, ({ plan }) => plan)].map(([plan, modules]) => {
    const rows = modules.map(({ module, evidence }) => `| \`${module}\` | ${describeEvidence(evidence)} |`)
    return [`## ${plan}`, '', '| module | test |', '|---|---|', ...rows].join('\n')
  })
  return (
    [introduction, ...sections].join('\n').replaceAll('\n## ', '\n\n## ').replaceAll('\n\n\n', '\n\n').trimEnd() + '\n'
  )
}
