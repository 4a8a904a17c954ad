// Tests real errors of wallets and libraries that would otherwise be reported as "failed".
import { expect, test } from 'vitest'
import { parseWalletError } from './parse-wallet-provider-error.ts'
import type { WalletErrorKind } from './parse-wallet-provider-error.ts'

const cyclic: { code: number; cause?: unknown } = { code: -32603 }
cyclic.cause = cyclic

const hostile = Object.defineProperty({}, 'code', {
  get() {
    throw new Error('no')
  },
})

const rows: readonly (readonly [string, unknown, WalletErrorKind])[] = [
  ['MetaMask, connection declined', { code: 4001, message: 'User rejected the request.' }, 'declined'],
  [
    'MetaMask, signature declined',
    { code: 4001, message: 'MetaMask Message Signature: User denied message signature.' },
    'declined',
  ],
  [
    'MetaMask, declined under a generic code',
    {
      code: -32603,
      message: 'MetaMask Message Signature: User denied message signature.',
      data: { originalError: {} },
    },
    'declined',
  ],
  [
    'declined inside data.originalError',
    { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001, message: 'no' } } },
    'declined',
  ],
  ['Rabby', { code: 4001, message: 'User rejected the request.', stack: 'Error' }, 'declined'],
  ['Coinbase Wallet, code as text', { code: '4001', message: 'User denied account authorization' }, 'declined'],
  ['Coinbase Wallet, message only', new Error('User denied message signature'), 'declined'],
  ['OKX, message only', { message: 'User canceled' }, 'declined'],
  ['Phantom', { code: 4001, message: 'User rejected the request.', data: {} }, 'declined'],
  ['Trust, a bare string', 'cancelled', 'declined'],
  ['Trust, a bare string with a name', 'Rejected by user', 'declined'],
  ['nested error', { error: { code: 4001, message: 'rejected' } }, 'declined'],
  ['an ethers-like layer', { code: 'ACTION_REJECTED', info: { error: { code: 4001 } } }, 'declined'],
  [
    'a viem-like layer',
    { name: 'UserRejectedRequestError', cause: { code: 4001 }, details: 'User rejected the request.' },
    'declined',
  ],
  ['WalletConnect', { code: 5000, message: 'User rejected.' }, 'declined'],
  ['an error as JSON text', '{"code":4001,"message":"declined"}', 'declined'],
  ['a bare number', 4001, 'declined'],
  [
    'MetaMask, open request',
    { code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' },
    'request-open',
  ],
  [
    'MetaMask, open permission request',
    {
      code: -32002,
      message:
        "Request of type 'wallet_requestPermissions' already pending for origin https://example.org. Please wait.",
    },
    'request-open',
  ],
  ['open request, message only', 'Permissions request already pending; please wait', 'request-open'],
  [
    'open request, unlock in the message',
    { code: -32002, message: 'Already pending; unlock your wallet' },
    'request-open',
  ],
  ['locked, message only', { message: 'Wallet is locked' }, 'locked'],
  ['locked under 4100', { code: 4100, message: 'The wallet is currently locked.' }, 'locked'],
  ['locked under a generic code', { code: -32603, message: 'Unlock your wallet to continue' }, 'locked'],
  ['declined while unlocking', { code: 4001, message: 'User rejected: wallet is locked' }, 'declined'],
  [
    'not authorized',
    { code: 4100, message: 'The requested account and/or method has not been authorized by the user.' },
    'no-account',
  ],
  ['Brave, message only', 'The requested method and/or account has not been authorized by the user', 'no-account'],
  ['Frame, nothing selected', { message: 'No Frame account selected', code: -1 }, 'no-account'],
  [
    'unsupported by EIP-1193',
    { code: 4200, message: 'The requested method is not supported by this Ethereum provider.' },
    'cannot-sign',
  ],
  [
    'unsupported by JSON-RPC',
    { code: -32601, message: 'The method "personal_sign" does not exist / is not available.' },
    'cannot-sign',
  ],
  ['unsupported, message only', new Error('Method personal_sign not supported'), 'cannot-sign'],
  ['disconnected', { code: 4900, message: 'The provider is disconnected from all chains.' }, 'disconnected'],
  ['chain disconnected', { code: 4901 }, 'disconnected'],
  ['extension reloaded', new Error('Extension context invalidated.'), 'disconnected'],
  ['extension gone', new Error('Could not establish connection. Receiving end does not exist.'), 'disconnected'],
  ['window blocked', new Error('Popup window was blocked by the browser'), 'window-blocked'],
  ['Phantom, generic error', { code: -32603, message: 'Unexpected error' }, 'failed'],
  ['MetaMask, lost response', { code: -32603, message: 'Response has no error or result for request' }, 'failed'],
  ['undefined', undefined, 'failed'],
  ['null', null, 'failed'],
  ['empty object', {}, 'failed'],
  ['an error that wraps itself', cyclic, 'failed'],
  ['an object whose getters throw', hostile, 'failed'],
]

test.each(rows)('classifies the wallet error: %s', (_, thrown, kind) => {
  expect(parseWalletError(thrown).kind).toBe(kind)
})

test('keeps the error message of the wallet, truncated', () => {
  expect(parseWalletError({ code: -1, message: 'x'.repeat(5000) }).said).toHaveLength(200)
  expect(parseWalletError('Something').said).toBe('Something')
})

test('terminates on infinitely nested wallet errors', () => {
  const endless = new Proxy({}, { get: (_, name) => (name === 'message' ? 'deep' : endless) })
  expect(parseWalletError(endless)).toEqual({ kind: 'failed', said: 'deep' })
})
