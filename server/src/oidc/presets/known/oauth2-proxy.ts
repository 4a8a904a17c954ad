import type { ApplicationPreset } from '../application-preset-types.ts'

export const oauth2Proxy: ApplicationPreset = {
  id: 'oauth2-proxy',
  name: 'oauth2-proxy',
  category: 'infrastructure',
  description: 'Reverse proxy that adds sign-in to an application without one.',
  settingsLocation: 'its command-line options',
  address: 'https://wiki.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/callback'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    claimsIn: 'It reads claims from the ID token.',
    idTokenAlgorithm: 'Tested with ES256.',
  },
  email: 'any-text',
  signOut: 'both',
  settings: [
    { name: 'provider', value: 'oidc' },
    { name: 'oidc-issuer-url', value: '{issuer}' },
    { name: 'client-id', value: '{client_id}' },
    { name: 'client-secret', value: '{client_secret}' },
    {
      name: 'cookie-secret',
      value: '"$(cat /etc/oauth2-proxy/cookie-secret)"',
      explanation:
        'Create it once: `openssl rand -base64 32 | tr -- "+/" "-_" | tr -d "\\n" > /etc/oauth2-proxy/cookie-secret`.',
    },
    { name: 'redirect-url', value: '{redirect}' },
    { name: 'scope', value: '"{scopes}"' },
    {
      name: 'code-challenge-method',
      value: 'S256',
      explanation: 'PKCE is off by default. It makes a stolen authorization code useless.',
    },
    {
      name: 'oidc-email-claim',
      value: 'sub',
      explanation:
        'oauth2-proxy requires an email address, but accepts any unique text. It checks `email_verified` only for the claim `email`, so `--insecure-oidc-allow-unverified-email` is not needed.',
    },
    {
      name: 'email-domain',
      value: '"*"',
      explanation:
        'Allows everyone who can sign in at Countersign. To restrict access, restrict the application there (`--allowed-group`), or add `--allowed-group=staff` with a group ID to this command. `--authenticated-emails-file` has no effect while this line is present; use it instead of this line.',
    },
    { name: 'insecure-oidc-skip-nonce', value: 'false' },
    { name: 'skip-provider-button', value: 'true' },
    { name: 'reverse-proxy', value: 'true' },
    {
      name: 'trusted-proxy-ip',
      value: '127.0.0.1',
      explanation:
        'The IP address of the proxy in front of oauth2-proxy. Without this line, X-Forwarded headers from anyone are trusted.',
    },
    { name: 'set-xauthrequest', value: 'true' },
    { name: 'whitelist-domain', value: '{issuer_host}' },
  ],
  settingsFormat: { as: 'lines', language: 'sh', first: 'oauth2-proxy', line: '--NAME=VALUE', between: ' \\\n  ' },
  notes: [
    '`--client-secret-file` instead of `--client-secret` keeps the secret out of the process list; the file must not end with a line break.',
    'oauth2-proxy accepts ES256, from the discovery document.',
    'The sign-out link is `/oauth2/sign_out?rd=https%3A%2F%2F{issuer_host}%2Fend-session%3Fclient_id%3D{client_id}%26post_logout_redirect_uri%3Dhttps%253A%252F%252F{host}%252F`, which ends both sessions. A plain `/oauth2/sign_out` keeps the session at Countersign. Do not use `--backend-logout-url`: it sends the request without the browser, but Countersign asks the person for confirmation.',
    'oauth2-proxy does not support back-channel logout; its cookie is valid for `--cookie-expire` (seven days). Shorten that, or refresh it: add `offline_access` to `--scope` and to the application, and `--cookie-refresh=4m`. Then oauth2-proxy notices within that time that a session at Countersign has ended.',
    'A page with many images can trigger several refreshes at once. With cookie sessions, oauth2-proxy uses the same refresh token for all of them, which ends the session if refresh tokens rotate (`--rotate-refresh-tokens`, off by default). In that case, use `--session-store-type=redis`, which has a lock.',
    '**Groups**: the IDs are in `X-Forwarded-Groups`, for people who share them.',
    'After sign-in, people return to the requested page, including its query: the nginx block passes it in `X-Auth-Request-Redirect`, as a path on the same host.',
  ],
  sections: [
    {
      title: 'Behind nginx',
      parts: [
        'nginx has no OpenID Connect support; it checks every request with oauth2-proxy (`auth_request`).',
        {
          language: 'nginx',
          text: `location /oauth2/ {
  proxy_pass http://127.0.0.1:4180;
  proxy_set_header Host $host;
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-Uri $request_uri;
}
location = /oauth2/auth {
  proxy_pass http://127.0.0.1:4180;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-Uri $request_uri;
  proxy_set_header Content-Length "";
  proxy_pass_request_body off;
}
location / {
  auth_request /oauth2/auth;
  error_page 401 = @sign_in;
  auth_request_set $person $upstream_http_x_auth_request_user;
  proxy_set_header X-Person $person;
  proxy_pass http://127.0.0.1:8080;
}
location @sign_in {
  rewrite ^ /oauth2/start? break;
  proxy_pass http://127.0.0.1:4180;
  proxy_method GET;
  proxy_pass_request_body off;
  proxy_set_header Content-Length "";
  proxy_set_header Host $host;
  proxy_set_header X-Auth-Request-Redirect $request_uri;
}`,
        },
        '`X-Person` is the pairwise `sub`. To identify people by wallet, use `--oidc-email-claim=wallet`: then `$upstream_http_x_auth_request_email` is `eip155:1:0x…`, and people who do not share their address get a 500 error; `--require wallet` at Countersign makes it required at consent. Do not use `X-Auth-Request-Preferred-Username` as the wallet: people choose that name.',
        'Keep the nginx defaults `ignore_invalid_headers on` and `underscores_in_headers off`: PHP and other CGI programs read `X.Person` or `X_Person` sent by a visitor as `X-Person`. Refuse requests without `X-Person`.',
      ],
    },
  ],
  verification: { how: 'script' },
}
