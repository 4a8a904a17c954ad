// Portainer: containers, in a browser.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const portainer: ApplicationPreset = {
  id: 'portainer',
  name: 'Portainer',
  description: 'Containers, in a browser.',
  settingsLocation: 'Settings → Authentication, with the method OAuth and the provider Custom',
  address: 'https://portainer.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
    postLogoutUris: ['{address}'],
    requires: [{ claim: 'preferred_username', reason: 'Portainer knows you by it.' }],
  },
  reasons: {
    requires: 'Portainer finds people by the claim that is set as user identifier.',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
    authentication: 'It sends the secret in the body.',
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
      explanation: 'Without a slash at the end, as it is registered.',
    },
    {
      name: 'Logout URL',
      value: '{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}',
    },
    {
      name: 'User Identifier',
      value: 'preferred_username',
      explanation: 'Or `sub`, which never changes; then `--require ""` removes the requirement.',
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
    'Automatic User Provision gives an account to anybody with a wallet, unless the application here is for a [group](../groups.md). Such an account sees nothing until it is given something.',
  ],
  verification: {
    how: 'written',
    version: '2.21.4',
    on: '2026-11-23',
    from: ['the settings that Authelia publishes for Portainer, tried there with 2.21.4', 'its source (`LogoutURI`)'],
  },
}
