import type { ApplicationPreset } from '../application-preset-types.ts'

export const jupyterhub: ApplicationPreset = {
  id: 'jupyterhub',
  name: 'JupyterHub',
  category: 'data',
  description: 'Multi-user notebook server, with oauthenticator.',
  settingsLocation: 'jupyterhub_config.py',
  address: 'https://hub.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/hub/oauth_callback'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: { idTokenAlgorithm: 'Tested with ES256; it reads userinfo and no ID token.' },
  email: 'unused',
  accountMatching: 'name-or-sub',
  signOut: 'both',
  settings: [
    { name: 'client_id', value: '{client_id}' },
    { name: 'client_secret', value: '{client_secret}' },
    { name: 'oauth_callback_url', value: '{redirect}' },
    { name: 'authorize_url', value: '{issuer}/authorize' },
    { name: 'token_url', value: '{issuer}/token' },
    { name: 'userdata_url', value: '{issuer}/userinfo' },
    { name: 'scope', value: '[{scopes_list}]' },
    {
      name: 'username_claim',
      value: "lambda user: user.get('preferred_username') or user['sub']",
      explanation: 'Otherwise, people without a username see "500 : Internal Server Error".',
    },
    { name: 'auth_state_groups_key', value: 'oauth_user.groups' },
    {
      name: 'logout_redirect_url',
      value: '{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'python',
    text: `from oauthenticator.generic import GenericOAuthenticator

c.JupyterHub.authenticator_class = GenericOAuthenticator
c.GenericOAuthenticator.client_id = '{client_id}'
c.GenericOAuthenticator.client_secret = '{client_secret}'
c.GenericOAuthenticator.oauth_callback_url = '{redirect}'
c.GenericOAuthenticator.authorize_url = '{issuer}/authorize'
c.GenericOAuthenticator.token_url = '{issuer}/token'
c.GenericOAuthenticator.userdata_url = '{issuer}/userinfo'
c.GenericOAuthenticator.scope = [{scopes_list}]
c.GenericOAuthenticator.username_claim = lambda user: user.get('preferred_username') or user['sub']
c.GenericOAuthenticator.enable_auth_state = True
c.GenericOAuthenticator.manage_groups = True
c.GenericOAuthenticator.auth_state_groups_key = 'oauth_user.groups'
c.GenericOAuthenticator.allowed_groups = {'staff'}
c.GenericOAuthenticator.admin_groups = {'admins'}
c.GenericOAuthenticator.logout_redirect_url = '{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/'`,
  },
  notes: [
    '`enable_auth_state` needs the environment variable `JUPYTERHUB_CRYPT_KEY=$(openssl rand -hex 32)`.',
    'If a person’s username changes, JupyterHub treats them as a different user with an empty home folder. To prevent this, set `username_claim = "sub"`.',
    '**Groups**: `allowed_groups` limits access to members (others see "403 : Sorry, you are not currently authorized to use this hub"); `admin_groups` makes members administrators. For a clearer refusal, use `--allowed-group staff` at Countersign and `allow_all = True` in JupyterHub.',
    '**Staying signed in**: JupyterHub requires a new sign-in when its cookie expires after 14 days. To end the session within minutes of the one at Countersign, also request `offline_access` (`--scope "openid profile groups offline_access"` here and in `scope`) and set `auth_refresh_age = 300`.',
    'PKCE is on by default.',
  ],
  verification: { how: 'script' },
}
