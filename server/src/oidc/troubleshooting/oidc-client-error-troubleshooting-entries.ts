import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'

export const oidcClientErrorTroubleshootingEntries: readonly OidcErrorTroubleshootingEntry[] = [
  {
    id: 'registration-address',
    errors: ['invalid_client_metadata', 'invalid_redirect_uri'],
    messagePattern: /^(post_logout_)?redirect_uris/,
    symptom:
      'A 400 response from `/register`; or the log says that some of an application’s redirect URIs were dropped, and a sign-in with one of them ends on a Countersign page.',
    cause:
      'A redirect URI in the registration request or the client metadata document is not allowed. If at least one redirect URI is valid, the others are dropped, and the log lists them with the reasons; if none is valid, the response says so.',
    fix: 'Use https or, for native applications, a loopback address or a private-use URI scheme; see [dynamic-registration.md](dynamic-registration.md).',
  },
  {
    id: 'redirect-unregistered',
    errors: ['invalid_redirect_uri'],
    symptom:
      'A Countersign page (`application.redirect_uri_not_registered`) appears. The person is not sent back to the application, because the redirect URI is not trusted.',
    cause:
      'The redirect URI in the request is not registered. It must match exactly: a trailing slash, a port, a path prefix, or `http` instead of `https` makes it a different URI. An application behind a reverse proxy that does not forward the scheme sends `http:`.',
    fix: 'Compare the output of `npx countersign application show ID` with the `redirect_uri` in the log (`received.redirectUri`), character by character. If it starts with `http:`, fix `X-Forwarded-Proto`; otherwise run `npx countersign application change ID --redirect …` with all of its redirect URIs.',
  },
  {
    id: 'metadata-document',
    errors: ['invalid_client', 'invalid_client_metadata'],
    messagePattern: /metadata document|document at client_id|client is not allowed/,
    symptom: 'A Countersign page (`application.metadata_document_invalid`) or the error `invalid_client`.',
    cause:
      'The client ID is an https URL, but the metadata document at that URL is invalid or could not be fetched; the log gives the reason. If the host is not allowed on this server, the application is treated as not registered.',
    fix: 'Open the URL: it must return status 200 and an `application/json` document that has that URL as its `client_id` and contains no secret. `COUNTERSIGN_CLIENT_METADATA_HOSTS` lists the allowed hosts.',
  },
  {
    id: 'client-unknown',
    errors: ['invalid_client'],
    messagePattern: /client is invalid|client not found/,
    symptom: 'A Countersign page (`application.not_registered`) or the error `invalid_client` from the token endpoint.',
    cause:
      'The client ID is not registered on this server. The log shows the client ID that was received (`received.clientId`).',
    fix: 'Compare that client ID with the output of `npx countersign application list`, and correct it in the application.',
  },
  {
    id: 'client-disabled',
    errors: ['invalid_client'],
    messagePattern: /application is disabled/,
    symptom: 'A Countersign page (`application.disabled`) or the error `invalid_client` from the token endpoint.',
    cause: 'The application is registered, but an operator has disabled it.',
    fix: 'Run `npx countersign application enable ID`.',
  },
  {
    id: 'secret-wrong',
    errors: ['invalid_client'],
    messagePattern: /invalid secret provided/,
    symptom:
      'The person has signed in, and the application reports "invalid_client", "401 Unauthorized" or "client authentication failed" when it redeems the code.',
    cause:
      'The application sends the wrong secret: an old secret, a secret with a trailing space or line break, or another application’s secret.',
    fix: 'Run `npx countersign application rotate-secret ID`, and configure the new secret in the application.',
  },
  {
    id: 'secret-elsewhere',
    errors: ['invalid_client'],
    messagePattern: /authentication mechanism does not match/,
    symptom:
      'The symptom is the same as for a wrong secret: the application reports "invalid_client" when it redeems the code.',
    cause:
      'The application uses a client authentication method other than the one it is registered with. For example, it is registered with a key or without authentication but sends a secret, or it is registered with a secret but sends a key or nothing. It makes no difference whether the secret is sent in the header or in the body.',
    fix: 'Run `npx countersign application change ID --authentication` with `client_secret_basic`, `private_key_jwt` or `none`; or change the method in the application ("auth style", "token endpoint auth method").',
  },
  {
    id: 'client-assertion',
    errors: ['invalid_client', 'invalid_request'],
    messagePattern: /JWT|jwt|assertion|alg mismatch|audience \(aud\)/,
    symptom: 'The application reports "invalid_client", or its log mentions "client_assertion".',
    cause:
      'The application authenticates with a signed assertion (`private_key_jwt`) that is invalid: the wrong key or algorithm, an `aud` that is neither the issuer alone nor the token endpoint alone, a lifetime of more than an hour, no `jti`, or a `jti` that has already been used. If the signature is valid, `error_description` says whether the lifetime is too long, the audience is wrong, or the assertion was reused.',
    fix: 'Register the public key in the application’s key set in Countersign, set `aud` to the issuer or the token endpoint, and give each assertion a new `jti` and an expiration time within 3600 seconds. Check the clocks on both servers.',
  },
  {
    id: 'client-refused',
    errors: ['invalid_client'],
    symptom: 'The application reports "invalid_client".',
    cause:
      'Client authentication failed. The response never says why, because anyone can send the request: the client ID can be unknown, the application disabled, or the secret, the key or the method wrong.',
    fix: 'The console shows the reason on the application’s tab “Refused requests”, `npx countersign application problems ID` prints it, and the log has it as `detail`.',
  },
  {
    id: 'secret-malformed',
    errors: ['invalid_request'],
    messagePattern:
      /not properly encoded|authorization header value format|must be provided in the Authorization header/,
    symptom: 'The application reports "invalid_request" when it redeems the code.',
    cause:
      'The `Authorization` header with the client ID and secret is malformed: the values are not encoded (RFC 6749 §2.3.1), or the secret is missing.',
    fix: 'Usually, no secret is configured in the application. Generated secrets need no encoding; a secret that you choose yourself may contain only letters, digits and `._~-`.',
  },
  {
    id: 'client-unnamed',
    errors: ['invalid_request'],
    messagePattern:
      /client authentication (mechanism provided|must only)|client_id mismatch|client_id does not match the authenticated|client_secret does not match/,
    symptom: 'The application reports "invalid_request" when it redeems the code.',
    cause: 'The application uses either no client authentication method or two methods at once.',
    fix: 'Configure the client ID and secret in the application. An application that cannot keep a secret must be registered with the kind `native` or `single-page`.',
  },
  {
    id: 'pkce-missing',
    errors: ['invalid_request'],
    messagePattern: /requires PKCE|must send PKCE/,
    symptom:
      'The person returns to the application immediately with "invalid_request", before any sign-in page appears; many applications show only "login failed", or "Authorization Server policy requires PKCE to be used for this request".',
    cause:
      'The application sends no `code_challenge`. With `--pkce nonce`, a `nonce` is sufficient, but the application does not send that either. Without one of the two, someone else can use a stolen code (RFC 9700 §2.1.1).',
    fix: 'Turn on PKCE with the method S256 in the application; it is often off by default. If the application does not support PKCE but sends a `nonce`, as most OpenID Connect libraries do, run `npx countersign application change ID --pkce nonce`; if it does not send a `nonce` either, use `--pkce optional`. Applications registered before `nonce` was available keep `required` until you change them.',
  },
  {
    id: 'pkce-malformed',
    errors: ['invalid_request'],
    messagePattern: /code_challenge|code_verifier|length of/,
    symptom: 'The person returns to the application immediately with "invalid_request".',
    cause:
      'The application’s PKCE parameters are invalid (RFC 7636). For example, the method is `plain`, which is not supported here, or the verifier is too short.',
    fix: 'Set the method to S256 in the application.',
  },
  {
    id: 'pkce-wrong',
    errors: ['invalid_grant'],
    messagePattern: /code_verifier|code_challenge_method/,
    symptom: 'The person has signed in, and the application reports "invalid_grant" when it redeems the code.',
    cause:
      'The code verifier is missing or does not match the challenge. The application may have lost the verifier, for example because two servers behind a load balancer do not share sessions, or because the browser lost the application’s cookie.',
    fix: 'Make the application’s servers share their sessions, and start the sign-in again.',
  },
  {
    id: 'scope-person',
    errors: ['invalid_scope'],
    messagePattern: /only a person can grant/,
    symptom: 'An application that acts without a person (client credentials) receives "invalid_scope".',
    cause: 'The application requests scopes that only a person can grant.',
    fix: 'Omit `openid`, `profile` and similar scopes, and request the scopes of a resource instead.',
  },
  {
    id: 'scope-not-allowed',
    errors: ['invalid_scope'],
    messagePattern: /not allowed|none of these scopes|is not open to/,
    symptom: 'The person returns to the application immediately with "invalid_scope".',
    cause:
      'The application is not allowed to use any of the scopes that it requested, or it made three requests within a minute for scopes that its tokens did not include. The log and the response list the scopes.',
    fix: 'Run `npx countersign application change ID --scope "…"` with all of the scopes that the application may request, or configure the application to request fewer.',
  },
  {
    id: 'scope-refused',
    errors: ['invalid_scope'],
    symptom: 'The application reports "invalid_scope".',
    cause: 'The scope parameter is malformed, or a refresh request asks for more scopes than were granted.',
    fix: 'Separate scopes with single spaces. If the application’s settings expect commas, use commas there; the application converts them to spaces.',
  },
  {
    id: 'openid-missing',
    errors: ['invalid_request'],
    messagePattern: /openid scope must be requested/,
    symptom: 'The person returns to the application immediately with "invalid_request".',
    cause: 'The application uses an OpenID Connect feature without requesting the `openid` scope.',
    fix: 'Add `openid` to the scopes that the application requests.',
  },
  {
    id: 'code-used',
    errors: ['invalid_grant'],
    messagePattern: /(authorization code|AuthorizationCode|device code|DeviceCode) (already consumed|was already used)/,
    symptom: 'The application reports "invalid_grant", and all tokens issued for this code have been revoked.',
    cause:
      'A code can be used only once, but this one was used twice: the page was reloaded, a proxy repeated the request, or the code was stolen.',
    fix: 'Sign in again. If this keeps happening, find out what is repeating the requests.',
  },
  {
    id: 'code-expired',
    errors: ['invalid_grant'],
    messagePattern: /authorization code (not found|is expired)/,
    symptom: 'The application reports "invalid_grant" when it redeems the code.',
    cause:
      'The code is more than a minute old (`COUNTERSIGN_AUTHORIZATION_CODE_LIFETIME_SECONDS`), is unknown, or was revoked when the session ended.',
    fix: 'Sign in again. If this always happens, check this server’s clock, and check whether the application redeems the code too late.',
  },
  {
    id: 'code-address',
    errors: ['invalid_grant'],
    messagePattern: /redirect_uri mismatch/,
    symptom: 'The application reports "invalid_grant" when it redeems the code.',
    cause: 'The `redirect_uri` in the token request differs from the one in the authorization request.',
    fix: 'Configure a single address in the application: the address that people open, even if the application is behind a reverse proxy.',
  },
  {
    id: 'code-of-another',
    errors: ['invalid_grant', 'invalid_token'],
    messagePattern: /client ?(Id )?mismatch|clientId mismatch/,
    symptom: 'The application reports "invalid_grant".',
    cause: 'The code or token was issued to another application.',
    fix: 'Use the same client ID everywhere in the application, and start the sign-in again.',
  },
  {
    id: 'refresh-used',
    errors: ['invalid_grant'],
    messagePattern: /refresh token already used|RefreshToken was already used/,
    symptom: 'The person is signed out of the application, which gets "invalid_grant" when it refreshes tokens.',
    cause:
      'If an application has no secret or is registered with `--rotate-refresh-tokens`, each use of a refresh token replaces it. An old token was used after the retry window (three retries within 10 s), or after its replacement had been used. It may have been stolen, so all tokens issued for that sign-in were revoked.',
    fix: 'Sign in again. An application that runs on a server should have a secret; its refresh token is then not replaced and can be shared by its workers. An application without a secret must store each new refresh token before using it.',
  },
  {
    id: 'registration-token',
    errors: ['invalid_token'],
    messagePattern: /initial access token|registration access token/,
    symptom: 'The error "invalid_token" from `/register`.',
    cause: 'The registration token is unknown, has expired, or has no uses left.',
    fix: 'Run `npx countersign registration-token create`.',
  },
  {
    id: 'session-ended',
    errors: ['invalid_grant', 'invalid_token'],
    messagePattern:
      /(refresh token|device code|grant) (not found|is expired|invalid)|accountId mismatch|account not found|client not found/,
    symptom:
      'The person is signed out of the application, which gets "invalid_token", or "invalid_grant" when it refreshes tokens.',
    cause:
      'The session in Countersign has ended, the person or an administrator revoked the application’s access, or the application was changed.',
    fix: 'Sign in again. All tokens become invalid when the session ends.',
  },
  {
    id: 'dpop',
    errors: ['invalid_grant', 'invalid_request', 'invalid_token', 'invalid_dpop_proof', 'use_dpop_nonce'],
    messagePattern: /DPoP|jkt|sender-constrained|proof-of-possession|x5t/,
    symptom: 'The error "invalid_dpop_proof", or a 401 response that mentions "DPoP".',
    cause:
      'The application is registered with `--dpop`, and the DPoP proof is missing, is for another key, or is too old.',
    fix: 'If the application does not support DPoP, run `npx countersign application change ID --no-dpop`. Otherwise, check the application’s clock.',
  },
  {
    id: 'grant-refused',
    errors: ['invalid_grant'],
    symptom: 'The application reports "invalid_grant".',
    cause: 'The grant in the token request (such as a code or a refresh token) is not valid.',
    fix: 'See `detail` in the log for the reason. Sign in again.',
  },
]
