// This is a separate file, so that pages do not load the API schemas.

/** The scope `openid` grants the pairwise subject. */
export const supportedOAuthScopes = ['openid', 'profile', 'wallet', 'groups', 'proof', 'offline_access'] as const
export type OAuthScope = (typeof supportedOAuthScopes)[number]

// Listed in display order. `user_name` is part of `profile` but can be withheld. The scope `email`
// grants the verified address or an alias; the operator decides which.
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

/** The claims that an application can require, by their OpenID Connect names. */
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
