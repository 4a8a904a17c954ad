// oauth2-proxy, before nginx or others.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const oauth2Proxy: ApplicationPreset = {
  id: 'oauth2-proxy',
  name: 'oauth2-proxy',
  description: 'Stands in front of an application that has no sign-in of its own, for example with nginx.',
  settingsLocation: 'the options of its command',
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
    claimsIn: 'It reads the ID token.',
    idTokenAlgorithm: 'It was run with ES256.',
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
        'Make it once: `openssl rand -base64 32 | tr -- "+/" "-_" | tr -d "\\n" > /etc/oauth2-proxy/cookie-secret`.',
    },
    { name: 'redirect-url', value: '{redirect}' },
    { name: 'scope', value: '"{scopes}"' },
    {
      name: 'code-challenge-method',
      value: 'S256',
      explanation: 'PKCE is off by default; it makes a stolen code useless.',
    },
    {
      name: 'oidc-email-claim',
      value: 'sub',
      explanation:
        'oauth2-proxy refuses whoever has no e-mail address, and takes any unique text for one. Its check of `email_verified` is made only for the claim `email`; `--insecure-oidc-allow-unverified-email` is not needed.',
    },
    {
      name: 'email-domain',
      value: '"*"',
      explanation:
        'Anyone who can sign in here. Restrict the application at Countersign (`--allowed-group`), or add `--allowed-group=staff` with the ID of a group to this command. `--authenticated-emails-file` restricts no one while this line is there; it works in place of it.',
    },
    { name: 'insecure-oidc-skip-nonce', value: 'false' },
    { name: 'skip-provider-button', value: 'true' },
    { name: 'reverse-proxy', value: 'true' },
    {
      name: 'trusted-proxy-ip',
      value: '127.0.0.1',
      explanation: 'The address of the proxy in front. Without it everyone is trusted to send X-Forwarded headers.',
    },
    { name: 'set-xauthrequest', value: 'true' },
    { name: 'whitelist-domain', value: '{issuer_host}' },
  ],
  settingsFormat: { as: 'lines', language: 'sh', first: 'oauth2-proxy', line: '--NAME=VALUE', between: ' \\\n  ' },
  notes: [
    '`--client-secret-file` in place of `--client-secret` keeps the secret out of the list of processes; the file must not end in a line break.',
    'ES256 is understood, from the discovery document.',
    'The link for signing out is `/oauth2/sign_out?rd=https%3A%2F%2F{issuer_host}%2Fend-session%3Fclient_id%3D{client_id}%26post_logout_redirect_uri%3Dhttps%253A%252F%252F{host}%252F`, which ends both sessions. A plain `/oauth2/sign_out` leaves the session at Countersign. Not `--backend-logout-url`: that asks without the browser, and Countersign asks the person.',
    'oauth2-proxy has no back-channel logout; its cookie lives for `--cookie-expire` (seven days). Shorten it, or renew it: add `offline_access` to `--scope` and to the application, and `--cookie-refresh=4m`. Then a session that ended at Countersign is noticed within that time.',
    'A page with many pictures refreshes in several requests at once. With cookies alone oauth2-proxy uses one refresh token for all of them, which ends the session where refresh tokens rotate (`--rotate-refresh-tokens`, off by default). `--session-store-type=redis` has a lock; use it where that happens.',
    '**Groups** are in `X-Forwarded-Groups`, by their IDs, for those who share them.',
    'The page that was asked for, with its query, is reached after the sign-in: the block for nginx passes it on by `X-Auth-Request-Redirect`, as an address on the same host.',
  ],
  sections: [
    {
      title: 'Behind nginx',
      parts: [
        'nginx has no OpenID Connect of its own; it asks oauth2-proxy about every request (`auth_request`).',
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
        '`X-Person` is the pairwise `sub`. To know people by their wallet take `--oidc-email-claim=wallet`: then `$upstream_http_x_auth_request_email` is `eip155:1:0x…`, and a person who does not share the address sees an error 500; `--require wallet` at Countersign makes it part of the consent. Do not take `X-Auth-Request-Preferred-Username` for the wallet: people choose that name.',
        'Keep `ignore_invalid_headers on` and `underscores_in_headers off` in nginx, the defaults: PHP and other CGI programs read `X.Person` or `X_Person` of a visitor as `X-Person`. Refuse requests without `X-Person`.',
      ],
    },
  ],
  verification: { how: 'script' },
}
