import type { ApplicationPreset } from '../application-preset-types.ts'

export const djangoAllauth: ApplicationPreset = {
  id: 'django-allauth',
  name: 'Django: allauth',
  category: 'libraries',
  description: 'Authentication library for Django applications, such as Paperless-ngx.',
  settingsLocation: 'settings.py',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/accounts/oidc/countersign/login/callback/'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: { idTokenAlgorithm: 'Tested with ES256.' },
  email: 'unused',
  signOut: 'own',
  settings: [
    { name: 'client_id', value: '{client_id}' },
    { name: 'secret', value: '{client_secret}' },
    { name: 'server_url', value: '{issuer}' },
    {
      name: 'OAUTH_PKCE_ENABLED',
      value: 'True',
      explanation: 'Off by default. Without it, sign-in fails with "Third-Party Login Failure".',
    },
    { name: 'SCOPE', value: '[{scopes_list}]', explanation: 'The default also requests `email`.' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'python',
    text: `INSTALLED_APPS += [
    'allauth',
    'allauth.account',
    'allauth.socialaccount',
    'allauth.socialaccount.providers.openid_connect',
]
MIDDLEWARE += ['allauth.account.middleware.AccountMiddleware']
AUTHENTICATION_BACKENDS = ['allauth.account.auth_backends.AuthenticationBackend']
SOCIALACCOUNT_PROVIDERS = {
    'openid_connect': {
        'OAUTH_PKCE_ENABLED': True,
        'SCOPE': [{scopes_list}],
        'APPS': [{
            'provider_id': 'countersign',
            'name': 'Countersign',
            'client_id': '{client_id}',
            'secret': '{client_secret}',
            'settings': {'server_url': '{issuer}'},
        }],
    },
}
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False`,
  },
  notes: [
    'The redirect URI contains the `provider_id`.',
    '**Names**: allauth identifies people by `sub`. The suggested username comes from `preferred_username`; without one, it is `user` with a number.',
    '**Groups** are in `SocialAccount.extra_data["userinfo"]`; the adapter below maps them to Django groups.',
    'To end the session at Countersign too, redirect people to `{issuer}/end-session?client_id={client_id}` after they sign out.',
  ],
  sections: [
    {
      title: 'Groups',
      parts: [
        'With `SOCIALACCOUNT_ADAPTER = "countersign_adapter.CountersignAdapter"` in settings.py, each sign-in updates the person’s groups. The adapter is a file `countersign_adapter.py`:',
        {
          language: 'python',
          text: `from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.contrib.auth.models import Group


def set_groups(login):
    names = login.account.extra_data['userinfo'].get('groups', [])
    login.user.groups.set([Group.objects.get_or_create(name=name)[0] for name in names])


class CountersignAdapter(DefaultSocialAccountAdapter):
    def pre_social_login(self, request, login):
        if login.is_existing:
            set_groups(login)

    def save_user(self, request, login, form=None):
        user = super().save_user(request, login, form)
        set_groups(login)
        return user`,
        },
      ],
    },
  ],
  verification: { how: 'script' },
}
