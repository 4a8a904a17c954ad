// The claims that this server tells of a person, by the scope that each goes with, and where an application can find one.

/** Without `openid`: what a token is and who somebody is can be told by no other name. */
export const claimsByScope = {
  profile: ['name', 'preferred_username', 'picture', 'locale'],
  email: ['email', 'email_verified'],
  wallet: ['wallet', 'wallets', 'wallet_name'],
  groups: ['groups'],
  proof: ['proof'],
} as const

/** Where an application finds a claim. */
export const oidcClaimLocations = ['id-token', 'userinfo', 'both'] as const
export type OidcClaimLocation = (typeof oidcClaimLocations)[number]
