// The modules of the OpenID Foundation's conformance suite for the plans that fit this server, and for each the test of our
// own that looks at the same. These are our tests, not the suite: nothing here is certified.

/** The test that looks at what a module looks at, or why there is none. */
type Evidence = { file: string; title: string } | { because: string }

/** One module of one plan. */
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
  'the discovery document tells what this server can do',
)

const unknownScopes = basic(
  'scopes that are not known here (email, address, phone) are left out, and nothing is invented',
)
const displayParameters = request(
  'wishes about the page (display, ui_locales, claims_locales, acr_values, login_hint) do no harm',
)
const claimsEndpoint = basic('the claims are read by GET, and by POST with the token in the header or in the body')
const promptNone = request(
  'by prompt=none nobody is asked: answered where the person is signed in, and refused where not',
)
const maxAge = request('max_age=1 asks again after two seconds, and max_age=10000 does not')
const codeReuse = basic(
  'a code that is used a second time is refused, at once and after thirty seconds, and its token dies',
)
const requestObjects = request('request objects are refused as not supported, by value and by address')

/** The plan "Form Post Basic" has the same modules, answered by a form; our tests run once for each way. */
const basicModules: Readonly<Record<string, Evidence>> = {
  'oidcc-server': basic('a code is exchanged for tokens that can be checked, and open the claims'),
  'oidcc-response-type-missing': request('a request without a response type is refused'),
  'oidcc-idtoken-signature': basic('an ID token names the key that signed it, also where it is one for RS256'),
  'oidcc-idtoken-unsigned': { because: 'No application can be registered for ID tokens without a signature.' },
  'oidcc-userinfo-get': claimsEndpoint,
  'oidcc-userinfo-post-header': claimsEndpoint,
  'oidcc-userinfo-post-body': claimsEndpoint,
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': request(
    'a request without a nonce is answered, without one',
  ),
  'oidcc-scope-profile': basic('the scope "profile" is answered by userinfo, and not in the ID token'),
  'oidcc-scope-email': unknownScopes,
  'oidcc-scope-address': unknownScopes,
  'oidcc-scope-phone': unknownScopes,
  'oidcc-scope-all': unknownScopes,
  'oidcc-alternate-happy-flow': request('the order of scopes and parameters makes no difference'),
  'oidcc-display-page': displayParameters,
  'oidcc-display-popup': displayParameters,
  'oidcc-prompt-login': request('by prompt=login a person who is signed in proves it anew'),
  'oidcc-prompt-none-not-logged-in': promptNone,
  'oidcc-prompt-none-logged-in': promptNone,
  'oidcc-max-age-1': maxAge,
  'oidcc-max-age-10000': maxAge,
  'oidcc-ensure-request-with-unknown-parameter-succeeds': request('what is not understood is passed over'),
  'oidcc-id-token-hint': request('an ID token as a hint is answered for the person it names, and for nobody else'),
  'oidcc-login-hint': displayParameters,
  'oidcc-ui-locales': displayParameters,
  'oidcc-claims-locales': displayParameters,
  'oidcc-ensure-request-with-acr-values-succeeds': displayParameters,
  'oidcc-codereuse': codeReuse,
  'oidcc-codereuse-30seconds': codeReuse,
  'oidcc-ensure-registered-redirect-uri': request('an address that is not registered is shown an error on our page'),
  'oidcc-ensure-post-request-succeeds': request('a request by a form is answered like one by a link'),
  'oidcc-server-client-secret-post': basic('an application may prove itself by its secret in the body'),
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': requestObjects,
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': requestObjects,
  'oidcc-claims-essential': request(
    'a claim that is asked for by itself, essential or not, comes with its scope or not at all, and is no error',
  ),
  'oidcc-ensure-request-object-with-redirect-uri': requestObjects,
  'oidcc-refresh-token': basic('a refresh token gives new tokens of the same person, for its own application alone'),
  'oidcc-ensure-request-with-valid-pkce-succeeds': basic(
    'a request with a proof of who asked (PKCE) is answered to who has it',
  ),
}

const unregistered = logout(
  'an address that is not registered is never gone to, also with a query added to one that is',
)
const badHint = logout('a hint that was modified, or is none, ends on our page')
const withoutHint = logout('without a hint the person is asked and signed out, and stays here')
const logoutDiscovery = logout('discovery says where to sign out, and that applications are told')

const plans: Readonly<Record<string, Readonly<Record<string, Evidence>>>> = {
  'oidcc-basic-certification-test-plan': basicModules,
  'oidcc-formpost-basic-certification-test-plan': basicModules,
  'oidcc-config-certification-test-plan': { 'oidcc-discovery-endpoint-verification': discovery },
  'oidcc-rp-initiated-logout-certification-test-plan': {
    'oidcc-rp-initiated-logout-discovery-endpoint-verification': logoutDiscovery,
    'oidcc-rp-initiated-logout': logout(
      'a person who signs out from an application is signed out, and goes back with the state',
    ),
    'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': unregistered,
    'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': unregistered,
    'oidcc-rp-initiated-logout-modified-id-token-hint': badHint,
    'oidcc-rp-initiated-logout-bad-id-token-hint': badHint,
    'oidcc-rp-initiated-logout-no-id-token-hint': withoutHint,
    'oidcc-rp-initiated-logout-no-params': withoutHint,
    'oidcc-rp-initiated-logout-only-state': withoutHint,
    'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': logout('with a hint and no address the person stays here'),
    'oidcc-rp-initiated-logout-no-state': logout('without a state there is none in the address'),
  },
  'oidcc-backchannel-rp-initiated-logout-certification-test-plan': {
    'oidcc-backchannel-logout-discovery-endpoint-verification': logoutDiscovery,
    'oidcc-backchannel-rp-initiated-logout': logout(
      'an application is told of the logout by a signed token, which names the session of its ID token',
    ),
  },
}

/** Every module of every plan, in the order of the plans. */
export const oidcConformanceModules: readonly OidcConformanceModule[] = Object.entries(plans).flatMap(
  ([plan, modules]) => Object.entries(modules).map(([module, evidence]) => ({ plan, module, evidence })),
)

const introduction = `# OpenID Connect, module by module

The OpenID Foundation tests servers with a [conformance suite](https://openid.net/certification/). Countersign is not
certified. This table names the modules of the suite's plans for what Countersign does, and for each the test in this
repository that looks at the same, or why there is none.

## Run the suite yourself

Use static clients: with an application that registers itself, PKCE is required, and the basic plan sends none.

1. Basic and form post: \`npx countersign application add "Suite" --kind web --redirect https://localhost.emobix.co.uk:8443/test/a/NAME/callback --pkce optional\`, and a second application
   with \`--authentication client_secret_post\`. With the variant \`static_client\` each plan has 35 modules, not 38: \`idtoken-signature\`, \`idtoken-unsigned\` and
   \`request_uri-unsigned\` exist for dynamic clients alone.
2. RP-initiated logout and back-channel logout: an application each, the second with \`--backchannel-logout\`; one for both fails the first plan.
3. Dynamic registration: \`npx countersign registration-token create --uses 1000\`; the plans need about 60. Modules without PKCE fail, which is documented
   ([dynamic registration](../guides/dynamic-registration.md)).
4. FAPI 2.0: \`npx countersign application add "Suite" --kind web --profile fapi2 --jwks keys.json --redirect …\`; see below.
5. The suite has a certificate of its own: start the server with \`NODE_EXTRA_CA_CERTS=suite.pem\`, so that back-channel logouts and \`jwks_uri\` reach it.

Refused, and meant so: request objects (\`request_not_supported\`), the implicit and hybrid flows (\`unsupported_response_type\`), \`response_mode=jwt\`, ID tokens without a signature. In
the form post plan \`unsigned-request-object\` fails, because the suite names the response mode in the request object alone.

## FAPI 2.0 Security Profile

An application with \`--profile fapi2\` follows the profile ([decision](../decisions/0073-fapi-profile.md)). The suite was run in November 2026, before there was this switch, with \`private_key_jwt\`
and DPoP: 50 of 56 modules passed and 4 failed, because assertions with an array or an endpoint as \`aud\` were accepted and refresh tokens rotated. It was not run again since. Our own test of the same
is \`server/src/oidc/provider/fapi-profile.test.ts\`. Message Signing and certificates (mTLS) are not offered.
`

const describeEvidence = (evidence: Evidence): string =>
  'because' in evidence ? `None. ${evidence.because}` : `\`${evidence.file}\`: ${evidence.title}`

/** The same as a page of the documentation. */
export function renderOidcConformancePage(): string {
  const sections = [...Map.groupBy(oidcConformanceModules, ({ plan }) => plan)].map(([plan, modules]) => {
    const rows = modules.map(({ module, evidence }) => `| \`${module}\` | ${describeEvidence(evidence)} |`)
    return [`## ${plan}`, '', '| module | test |', '|---|---|', ...rows].join('\n')
  })
  return (
    [introduction, ...sections].join('\n').replaceAll('\n## ', '\n\n## ').replaceAll('\n\n\n', '\n\n').trimEnd() + '\n'
  )
}
