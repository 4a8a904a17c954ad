// Django with allauth's openid_connect.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const djangoAllauth: ApplicationPreset = {
  id: 'django-allauth',
  name: 'Django: allauth',
  description: 'A library for applications in Django; many of them, such as Paperless-ngx, use it.',
  settingsLocation: 'settings.py',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/accounts/oidc/countersign/login/callback/'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: { idTokenAlgorithm: 'ES256 was run.' },
  email: 'unused',
  signOut: 'own',
  settings: [
    { name: 'client_id', value: '{client_id}' },
    { name: 'secret', value: '{client_secret}' },
    { name: 'server_url', value: '{issuer}' },
    {
      name: 'OAUTH_PKCE_ENABLED',
      value: 'True',
      explanation: 'It is off by default. Without it: "Third-Party Login Failure".',
    },
    { name: 'SCOPE', value: '[{scopes_list}]', explanation: 'The default has `email` as well.' },
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
    'The redirect address has the `provider_id` in it.',
    '**Names**: allauth knows people by `sub`. The user name is proposed from `preferred_username`; for a person who has none it is `user`, with a number.',
    '**Groups** are in `SocialAccount.extra_data["userinfo"]`; the adapter below makes them groups of Django.',
    'Send people to `{issuer}/end-session?client_id={client_id}` after signing out to end the session at Countersign.',
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
