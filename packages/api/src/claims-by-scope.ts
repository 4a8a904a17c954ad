// The claims about a person, by scope, and the locations where an application can find them.

/** `openid` is missing because its claims cannot be renamed. */
export const claimsByScope = {
  profile: ['name', 'preferred_username', 'picture', 'locale'],
  email: ['email', 'email_verified'],
  wallet: ['wallet', 'wallets', 'wallet_name', 'wallet_kind'],
  groups: ['groups'],
  proof: ['proof'],
} as const

export const oidcClaimLocations = ['id-token', 'userinfo', 'both'] as const
export type OidcClaimLocation = (typeof oidcClaimLocations)[number]
