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
  readInteraction: { method: 'GET', path: '/api/interactions/:id' },
  consent: { method: 'POST', path: '/api/interactions/:id/consent' },
  deny: { method: 'POST', path: '/api/interactions/:id/deny' },
  readDeviceRequest: { method: 'POST', path: '/api/device/read' },
  approveDevice: { method: 'POST', path: '/api/device/approve' },
  denyDevice: { method: 'POST', path: '/api/device/deny' },
  readSignOutRequest: { method: 'GET', path: '/api/sign-out-requests/:id' },
  confirmSignOut: { method: 'POST', path: '/api/sign-out-requests/:id/confirm' },
  listGrants: { method: 'GET', path: '/api/grants' },
  withdrawGrant: { method: 'DELETE', path: '/api/grants/:id' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: `/api/${string}` }>

export type CallName = keyof typeof routes
