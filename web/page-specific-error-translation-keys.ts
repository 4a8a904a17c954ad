// The errors whose messages only some pages load; those of all others are in the messages of every page.

/** Errors, or groups of them, that the account, the consent page and the console meet: the sign-in page does without their texts. */
export const signedInPageErrorTranslationKeys = [
  'email',
  'grant',
  'merge',
  'person.name_contains_address',
  'person.name_invalid',
  'picture',
  'sign_in_method',
  'username',
]

/** Errors, or groups of them, that only the console meets. */
export const adminErrorTranslationKeys = [
  'api_token',
  'application.conflict',
  'application.invalid',
  'application.not_found',
  'application.test_login_unavailable',
  'application.already_exists',
  'application.test_login_not_found',
  'application.no_secret',
  'asset',
  'branding',
  'event',
  'group',
  'person.not_active',
  'person.not_found',
  'person.not_suspended',
  'person.cannot_target_self',
  'person.no_wallet',
  'resource',
  'role',
  'rule',
  'setup',
  'site',
  'view',
]
