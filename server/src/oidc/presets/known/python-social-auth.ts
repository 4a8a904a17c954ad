import type { ApplicationPreset } from '../application-preset-types.ts'

export const pythonSocialAuth: ApplicationPreset = {
  id: 'python-social-auth',
  name: 'Django: python-social-auth',
  category: 'libraries',
  description: 'Authentication library for Django and other Python applications.',
  settingsLocation: 'settings.py',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/complete/oidc/'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm: 'The only algorithm it accepts, unless `SOCIAL_AUTH_OIDC_JWT_ALGORITHMS` sets another.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    { name: 'SOCIAL_AUTH_OIDC_OIDC_ENDPOINT', value: '{issuer}' },
    { name: 'SOCIAL_AUTH_OIDC_KEY', value: '{client_id}' },
    { name: 'SOCIAL_AUTH_OIDC_SECRET', value: '{client_secret}' },
    { name: 'SOCIAL_AUTH_OIDC_SCOPE', value: '[{scopes_list}]' },
    { name: 'SOCIAL_AUTH_OIDC_USE_PKCE', value: 'True', explanation: 'Off by default.' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'python',
    text: `INSTALLED_APPS += ['social_django']
AUTHENTICATION_BACKENDS = [
    'social_core.backends.open_id_connect.OpenIdConnectAuth',
    'django.contrib.auth.backends.ModelBackend',
]
SOCIAL_AUTH_OIDC_OIDC_ENDPOINT = '{issuer}'
SOCIAL_AUTH_OIDC_KEY = '{client_id}'
SOCIAL_AUTH_OIDC_SECRET = '{client_secret}'
SOCIAL_AUTH_OIDC_SCOPE = [{scopes_list}]
SOCIAL_AUTH_OIDC_USE_PKCE = True`,
  },
  notes: [
    'As of `social-auth-app-django` 8, a sign-in starts with a POST to `/login/oidc/`.',
    '**Names**: people are identified by `sub`. The username comes from `preferred_username`; without one, it is random.',
    'With ES256 at Countersign, it reports "The authentication response signature could not be verified", unless you set `SOCIAL_AUTH_OIDC_JWT_ALGORITHMS = ["ES256"]`.',
    'To end the session at Countersign too, redirect people to `{issuer}/end-session?client_id={client_id}` after they sign out.',
  ],
  sections: [
    {
      title: 'Groups',
      parts: [
        'With `social-auth-core` 7.0.0, groups that exist in Django can be synchronized from Countersign. With `SOCIAL_AUTH_OIDC_ALLOW_GROUPS = ["staff"]`, only members of that group can sign in. Other people see "Authentication is not allowed by the application policy." (with `DEBUG`, an exception).',
        {
          language: 'python',
          text: `from social_core.pipeline import DEFAULT_AUTH_PIPELINE

MIDDLEWARE += ['social_django.middleware.SocialAuthExceptionMiddleware']
SOCIAL_AUTH_OIDC_GROUPS_KEY = 'groups'
SOCIAL_AUTH_OIDC_GROUPS_MISSING_AS_EMPTY = True
SOCIAL_AUTH_OIDC_GROUPS_MAP = {'staff': ['staff'], 'admins': ['admins']}
SOCIAL_AUTH_PIPELINE = [*DEFAULT_AUTH_PIPELINE, 'social_core.pipeline.user.sync_groups']`,
        },
      ],
    },
  ],
  verification: { how: 'script' },
}
