import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'

export const oidcRequestErrorTroubleshootingEntries: readonly OidcErrorTroubleshootingEntry[] = [
  {
    id: 'device-pending',
    errors: ['authorization_pending', 'slow_down'],
    isNormalOutcome: true,
    symptom:
      'There is no visible effect: the device keeps polling. An application that reports this as an error does not implement the device flow.',
    cause: 'The person has not confirmed the code yet, or the device polls too often.',
    fix: 'Between polls, the device must wait the number of seconds given as `interval` in the first response (five if absent), plus five more seconds after each `slow_down` (RFC 8628 §3.5).',
  },
  {
    id: 'device-expired',
    errors: ['expired_token'],
    isNormalOutcome: true,
    symptom: 'The device receives "expired_token".',
    cause: 'The code was not confirmed within ten minutes.',
    fix: 'Start again on the device.',
  },
  {
    id: 'device-way',
    errors: ['invalid_request'],
    messagePattern: /device request cannot require/,
    symptom: 'The error "invalid_request" from the device authorization endpoint.',
    cause: 'The device authorization request asks for a specific sign-in method (`acr`).',
    fix: 'Omit `acr` from `claims`; the accepted methods are configured in Countersign (`--sign-in-method`).',
  },
  {
    id: 'proof-binding',
    errors: ['invalid_request', 'unmet_authentication_requirements'],
    messagePattern: /proof_binding/,
    symptom: 'The application reports "invalid_request" or "unmet_authentication_requirements" for `proof_binding`.',
    cause:
      'The request for a bound proof lacks the scope `proof` or a `nonce`, comes from a device or an application that accepts only passkeys, or the person signed in with a passkey.',
    fix: 'Send `proof_binding=nonce` with the scope `proof`, which the application must be allowed to request, and a new `nonce`. The person must sign in with a wallet.',
  },
  {
    id: 'group-needed',
    errors: ['access_denied'],
    messagePattern: /none of the groups/,
    isNormalOutcome: true,
    symptom: 'The application reports "access_denied" or "login failed".',
    cause:
      'The person is not in any of the groups that the application requires, and was sent back to the application.',
    fix: 'Run `npx countersign group check` for the required groups, which `npx countersign application show ID` lists.',
  },
  {
    id: 'access-denied',
    errors: ['access_denied'],
    isNormalOutcome: true,
    symptom: 'The application reports "access_denied", or just shows its login page again.',
    cause: 'The person declined or went back.',
    fix: 'Nothing needs to be fixed. If it was a mistake, sign in again.',
  },
  {
    id: 'way-not-accepted',
    errors: ['unmet_authentication_requirements', 'login_required'],
    messagePattern: /sign-in method|ACR/,
    symptom: 'The application reports "unmet_authentication_requirements" or "login_required".',
    cause:
      'The person signed in with a method (wallet or passkey) that the application does not accept, or did not use the method that the application requested with `acr`.',
    fix: 'Sign in with an accepted method, or change the application’s `--sign-in-method`.',
  },
  {
    id: 'different-person',
    errors: ['login_required'],
    messagePattern: /different person|do not match|subject/,
    isNormalOutcome: true,
    symptom: 'The application reports "login_required", although the person has just signed in.',
    cause:
      'The application requested a specific person (`id_token_hint`, or `sub` in `claims`), and a different person signed in.',
    fix: 'Sign out of the application first, or sign in as that person.',
  },
  {
    id: 'sign-in-needed',
    errors: ['login_required', 'consent_required', 'interaction_required'],
    isNormalOutcome: true,
    symptom: 'Silent sign-in has no effect, or the application reports "login_required" or "consent_required".',
    cause:
      'The request has `prompt=none` but requires interaction: the person is not signed in, the sign-in is too old, or the application requests more than the person has allowed.',
    fix: 'Repeat the request without `prompt=none`.',
  },
  {
    id: 'prompt',
    errors: ['invalid_request'],
    messagePattern: /prompt|max_age/,
    symptom: 'The person returns to the application immediately with "invalid_request".',
    cause: 'The value of `prompt` or `max_age` is invalid.',
    fix: 'Remove the parameter from the application’s settings, or set `prompt` to `login`, `consent` or `none`.',
  },
  {
    id: 'claims-parameter',
    errors: ['invalid_request'],
    messagePattern: /claims/,
    symptom: 'The person returns to the application immediately with "invalid_request".',
    cause: 'The `claims` parameter violates OpenID Connect Core §5.5.',
    fix: 'Omit the parameter: scopes determine which claims an application gets.',
  },
  {
    id: 'response-type',
    errors: ['unsupported_response_type', 'invalid_request'],
    messagePattern: /unsupported response_type|requested response_type/,
    symptom: 'The person returns to the application immediately with "unsupported_response_type".',
    cause:
      'The application requests the implicit or hybrid flow. Only the authorization code flow is supported (RFC 9700 §2.1.2).',
    fix: 'Set the response type to `code` ("authorization code flow").',
  },
  {
    id: 'response-mode',
    errors: ['unsupported_response_mode', 'invalid_request'],
    messagePattern: /response_mode|Web Message|response mode/,
    symptom: 'The person returns to the application immediately with an error, or sees a Countersign page.',
    cause: 'The response mode is unsupported or does not fit the request.',
    fix: 'Omit the response mode, or set it to `query` or `form_post`.',
  },
  {
    id: 'grant-type',
    errors: ['unsupported_grant_type', 'unauthorized_client', 'invalid_request'],
    messagePattern: /grant_type|grant type|is not allowed for this client/,
    symptom:
      'The application reports "unsupported_grant_type" or "requested grant type is not allowed for this client".',
    cause:
      'The application uses a grant type that it is not registered for, or one that is not supported here, such as the password grant.',
    fix: 'Run `npx countersign application change ID --grant-type …`, or select the authorization code flow in the application.',
  },
  {
    id: 'request-object',
    errors: [
      'request_not_supported',
      'request_uri_not_supported',
      'registration_not_supported',
      'invalid_request_object',
    ],
    symptom: 'The person returns to the application immediately with one of these errors.',
    cause: 'The application sends a request object (JAR), which is not supported.',
    fix: 'Turn off "request object" or "JAR" in the application.',
  },
  {
    id: 'request-object-needed',
    errors: ['invalid_request'],
    messagePattern: /Request Object|request and request_uri/,
    symptom: 'The person returns to the application immediately with "invalid_request".',
    cause: 'The application sends a request object together with a conflicting parameter.',
    fix: 'Turn off "request object" or "JAR" in the application.',
  },
  {
    id: 'pushed-request',
    errors: ['invalid_request_uri', 'invalid_request'],
    messagePattern: /Pushed Authorization Request|request_uri is invalid|invalid request_uri/,
    symptom: 'The person returns to the application immediately with "invalid_request" or "invalid_request_uri".',
    cause:
      'The application must use pushed authorization requests (`--pushed-requests`), but it did not push the request, or it pushed the request more than a minute ago.',
    fix: 'If the application does not support pushed requests, run `npx countersign application change ID --no-pushed-requests`.',
  },
  {
    id: 'target',
    errors: ['invalid_target'],
    symptom: 'The application reports "invalid_target".',
    cause:
      'The application requests a token for a resource (`resource`) that it may not use, requests none of the resource’s scopes, or requests a token for two resources at once.',
    fix: 'Set the API address in the application to the address of a registered resource, character for character: `npx countersign resource list` lists them. To register another one, run `npx countersign resource add ADDRESS`, and allow it with `npx countersign application change ID --resource "ADDRESS SCOPES"`. The response says which of the causes applies; see [what to do in each case](mcp.md#troubleshooting).',
  },
  {
    id: 'token-for-another',
    errors: ['invalid_token'],
    messagePattern: /audience prevents/,
    symptom: 'A 401 response from userinfo.',
    cause: 'The token is for a resource (`resource`), not for userinfo.',
    fix: 'Call userinfo with a token requested without `resource`.',
  },
  {
    id: 'token-refused',
    errors: ['invalid_token'],
    symptom: 'A 401 response from userinfo or introspection.',
    cause:
      'The access token is missing, unknown or expired. An access token is valid for five minutes or until the session ends, whichever comes first.',
    fix: 'Get a new access token with the refresh token, or sign in again.',
  },
  {
    id: 'token-without-openid',
    errors: ['insufficient_scope'],
    symptom: 'A 403 response from userinfo.',
    cause: 'The token was requested without `openid`, or without the scope that the call needs.',
    fix: 'Add `openid`, or the scope that the call needs, to the scopes that the application requests.',
  },
  {
    id: 'token-sent-wrongly',
    errors: ['invalid_request'],
    messagePattern: /access token|authorization header scheme/,
    symptom: 'A 400 response from userinfo.',
    cause: 'The access token is in the URL, is sent twice, or uses a scheme other than `Bearer`.',
    fix: 'Send it in the header: `Authorization: Bearer …`.',
  },
  {
    id: 'token-kind',
    errors: ['unsupported_token_type'],
    symptom: 'The error "unsupported_token_type" from `/revoke`.',
    cause: 'Access tokens for a resource are signed JWTs and cannot be revoked individually.',
    fix: 'Revoke the refresh token, or end the session: `/introspect` then returns `{"active":false}` for all access tokens that belong to it.',
  },
  {
    id: 'other-origin',
    errors: ['invalid_request'],
    messagePattern: /origin .* not allowed/,
    symptom: 'The browser console shows a CORS error; the application reports "Failed to fetch".',
    cause:
      'A browser application sends requests from an origin that has no registered redirect URI, or is registered as a confidential client.',
    fix: 'Register it as `single-page`, with its redirect URIs.',
  },
  {
    id: 'sign-out',
    errors: ['invalid_request', 'invalid_client'],
    messagePattern: /post_logout_redirect_uri|id_token_hint|logout/,
    symptom: 'A Countersign page appears after sign-out.',
    cause:
      'The post-logout redirect URI is not registered with `--post-logout`, or the `id_token_hint` belongs to another application or is invalid.',
    fix: 'Run `npx countersign application change ID --post-logout …` with the exact URI that the application sends. The application must also send `client_id` or `id_token_hint`.',
  },
  {
    id: 'interaction-over',
    errors: ['invalid_request'],
    messagePattern: /interaction|session|authorization request has expired|cookie|xsrf/,
    symptom: 'A Countersign page (`interaction.invalid`) appears.',
    cause: 'The sign-in took more than an hour, was already completed, or was started in another browser.',
    fix: 'Start again in the application.',
  },
  {
    id: 'registration',
    errors: ['invalid_client_metadata', 'unapproved_software_statement', 'invalid_software_statement'],
    symptom: 'A 400 response from `/register`.',
    cause:
      'The registration contains metadata that is not allowed here; the response names the member and gives the reason.',
    fix: 'See [dynamic-registration.md](dynamic-registration.md).',
  },
  {
    id: 'too-many',
    errors: ['temporarily_unavailable'],
    messagePattern: /Too many/,
    isNormalOutcome: true,
    symptom: 'A 503 or 429 response with the message "Too many requests."',
    cause: 'The client’s network, or all networks together, exceeded the rate limit.',
    fix: 'Wait for the time given in `Retry-After`. See [the limits](../reference/rate-limits.md).',
  },
  {
    id: 'server',
    errors: ['temporarily_unavailable', 'server_error'],
    isNormalOutcome: true,
    symptom: 'The application reports "server_error" or "temporarily_unavailable".',
    cause: 'Something failed on the server; nothing was changed.',
    fix: 'Find the request ID in the Countersign log.',
  },
  {
    id: 'request-broken',
    errors: ['invalid_request'],
    symptom:
      'The person returns to the application immediately with "invalid_request", or sees a Countersign page (`application.request_invalid`).',
    cause:
      'The request violates the protocol: a parameter is missing or repeated, the body has the wrong content type, or the URL does not exist.',
    fix: 'See the log for the reason. Compare the application’s endpoint URLs with the discovery document.',
  },
]
