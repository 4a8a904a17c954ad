// oauth2-proxy, before nginx or others.
import type { Program } from '../program.ts'

export const oauth2Proxy: Program = {
  id: 'oauth2-proxy',
  name: 'oauth2-proxy',
  about: 'Stands before whatever has no sign-in of its own, as with nginx.',
  where: 'the options of its command',
  address: 'https://wiki.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/callback'],
    scopes: ['openid', 'profile', 'wallet'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  because: {
    idTokenAlgorithm: 'It accepts the algorithms of the discovery document.',
    claimsIn: 'It reads the ID token.',
  },
  email: 'any-text',
  settings: [
    { name: 'provider', value: 'oidc' },
    { name: 'oidc-issuer-url', value: '{issuer}' },
    { name: 'client-id', value: '{client_id}' },
    { name: 'client-secret', value: '{client_secret}' },
    { name: 'cookie-secret', value: '"$(cat /etc/oauth2-proxy/cookie-secret)"' },
    { name: 'redirect-url', value: '{redirect}' },
    { name: 'scope', value: '"{scopes}"' },
    { name: 'code-challenge-method', value: 'S256', about: 'PKCE is off by default, and needed here.' },
    {
      name: 'oidc-email-claim',
      value: 'sub',
      about:
        'oauth2-proxy refuses whoever has no e-mail address, and takes any unique text for one. Its check of `email_verified` is made only for the claim `email`; `--insecure-oidc-allow-unverified-email` is not needed.',
    },
    {
      name: 'email-domain',
      value: '"*"',
      about: 'There is no domain. To let in some people only, list their `sub` in `--authenticated-emails-file`.',
    },
    { name: 'insecure-oidc-skip-nonce', value: 'false' },
    { name: 'skip-provider-button', value: 'true' },
    { name: 'reverse-proxy', value: 'true' },
    { name: 'set-xauthrequest', value: 'true' },
    { name: 'whitelist-domain', value: '{issuer_host}' },
  ],
  form: { as: 'lines', language: 'sh', first: 'oauth2-proxy', line: '--NAME=VALUE', between: ' \\\n  ' },
  notes: [
    '`--client-secret-file` in place of `--client-secret` keeps the secret out of the list of processes; the file must not end in a line break.',
    'ES256 is understood, from the discovery document.',
    '**Signing out**: link to `/oauth2/sign_out?rd=https%3A%2F%2F{issuer_host}%2Fend-session`. Not `--backend-logout-url`: that asks without the browser, and Countersign asks the person.',
    'oauth2-proxy has no back-channel logout; its cookie lives for `--cookie-expire` (seven days). Shorten it, or renew it: add `offline_access` to `--scope` and to the application, `--prompt=consent`, and `--cookie-refresh=4m`. Then a session that ended at Countersign is noticed within that time.',
  ],
  more: [
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
  return 302 /oauth2/sign_in?rd=$scheme://$host$request_uri;
}`,
        },
        '`X-Person` is the pairwise `sub`. To know people by their wallet take `--oidc-email-claim=wallet`: then `$upstream_http_x_auth_request_email` is `eip155:1:0x…`, and whoever does not share the address is refused. Do not take `X-Auth-Request-Preferred-Username` for the wallet: people choose that name.',
        'Keep `ignore_invalid_headers on` and `underscores_in_headers off` in nginx, the defaults: PHP and other CGI programs read `X.Person` or `X_Person` of a visitor as `X-Person`. Refuse requests without `X-Person`.',
      ],
    },
  ],
  tried: {
    how: 'written',
    version: '7, main branch',
    on: '2026-11-23',
    from: ['its documentation', 'its source'],
  },
}
