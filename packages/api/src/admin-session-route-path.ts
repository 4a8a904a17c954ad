// A separate file, because the account page needs only this route of the administration API.

export const adminSessionRoutes = {
  readAdminSession: { method: 'GET', path: '/api/admin' },
} as const
