import type { ApplicationPreset } from '../application-preset-types.ts'

export const gitlab: ApplicationPreset = {
  id: 'gitlab',
  name: 'GitLab',
  category: 'code',
  description: 'Git and DevOps platform (self-managed).',
  settingsLocation: '/etc/gitlab/gitlab.rb, then "gitlab-ctl reconfigure"',
  address: 'https://gitlab.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/users/auth/openid_connect/callback'],
    scopes: ['openid', 'profile', 'wallet'],
    requires: [{ claim: 'preferred_username', reason: 'GitLab creates your username from it.' }],
  },
  reasons: {
    requires: 'GitLab cannot create an account without a username or email address, and reports an error.',
  },
  email: 'asked',
  signOut: 'own',
  settings: [
    { name: 'scope', value: '{scopes}' },
    { name: 'response_type', value: 'code' },
    { name: 'issuer', value: '{issuer}' },
    { name: 'discovery', value: 'true' },
    { name: 'client_auth_method', value: 'basic' },
    { name: 'uid_field', value: 'sub' },
    {
      name: 'gitlab_username_claim',
      value: 'preferred_username',
      explanation: 'GitLab creates the username of a new account from it.',
    },
    { name: 'send_scope_to_token_endpoint', value: 'false' },
    { name: 'pkce', value: 'true', explanation: 'Off by default. PKCE makes a stolen authorization code useless.' },
    { name: 'client_options.identifier', value: '{client_id}' },
    { name: 'client_options.secret', value: '{client_secret}' },
    { name: 'client_options.redirect_uri', value: '{redirect}' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'ruby',
    text: `gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_block_auto_created_users'] = true
gitlab_rails['omniauth_providers'] = [
  {
    name: 'openid_connect',
    label: 'Countersign',
    args: {
      name: 'openid_connect',
      scope: %w[{scopes}],
      response_type: 'code',
      issuer: '{issuer}',
      discovery: true,
      client_auth_method: 'basic',
      uid_field: 'sub',
      gitlab_username_claim: 'preferred_username',
      send_scope_to_token_endpoint: false,
      pkce: true,
      client_options: {
        identifier: '{client_id}',
        secret: '{client_secret}',
        redirect_uri: '{redirect}'
      }
    }
  }
]`,
  },
  notes: [
    '**Email**: GitLab gives a new account a placeholder (`temp-email-for-oauth-…@gitlab.localhost`) and sends the person to their profile to enter a real address first. This needs no configuration. GitLab confirms the address as usual.',
    'With `omniauth_block_auto_created_users`, an administrator must approve each new user. If it is `false`, anyone with a wallet gets an account.',
    'Leave `omniauth_auto_link_user` off for this provider: it links accounts by email address.',
    'The issuer must use https.',
  ],
  verification: {
    how: 'written',
    version: 'main branch',
    on: '2026-11-23',
    from: [
      'its documentation ("OpenID Connect as an OmniAuth provider")',
      'its source',
      'the source code of omniauth_openid_connect',
      'Authelia’s guide, tested there with CE 16.9.0',
    ],
  },
}
