import type { ApplicationPreset } from '../application-preset-types.ts'

export const mozillaDjangoOidc: ApplicationPreset = {
  id: 'mozilla-django-oidc',
  name: 'Django: mozilla-django-oidc',
  category: 'libraries',
  description: 'Authentication library for Django applications.',
  settingsLocation: 'settings.py',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oidc/callback/'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: { idTokenAlgorithm: 'Tested with ES256; `OIDC_RP_SIGN_ALGO` must match.' },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'OIDC_RP_CLIENT_ID', value: '{client_id}' },
    { name: 'OIDC_RP_CLIENT_SECRET', value: '{client_secret}' },
    { name: 'OIDC_RP_SCOPES', value: '{scopes}' },
    {
      name: 'OIDC_RP_SIGN_ALGO',
      value: 'ES256',
      explanation:
        'The default is HS256, which fails with "The provider algorithm … does not match the client\'s OIDC_RP_SIGN_ALGO".',
    },
    { name: 'OIDC_USE_PKCE', value: 'True' },
    { name: 'OIDC_OP_AUTHORIZATION_ENDPOINT', value: '{issuer}/authorize' },
    { name: 'OIDC_OP_TOKEN_ENDPOINT', value: '{issuer}/token' },
    { name: 'OIDC_OP_USER_ENDPOINT', value: '{issuer}/userinfo' },
    { name: 'OIDC_OP_JWKS_ENDPOINT', value: '{issuer}/jwks' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'python',
    text: `INSTALLED_APPS += ['mozilla_django_oidc']
AUTHENTICATION_BACKENDS = ['countersign_backend.CountersignBackend']
OIDC_RP_CLIENT_ID = '{client_id}'
OIDC_RP_CLIENT_SECRET = '{client_secret}'
OIDC_RP_SCOPES = '{scopes}'
OIDC_RP_SIGN_ALGO = 'ES256'
OIDC_USE_PKCE = True
OIDC_STORE_ID_TOKEN = True
OIDC_OP_AUTHORIZATION_ENDPOINT = '{issuer}/authorize'
OIDC_OP_TOKEN_ENDPOINT = '{issuer}/token'
OIDC_OP_USER_ENDPOINT = '{issuer}/userinfo'
OIDC_OP_JWKS_ENDPOINT = '{issuer}/jwks'
OIDC_OP_LOGOUT_URL_METHOD = 'countersign_backend.sign_out'
LOGIN_REDIRECT_URL = '/'
LOGOUT_REDIRECT_URL = '/'`,
  },
  notes: [
    'The default backend matches people by email address, which is not a stable identifier. The backend below uses `sub`, which every person has and which never changes.',
    '`SessionRefresh` in `MIDDLEWARE` renews silently (`prompt=none`), and signs people out within `OIDC_RENEW_ID_TOKEN_EXPIRY_SECONDS` after their session at Countersign ends.',
  ],
  sections: [
    {
      title: 'countersign_backend.py',
      parts: [
        {
          language: 'python',
          text: `from urllib.parse import urlencode

from django.contrib.auth.models import Group
from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class CountersignBackend(OIDCAuthenticationBackend):
    def verify_claims(self, claims):
        return 'sub' in claims

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims['sub'])

    def create_user(self, claims):
        return self.update_user(self.UserModel.objects.create_user(claims['sub']), claims)

    def update_user(self, user, claims):
        user.first_name = claims.get('preferred_username', '')
        user.save()
        user.groups.set([Group.objects.get_or_create(name=name)[0] for name in claims.get('groups', [])])
        return user


def sign_out(request):
    hint = request.session.get('oidc_id_token', '')
    return '{issuer}/end-session?' + urlencode(
        {'id_token_hint': hint, 'post_logout_redirect_uri': '{address}/'})`,
        },
      ],
    },
  ],
  verification: { how: 'script' },
}
