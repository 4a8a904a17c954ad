// The scopes that an application can ask for. Apart from the calls, so that a page that offers them does not carry every schema.

/** What an application can be told about a person. `openid` is the name that a person has with it alone. */
export const supportedOAuthScopes = ['openid', 'profile', 'wallet', 'groups', 'proof', 'offline_access'] as const
export type OAuthScope = (typeof supportedOAuthScopes)[number]

/** What a person is asked about, in the order in which they read it: each scope; the user name, which comes with `profile` and can be withheld by
 * itself; and what the scope `email` stands for at an application, as the operator has set it: the verified address, or an alias. */
export const consentableScopes = [
  'openid',
  'profile',
  'user_name',
  'email',
  'email_alias',
  'wallet',
  'groups',
  'proof',
  'offline_access',
] as const
export type ConsentableScope = OAuthScope | (typeof consentableScopes)[number]

/** The claims and scopes that an application can require, by their names in OpenID Connect: each that a person can withhold or lack. */
export const requirableClaims = [
  'name',
  'preferred_username',
  'email',
  'wallet',
  'groups',
  'proof',
  'offline_access',
] as const
export type RequirableClaim = (typeof requirableClaims)[number]
