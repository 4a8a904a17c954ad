import type { RefusedRequest } from '../store/refused-requests/refused-request-types.ts'

/** @param scope identifies the problem */
export const createTestRefusedRequest = (scope: string, changes: Partial<RefusedRequest> = {}): RefusedRequest => ({
  applicationId: 'shop',
  requestId: `request-${scope}`,
  at: 1000,
  caller: 'own',
  source: null,
  problem: {
    endpoint: '/authorize',
    error: 'invalid_scope',
    description: 'not allowed',
    entry: 'scope-not-allowed',
    sent: { scope },
    expected: { scope: ['openid'] },
    nearest: null,
    change: 'Request fewer scopes.',
    command: null,
  },
  ...changes,
})
