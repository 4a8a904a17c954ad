// This is a separate file to keep the sign-in page small.

export const signInApiRoutes = {
  createChallenge: { method: 'POST', path: '/api/challenges' },
  readChallenge: { method: 'GET', path: '/api/challenges/:id' },
  signIn: { method: 'POST', path: '/api/sign-in' },
  reportSignInFailure: { method: 'POST', path: '/api/sign-in-failures' },
  readSession: { method: 'GET', path: '/api/session' },
  createPasskeySignIn: { method: 'POST', path: '/api/sign-in/passkey/options' },
  signInWithPasskey: { method: 'POST', path: '/api/sign-in/passkey' },
  readSignUpMethods: { method: 'GET', path: '/api/sign-up/methods' },
  createPasskeySignUp: { method: 'POST', path: '/api/sign-up/passkey/options' },
  signUpWithPasskey: { method: 'POST', path: '/api/sign-up/passkey' },
  readInteraction: { method: 'GET', path: '/api/interactions/:id' },
  deny: { method: 'POST', path: '/api/interactions/:id/deny' },
} as const

export type SignInApiEndpointName = keyof typeof signInApiRoutes
