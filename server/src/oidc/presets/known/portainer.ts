import type { ApplicationPreset } from '../application-preset-types.ts'

export const portainer: ApplicationPreset = {
  id: 'portainer',
  name: 'Portainer',
  category: 'infrastructure',
  description: 'Container management in the browser.',
  settingsLocation: 'Settings → Authentication, with method OAuth and provider Custom',
  address: 'https://portainer.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
    postLogoutUris: ['{address}'],
    requires: [{ claim: 'preferred_username', reason: 'Portainer identifies you by it.' }],
  },
  reasons: {
    requires: 'Portainer matches people by the claim configured as the user identifier.',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
    authentication: 'It sends the secret in the request body.',
  },
  email: 'unused',
  accountMatching: 'name',
  signOut: 'both',
  settings: [
    {
      name: 'Client ID',
      value: '{client_id}',
    },
    {
      name: 'Client Secret',
      value: '{client_secret}',
    },
    {
      name: 'Authorization URL',
      value: '{issuer}/authorize',
    },
    {
      name: 'Access Token URL',
      value: '{issuer}/token',
    },
    {
      name: 'Resource URL',
      value: '{issuer}/userinfo',
    },
    {
      name: 'Redirect URL',
      value: '{redirect}',
      explanation: 'Without a trailing slash, exactly as registered.',
    },
    {
      name: 'Logout URL',
      value: '{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}',
    },
    {
      name: 'User Identifier',
      value: 'preferred_username',
      explanation: 'Alternatively `sub`, which never changes; then remove the requirement with `--require ""`.',
    },
    {
      name: 'Scopes',
      value: '{scopes}',
    },
    {
      name: 'Auth Style',
      value: 'In Params',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: [
    'Automatic User Provision gives anyone with a wallet an account, unless the application here is restricted to a [group](../groups.md). New accounts have no access until it is granted.',
  ],
  verification: {
    how: 'written',
    version: '2.21.4',
    on: '2026-11-23',
    from: ['Authelia’s guide for Portainer, tested there with 2.21.4', 'its source code (`LogoutURI`)'],
  },
}
