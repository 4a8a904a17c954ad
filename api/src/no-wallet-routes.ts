// Where the calls live that only who has no wallet makes. Apart from the others, so that the sign-in page does not carry them.

export const noWalletRoutes = {
  readFirstWays: { method: 'GET', path: '/api/first-ways' },
  createPasskeySignUp: { method: 'POST', path: '/api/sign-up/passkey/options' },
  signUpWithPasskey: { method: 'POST', path: '/api/sign-up/passkey' },
} as const

export type NoWalletCallName = keyof typeof noWalletRoutes
