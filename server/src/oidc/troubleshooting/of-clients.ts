// What is refused because of who asks, and of how they prove it, ask, or redeem (troubleshooting): for the page of the guides and the log line.
import type { Trouble } from './row.ts'

export const troubleOfClients: readonly Trouble[] = [
  {
    id: 'registration-address',
    errors: ['invalid_client_metadata'],
    says: /^(post_logout_)?redirect_uris/,
    sees: '400 at `/register`; or the log says that addresses of a program were dropped, and a sign-in that comes from one of them ends on a page of Countersign.',
    because:
      'An address of the program that registers itself, or of its client document, may not be registered. Next to usable addresses an unusable one is dropped, and the log line says which and why; where none is usable, the answer says so.',
    change:
      'https, or a loopback address or a scheme of its own for programs on a machine; see [dynamic-registration.md](dynamic-registration.md).',
  },
  {
    id: 'redirect-unregistered',
    errors: ['invalid_redirect_uri'],
    sees: 'A page of Countersign, and never the program again: the address it would go to is not trusted (`application.address_unregistered`).',
    because:
      'The redirect address of the request is not registered, if only by a slash at the end, a port, `http` in place of `https`, or a path before it. A program behind a proxy that does not tell it of https sends `http:`.',
    change:
      'Compare `countersign application show ID` with the `redirect_uri` of the request, which the log line has (`received.redirectUri`), character for character; mend `X-Forwarded-Proto` where it begins with `http:`; else `countersign application change ID --redirect …` with all of them.',
  },
  {
    id: 'metadata-document',
    errors: ['invalid_client', 'invalid_client_metadata'],
    says: /metadata document|document at client_id|client is not allowed/,
    sees: 'A page of Countersign (`application.document_unusable`), or `invalid_client`.',
    because:
      'The client id is an https address, and what stands there could not be read, or is not what such a document has to be; the log line has the reason. Of a host that is not allowed here it is an application that is not known.',
    change:
      'Open the address: it has to answer 200 with `application/json` whose `client_id` is that address, without a secret. Which hosts are allowed, `COUNTERSIGN_CLIENT_DOCUMENT_HOSTS` says.',
  },
  {
    id: 'client-unknown',
    errors: ['invalid_client'],
    says: /client is invalid|client not found/,
    sees: 'A page of Countersign (`application.unknown`), or `invalid_client` at the token endpoint.',
    because: 'The client ID is not registered here. The log line has the one that was received (`received.clientId`).',
    change: 'Compare it with `countersign application list`; correct it in the program.',
  },
  {
    id: 'client-disabled',
    errors: ['invalid_client'],
    says: /application is disabled/,
    sees: 'A page of Countersign (`application.disabled`), or `invalid_client` at the token endpoint.',
    because: 'The application is registered here, and an operator has disabled it.',
    change: '`countersign application enable ID`.',
  },
  {
    id: 'secret-wrong',
    errors: ['invalid_client'],
    says: /invalid secret provided/,
    sees: 'The person has signed in, and the program says "invalid_client", "401 Unauthorized" or "client authentication failed" when it redeems the code.',
    because:
      'It sends another secret than the one that was made here: an old one, one with a blank or a line break at its end, or that of another application.',
    change: '`countersign application rotate-secret ID`, and paste the new one.',
  },
  {
    id: 'secret-elsewhere',
    errors: ['invalid_client'],
    says: /authentication mechanism does not match/,
    sees: 'As with a wrong secret: "invalid_client" when the code is redeemed.',
    because:
      'The program authenticates in another way than is registered: with a secret where a key or nothing is registered, with a key, or with nothing. Whether a secret comes in the header or in the body makes no difference.',
    change:
      '`countersign application change ID --authentication client_secret_basic`, `private_key_jwt` or `none`; or choose the other way in the program ("auth style", "token endpoint auth method").',
  },
  {
    id: 'client-assertion',
    errors: ['invalid_client', 'invalid_request'],
    says: /JWT|assertion|alg mismatch|audience \(aud\)/,
    sees: '"invalid_client", or "client_assertion" in the log of the program.',
    because:
      'The program proves itself by a signed assertion (`private_key_jwt`), and that is not right: another key or algorithm, another `aud` than the issuer alone or the token endpoint alone, a life of more than an hour, no `jti`, or one that was used before. Where the signature is right, `error_description` names too long a life, a wrong audience, and a second use.',
    change:
      'The key set registered here has to hold the public key; `aud` is the issuer or the token endpoint; each assertion has a new `jti` and expires within 3600 seconds. Both clocks have to be right.',
  },
  {
    id: 'client-refused',
    errors: ['invalid_client'],
    sees: '"invalid_client".',
    because: 'The program did not prove that it is itself.',
    change: 'The log line has the reason as `detail`.',
  },
  {
    id: 'secret-malformed',
    errors: ['invalid_request'],
    says: /not properly encoded|authorization header value format|must be provided in the Authorization header/,
    sees: '"invalid_request" when the code is redeemed.',
    because:
      'The `Authorization` header with client id and secret is not as it has to be: not encoded (RFC 6749 §2.3.1), or without a secret.',
    change:
      'Mostly a program that was given no secret. Secrets made here need no encoding; one of your own may have letters, digits and `._~-` alone.',
  },
  {
    id: 'client-unnamed',
    errors: ['invalid_request'],
    says: /client authentication (mechanism provided|must only)|client_id mismatch|client_id does not match the authenticated|client_secret does not match/,
    sees: '"invalid_request" when the code is redeemed.',
    because: 'The program proves itself in no way, or in two at once.',
    change:
      'Give it its client id and secret; a program that cannot keep one is of the kind `native` or `single-page`.',
  },
  {
    id: 'pkce-missing',
    errors: ['invalid_request'],
    says: /requires PKCE|must send PKCE/,
    sees: 'The program comes back at once with "invalid_request", before anybody was asked; many show only "login failed", or "Authorization Server policy requires PKCE to be used for this request".',
    because:
      'It sends no `code_challenge`, or, where a `nonce` will do (`--pkce nonce`), neither of the two. Without one of them a stolen code can be used by someone else (RFC 9700 §2.1.1).',
    change:
      'Switch PKCE on in the program, with the method S256: in many it is off by default. If it knows none but sends a `nonce`, as most OpenID Connect libraries do, `countersign application change ID --pkce nonce`; if it sends neither, `--pkce optional`. Applications that were registered before `nonce` existed keep `required` until you change them.',
  },
  {
    id: 'pkce-malformed',
    errors: ['invalid_request'],
    says: /code_challenge|code_verifier|length of/,
    sees: 'The program comes back at once with "invalid_request".',
    because: 'Its PKCE is not as RFC 7636 has it: the method `plain`, or a verifier that is too short.',
    change: 'Choose the method S256 in the program.',
  },
  {
    id: 'pkce-wrong',
    errors: ['invalid_grant'],
    says: /code_verifier|code_challenge_method/,
    sees: 'The person has signed in, and the program says "invalid_grant" when it redeems the code.',
    because:
      'The verifier is missing, or is not that of the challenge: the program forgot it on the way, as two servers behind a balancer do, or a browser that lost the cookie of the program.',
    change: 'Let the servers of the program share their sessions; begin again.',
  },
  {
    id: 'scope-person',
    errors: ['invalid_scope'],
    says: /only a person can give/,
    sees: '"invalid_scope" for a program without a person.',
    because: 'It asks in its own name for what only a person can give.',
    change: 'Leave out `openid`, `profile` and the like; ask for the scopes of a resource.',
  },
  {
    id: 'scope-not-allowed',
    errors: ['invalid_scope'],
    says: /not allowed|none of these scopes|is not open to/,
    sees: 'The program comes back at once with "invalid_scope".',
    because:
      'It asks for nothing but scopes that it may not have; or for the third time within a minute for scopes that it was given tokens without. The log line and the answer say which.',
    change: '`countersign application change ID --scope "…"` with all that it may ask for, or ask for less there.',
  },
  {
    id: 'scope-refused',
    errors: ['invalid_scope'],
    sees: '"invalid_scope".',
    because: 'The scopes are not written as they have to be, or a refresh token is asked for more than it was given.',
    change: 'Part them by single blanks; where a program wants commas, it parts them itself.',
  },
  {
    id: 'openid-missing',
    errors: ['invalid_request'],
    says: /openid scope must be requested/,
    sees: 'The program comes back at once with "invalid_request".',
    because: 'It asks for something of OpenID Connect without the scope `openid`.',
    change: 'Add `openid` to the scopes of the program.',
  },
  {
    id: 'code-used',
    errors: ['invalid_grant'],
    says: /(authorization code|AuthorizationCode|device code|DeviceCode) (already consumed|was already used)/,
    sees: '"invalid_grant"; everything that came of the code has ended.',
    because:
      'A code works once, and this one was shown a second time: the page was loaded again, a proxy repeated the request, or somebody got hold of it.',
    change: 'Sign in again. If it comes again and again, look for what repeats requests.',
  },
  {
    id: 'code-expired',
    errors: ['invalid_grant'],
    says: /authorization code (not found|is expired)/,
    sees: '"invalid_grant" when the code is redeemed.',
    because: 'The code is older than a minute (`COUNTERSIGN_CODE_LIFE_SECONDS`), unknown, or ended with the session.',
    change: 'Sign in again. Where it comes always: the clock of this server, or a program that waits.',
  },
  {
    id: 'code-address',
    errors: ['invalid_grant'],
    says: /redirect_uri mismatch/,
    sees: '"invalid_grant" when the code is redeemed.',
    because: 'The `redirect_uri` of the second request is not that of the first one.',
    change: 'One address in the program, as people open it, also behind the proxy.',
  },
  {
    id: 'code-of-another',
    errors: ['invalid_grant', 'invalid_token'],
    says: /client ?(Id )?mismatch|clientId mismatch/,
    sees: '"invalid_grant".',
    because: 'The code or token was given to another application.',
    change: 'One client id in the program; begin again.',
  },
  {
    id: 'refresh-used',
    errors: ['invalid_grant'],
    says: /refresh token already used|RefreshToken was already used/,
    sees: 'The person is signed out of the program; "invalid_grant" when it renews.',
    because:
      'A refresh token of a program without a secret, or with `--rotate-refresh-tokens`, is replaced at each use. An old one was presented after the retry window (10 s, three times), or after its replacement was used. One of the two users may be a thief, so all tokens of that sign-in have ended.',
    change:
      'Sign in again. A program that runs on a server should have a secret: it then keeps its refresh token, and its workers can share it. A program without one has to store the new refresh token before it uses it.',
  },
  {
    id: 'registration-token',
    errors: ['invalid_token'],
    says: /initial access token|registration access token/,
    sees: '"invalid_token" at `/register`.',
    because: 'The token with which applications may register themselves is unknown, over or used up.',
    change: '`countersign registration-token create`.',
  },
  {
    id: 'session-ended',
    errors: ['invalid_grant', 'invalid_token'],
    says: /(refresh token|device code|grant) (not found|is expired|invalid)|accountId mismatch|account not found|client not found/,
    sees: 'The person is signed out of the program; "invalid_grant" when it renews, or "invalid_token".',
    because:
      'The session here has ended, was withdrawn by the person or an administrator, or the application was changed.',
    change: 'Sign in again: no token outlives the session.',
  },
  {
    id: 'dpop',
    errors: ['invalid_grant', 'invalid_request', 'invalid_token', 'invalid_dpop_proof', 'use_dpop_nonce'],
    says: /DPoP|jkt|sender-constrained|proof-of-possession|x5t/,
    sees: '"invalid_dpop_proof", or 401 with "DPoP".',
    because:
      'The application is registered with `--dpop`, and the proof of its key is missing, is another one’s, or is too old.',
    change: 'A program that knows no DPoP: `countersign application change ID --no-dpop`. Else look at its clock.',
  },
  {
    id: 'grant-refused',
    errors: ['invalid_grant'],
    sees: '"invalid_grant".',
    because: 'What was shown to have tokens cannot be used.',
    change: 'The log line has the reason as `detail`. Sign in again.',
  },
]
