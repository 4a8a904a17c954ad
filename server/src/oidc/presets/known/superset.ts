import type { ApplicationPreset } from '../application-preset-types.ts'

export const superset: ApplicationPreset = {
  id: 'superset',
  name: 'Superset',
  category: 'data',
  description: 'Dashboards. Also for Airflow 2 and others with Flask-AppBuilder.',
  settingsLocation: 'superset_config.py',
  address: 'https://charts.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth-authorized/countersign'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: { idTokenAlgorithm: 'Tested with ES256.' },
  email: 'alias',
  accountMatching: 'name-or-sub',
  signOut: 'own',
  settings: [
    { name: 'client_id', value: '{client_id}' },
    { name: 'client_secret', value: '{client_secret}' },
    { name: 'server_metadata_url', value: '{issuer}/.well-known/openid-configuration' },
    { name: 'client_kwargs.scope', value: '{scopes} email' },
    {
      name: 'client_kwargs.code_challenge_method',
      value: 'S256',
      explanation: 'Authlib does not use PKCE by default.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'python',
    text: `from flask_appbuilder.security.manager import AUTH_OAUTH
from superset.security import SupersetSecurityManager


class CountersignSecurityManager(SupersetSecurityManager):
    def oauth_user_info(self, provider, response=None):
        user = self.appbuilder.sm.oauth_remotes[provider].userinfo()
        return {
            'username': user.get('preferred_username') or user['sub'],
            'first_name': user.get('name') or user.get('preferred_username') or user['sub'],
            'last_name': '',
            'email': user.get('email') or user['sub'] + '@wallet.invalid',
            'role_keys': user.get('groups', []),
        }


CUSTOM_SECURITY_MANAGER = CountersignSecurityManager
AUTH_TYPE = AUTH_OAUTH
AUTH_USER_REGISTRATION = True
AUTH_USER_REGISTRATION_ROLE = 'Public'
AUTH_ROLES_SYNC_AT_LOGIN = True
AUTH_ROLES_MAPPING = {'staff': ['Gamma'], 'admins': ['Admin']}
OAUTH_PROVIDERS = [{
    'name': 'countersign',
    'icon': 'fa-key',
    'token_key': 'access_token',
    'remote_app': {
        'client_id': '{client_id}',
        'client_secret': '{client_secret}',
        'server_metadata_url': '{issuer}/.well-known/openid-configuration',
        'client_kwargs': {'scope': '{scopes} email', 'code_challenge_method': 'S256'},
    },
}]`,
  },
  notes: [
    'To always identify people by `sub`, use `user["sub"]` as the username.',
    '**Groups**: `AUTH_ROLES_MAPPING` maps group IDs to roles. Everyone also gets `AUTH_USER_REGISTRATION_ROLE`, including people in none of the groups; to refuse them, use `--allowed-group` here.',
    'People who share no email address get one at `wallet.invalid`, because Flask-AppBuilder requires an address.',
  ],
  verification: { how: 'script' },
}
