// Where every call lives: its method and path, by the call's name. Apart from the schemas, so that the browser can
// import it without carrying them.

export const routes = {
  createChallenge: { method: 'POST', path: '/api/challenges' },
  signIn: { method: 'POST', path: '/api/sign-in' },
  signOut: { method: 'POST', path: '/api/sign-out' },
  readSession: { method: 'GET', path: '/api/session' },
  listWallets: { method: 'GET', path: '/api/wallets' },
  listSessions: { method: 'GET', path: '/api/sessions' },
  endSession: { method: 'DELETE', path: '/api/sessions/:id' },
  endOtherSessions: { method: 'DELETE', path: '/api/sessions' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: `/api/${string}` }>

export type CallName = keyof typeof routes
