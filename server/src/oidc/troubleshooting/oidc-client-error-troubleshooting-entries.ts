// What is refused because of who asks, and of how they prove it, ask, or redeem (troubleshooting): for the page of the guides and the log line.
import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'

export const oidcClientErrorTroubleshootingEntries: readonly OidcErrorTroubleshootingEntry[] = [
  {
    id: 'registration-address',
    errors: ['invalid_client_metadata'],
    messagePattern: /^(post_logout_)?redirect_uris/,
    symptom:
      '400 at `/register`; or the log says that addresses of a program were dropped, and a sign-in that comes from one of them ends on a page of Countersign.',
    cause:
      'An address of the program that registers itself, or of its client document, may not be registered. Next to usable addresses an unusable one is dropped, and the log line says which and why; where none is usable, the answer says so.',
    fix: 'https, or a loopback address or a scheme of its own for programs on a machine; see [dynamic-registration.md](dynamic-registration.md).',
  },
  {
    id: 'redirect-unregistered',
    errors: ['invalid_redirect_uri'],
    symptom:
      'A page of Countersign, and never the program again: the address it would go to is not trusted (`application.redirect_uri_not_registered`).',
    cause:
      'The redirect address of the request is not registered, if only by a slash at the end, a port, `http` in place of `https`, or a path before it. A program behind a proxy that does not tell it of https sends `http:`.',
    fix: 'Compare `countersign application show ID` with the `redirect_uri` of the request, which the log line has (`received.redirectUri`), character for character; fix `X-Forwarded-Proto` where it begins with `http:`; else `countersign application change ID --redirect …` with all of them.',
  },
  {
    id: 'metadata-document',
    errors: ['invalid_client', 'invalid_client_metadata'],
    messagePattern: /metadata document|document at client_id|client is not allowed/,
    symptom: 'A page of Countersign (`application.metadata_document_invalid`), or `invalid_client`.',
    cause:
      'The client id is an https address, and what stands there could not be read, or is not what such a document has to be; the log line has the reason. Of a host that is not allowed here it is an application that is not known.',
    fix: 'Open the address: it has to answer 200 with `application/json` whose `client_id` is that address, without a secret. Which hosts are allowed, `COUNTERSIGN_CLIENT_METADATA_HOSTS` says.',
  },
  {
    id: 'client-unknown',
    errors: ['invalid_client'],
    messagePattern: /client is invalid|client not found/,
    symptom: 'A page of Countersign (`application.not_registered`), or `invalid_client` at the token endpoint.',
    cause: 'The client ID is not registered here. The log line has the one that was received (`received.clientId`).',
    fix: 'Compare it with `countersign application list`; correct it in the program.',
  },
  {
    id: 'client-disabled',
    errors: ['invalid_client'],
    messagePattern: /application is disabled/,
    symptom: 'A page of Countersign (`application.disabled`), or `invalid_client` at the token endpoint.',
    cause: 'The application is registered here, and an operator has disabled it.',
    fix: '`countersign application enable ID`.',
  },
  {
    id: 'secret-wrong',
    errors: ['invalid_client'],
    messagePattern: /invalid secret provided/,
    symptom:
      'The person has signed in, and the program says "invalid_client", "401 Unauthorized" or "client authentication failed" when it redeems the code.',
    cause:
      'It sends another secret than the one that was made here: an old one, one with a blank or a line break at its end, or that of another application.',
    fix: '`countersign application rotate-secret ID`, and paste the new one.',
  },
  {
    id: 'secret-elsewhere',
    errors: ['invalid_client'],
    messagePattern: /authentication mechanism does not match/,
    symptom: 'As with a wrong secret: "invalid_client" when the code is redeemed.',
    cause:
      'The program authenticates in another way than is registered: with a secret where a key or nothing is registered, with a key, or with nothing. Whether a secret comes in the header or in the body makes no difference.',
    fix: '`countersign application change ID --authentication client_secret_basic`, `private_key_jwt` or `none`; or choose the other way in the program ("auth style", "token endpoint auth method").',
  },
  {
    id: 'client-assertion',
    errors: ['invalid_client', 'invalid_request'],
    messagePattern: /JWT|assertion|alg mismatch|audience \(aud\)/,
    symptom: '"invalid_client", or "client_assertion" in the log of the program.',
    cause:
      'The program proves itself by a signed assertion (`private_key_jwt`), and that is not right: another key or algorithm, another `aud` than the issuer alone or the token endpoint alone, a life of more than an hour, no `jti`, or one that was used before. Where the signature is right, `error_description` names too long a life, a wrong audience, and a second use.',
    fix: 'The key set registered here has to hold the public key; `aud` is the issuer or the token endpoint; each assertion has a new `jti` and expires within 3600 seconds. Both clocks have to be right.',
  },
  {
    id: 'client-refused',
    errors: ['invalid_client'],
    symptom: '"invalid_client".',
    cause: 'The program did not prove that it is itself.',
    fix: 'The log line has the reason as `detail`.',
  },
  {
    id: 'secret-malformed',
    errors: ['invalid_request'],
    messagePattern:
      /not properly encoded|authorization header value format|must be provided in the Authorization header/,
    symptom: '"invalid_request" when the code is redeemed.',
    cause:
      'The `Authorization` header with client id and secret is not as it has to be: not encoded (RFC 6749 §2.3.1), or without a secret.',
    fix: 'Mostly a program that was given no secret. Secrets made here need no encoding; one of your own may have letters, digits and `._~-` alone.',
  },
  {
    id: 'client-unnamed',
    errors: ['invalid_request'],
    messagePattern:
      /client authentication (mechanism provided|must only)|client_id mismatch|client_id does not match the authenticated|client_secret does not match/,
    symptom: '"invalid_request" when the code is redeemed.',
    cause: 'The program proves itself in no way, or in two at once.',
    fix: 'Give it its client id and secret; a program that cannot keep one is of the kind `native` or `single-page`.',
  },
  {
    id: 'pkce-missing',
    errors: ['invalid_request'],
    messagePattern: /requires PKCE|must send PKCE/,
    symptom:
      'The program comes back at once with "invalid_request", before anybody was asked; many show only "login failed", or "Authorization Server policy requires PKCE to be used for this request".',
    cause:
      'It sends no `code_challenge`, or, where a `nonce` will do (`--pkce nonce`), neither of the two. Without one of them a stolen code can be used by someone else (RFC 9700 §2.1.1).',
    fix: 'Switch PKCE on in the program, with the method S256: in many it is off by default. If it knows none but sends a `nonce`, as most OpenID Connect libraries do, `countersign application change ID --pkce nonce`; if it sends neither, `--pkce optional`. Applications that were registered before `nonce` existed keep `required` until you change them.',
  },
  {
    id: 'pkce-malformed',
    errors: ['invalid_request'],
    messagePattern: /code_challenge|code_verifier|length of/,
    symptom: 'The program comes back at once with "invalid_request".',
    cause: 'Its PKCE is not as RFC 7636 has it: the method `plain`, or a verifier that is too short.',
    fix: 'Choose the method S256 in the program.',
  },
  {
    id: 'pkce-wrong',
    errors: ['invalid_grant'],
    messagePattern: /code_verifier|code_challenge_method/,
    symptom: 'The person has signed in, and the program says "invalid_grant" when it redeems the code.',
    cause:
      'The verifier is missing, or is not that of the challenge: the program forgot it on the way, as two servers behind a balancer do, or a browser that lost the cookie of the program.',
    fix: 'Let the servers of the program share their sessions; begin again.',
  },
  {
    id: 'scope-person',
    errors: ['invalid_scope'],
    messagePattern: /only a person can give/,
    symptom: '"invalid_scope" for a program without a person.',
    cause: 'It asks in its own name for what only a person can give.',
    fix: 'Leave out `openid`, `profile` and the like; ask for the scopes of a resource.',
  },
  {
    id: 'scope-not-allowed',
    errors: ['invalid_scope'],
    messagePattern: /not allowed|none of these scopes|is not open to/,
    symptom: 'The program comes back at once with "invalid_scope".',
    cause:
      'It asks for nothing but scopes that it may not have; or for the third time within a minute for scopes that it was given tokens without. The log line and the answer say which.',
    fix: '`countersign application change ID --scope "…"` with all that it may ask for, or ask for less there.',
  },
  {
    id: 'scope-refused',
    errors: ['invalid_scope'],
    symptom: '"invalid_scope".',
    cause: 'The scopes are not written as they have to be, or a refresh token is asked for more than it was given.',
    fix: 'Part them by single blanks; where a program wants commas, it parts them itself.',
  },
  {
    id: 'openid-missing',
    errors: ['invalid_request'],
    messagePattern: /openid scope must be requested/,
    symptom: 'The program comes back at once with "invalid_request".',
    cause: 'It asks for something of OpenID Connect without the scope `openid`.',
    fix: 'Add `openid` to the scopes of the program.',
  },
  {
    id: 'code-used',
    errors: ['invalid_grant'],
    messagePattern: /(authorization code|AuthorizationCode|device code|DeviceCode) (already consumed|was already used)/,
    symptom: '"invalid_grant"; everything that came of the code has ended.',
    cause:
      'A code works once, and this one was shown a second time: the page was loaded again, a proxy repeated the request, or somebody got hold of it.',
    fix: 'Sign in again. If it comes again and again, look for what repeats requests.',
  },
  {
    id: 'code-expired',
    errors: ['invalid_grant'],
    messagePattern: /authorization code (not found|is expired)/,
    symptom: '"invalid_grant" when the code is redeemed.',
    cause:
      'The code is older than a minute (`COUNTERSIGN_AUTHORIZATION_CODE_LIFETIME_SECONDS`), unknown, or ended with the session.',
    fix: 'Sign in again. Where it comes always: the clock of this server, or a program that waits.',
  },
  {
    id: 'code-address',
    errors: ['invalid_grant'],
    messagePattern: /redirect_uri mismatch/,
    symptom: '"invalid_grant" when the code is redeemed.',
    cause: 'The `redirect_uri` of the second request is not that of the first one.',
    fix: 'One address in the program, as people open it, also behind the proxy.',
  },
  {
    id: 'code-of-another',
    errors: ['invalid_grant', 'invalid_token'],
    messagePattern: /client ?(Id )?mismatch|clientId mismatch/,
    symptom: '"invalid_grant".',
    cause: 'The code or token was given to another application.',
    fix: 'One client id in the program; begin again.',
  },
  {
    id: 'refresh-used',
    errors: ['invalid_grant'],
    messagePattern: /refresh token already used|RefreshToken was already used/,
    symptom: 'The person is signed out of the program; "invalid_grant" when it renews.',
    cause:
      'A refresh token of a program without a secret, or with `--rotate-refresh-tokens`, is replaced at each use. An old one was presented after the retry window (10 s, three times), or after its replacement was used. One of the two users may be a thief, so all tokens of that sign-in have ended.',
    fix: 'Sign in again. A program that runs on a server should have a secret: it then keeps its refresh token, and its workers can share it. A program without one has to store the new refresh token before it uses it.',
  },
  {
    id: 'registration-token',
    errors: ['invalid_token'],
    messagePattern: /initial access token|registration access token/,
    symptom: '"invalid_token" at `/register`.',
    cause: 'The token with which applications may register themselves is unknown, over or used up.',
    fix: '`countersign registration-token create`.',
  },
  {
    id: 'session-ended',
    errors: ['invalid_grant', 'invalid_token'],
    messagePattern:
      /(refresh token|device code|grant) (not found|is expired|invalid)|accountId mismatch|account not found|client not found/,
    symptom: 'The person is signed out of the program; "invalid_grant" when it renews, or "invalid_token".',
    cause:
      'The session here has ended, was withdrawn by the person or an administrator, or the application was changed.',
    fix: 'Sign in again: no token outlives the session.',
  },
  {
    id: 'dpop',
    errors: ['invalid_grant', 'invalid_request', 'invalid_token', 'invalid_dpop_proof', 'use_dpop_nonce'],
    messagePattern: /DPoP|jkt|sender-constrained|proof-of-possession|x5t/,
    symptom: '"invalid_dpop_proof", or 401 with "DPoP".',
    cause:
      'The application is registered with `--dpop`, and the proof of its key is missing, is another one’s, or is too old.',
    fix: 'A program that knows no DPoP: `countersign application change ID --no-dpop`. Else look at its clock.',
  },
  {
    id: 'grant-refused',
    errors: ['invalid_grant'],
    symptom: '"invalid_grant".',
    cause: 'What was shown to have tokens cannot be used.',
    fix: 'The log line has the reason as `detail`. Sign in again.',
  },
]
