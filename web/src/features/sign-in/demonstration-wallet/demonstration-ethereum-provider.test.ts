// Tests the Ethereum provider of the demonstration wallet against EIP-1193.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256 } from '@countersign/message'
import { createInMemoryWebStorage } from '@countersign/testing/in-memory-web-storage'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect, test, vi } from 'vitest'
import { createSingleApprovalDialogOpener } from './demonstration-wallet-account.ts'
import type { DemonstrationWalletApprovalDialog } from './demonstration-wallet-approval-dialog.ts'
import { loadOrCreateDemonstrationEthereumKey } from './load-or-create-demonstration-ethereum-key.ts'
import { createDemonstrationEthereumProvider } from './demonstration-ethereum-provider.ts'

const storageName = 'countersign.demonstration-key'
const aliceSecret = Buffer.from(ethereumTestKeys.alice.privateKey).toString('hex')
const toData = (text: string) => `0x${Buffer.from(text).toString('hex')}`

const createStorage = (secret?: string) =>
  createInMemoryWebStorage(secret === undefined ? {} : { [storageName]: secret })

function createWallet(
  answers: Partial<DemonstrationWalletApprovalDialog> = {},
  storage: () => Storage = () => createStorage(aliceSecret),
) {
  const dialog: DemonstrationWalletApprovalDialog = {
    askToConnect: async () => 'approved',
    askToSign: async () => 'approved',
    ...answers,
  }
  const loadKey = vi.fn(async () => loadOrCreateDemonstrationEthereumKey(storage))
  const provider = createDemonstrationEthereumProvider({
    loadKey,
    ask: createSingleApprovalDialogOpener(async () => dialog),
  })
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  return { provider, ask, loadKey }
}

test('the demonstration wallet shares no account and loads no key before approval', async () => {
  const { ask, loadKey } = createWallet()
  expect(await ask('eth_accounts')).toEqual([])
  expect(await ask('eth_chainId')).toBe('0x1')
  expect(loadKey).not.toHaveBeenCalled()
  expect(await ask('eth_requestAccounts')).toEqual([ethereumTestKeys.alice.address])
  expect(await ask('eth_accounts')).toEqual([ethereumTestKeys.alice.address])
})

test('the demonstration wallet creates the same signature as other wallets', async () => {
  const { ask } = createWallet()
  await ask('eth_requestAccounts')
  const text = 'hello\nwörld'
  expect(await ask('personal_sign', toData(text), ethereumTestKeys.alice.address)).toBe(
    signEthereumMessage(ethereumTestKeys.alice, text),
  )
  expect(await ask('personal_sign', text, ethereumTestKeys.alice.address.toLowerCase())).toBe(
    signEthereumMessage(ethereumTestKeys.alice, text),
  )
})

test('a demonstration wallet signature has 65 bytes, a low s, and v of 27 or 28', async () => {
  const { ask } = createWallet()
  await ask('eth_requestAccounts')
  for (let count = 0; count < 40; count++) {
    const signature = Buffer.from(
      String(await ask('personal_sign', toData(`${count}`), ethereumTestKeys.alice.address)).slice(2),
      'hex',
    )
    expect(signature).toHaveLength(65)
    expect([27, 28]).toContain(signature[64])
    expect(BigInt(`0x${signature.subarray(32, 64).toString('hex')}`) <= secp256k1.Point.CURVE().n / 2n).toBe(true)
  }
})

test('the demonstration wallet shows the exact text to sign, or hex for bytes that are not text', async () => {
  const askToSign = vi.fn<DemonstrationWalletApprovalDialog['askToSign']>(async () => 'approved')
  const { ask } = createWallet({ askToSign })
  await ask('eth_requestAccounts')
  await ask('personal_sign', toData('<b>hello</b>\n'), ethereumTestKeys.alice.address)
  await ask('personal_sign', '0xff00', ethereumTestKeys.alice.address)
  expect(askToSign.mock.calls.map(([, , text]) => text)).toEqual(['<b>hello</b>\n', '0xff00'])
})

test('the demonstration wallet returns 4001 if declined, 4100 for unshared accounts, and otherwise 4200', async () => {
  await expect(createWallet({ askToConnect: async () => 'declined' }).ask('eth_requestAccounts')).rejects.toMatchObject(
    { code: 4001 },
  )
  const { ask } = createWallet({ askToSign: async () => 'declined' })
  await expect(ask('personal_sign', '0x00', ethereumTestKeys.alice.address)).rejects.toMatchObject({ code: 4100 })
  await ask('eth_requestAccounts')
  await expect(ask('personal_sign', '0x00', ethereumTestKeys.alice.address)).rejects.toMatchObject({ code: 4001 })
  await expect(ask('personal_sign', '0x00', ethereumTestKeys.bob.address)).rejects.toMatchObject({ code: 4100 })
  await expect(ask('personal_sign', 7, ethereumTestKeys.alice.address)).rejects.toMatchObject({ code: -32602 })
  await expect(ask('eth_sendTransaction', {})).rejects.toMatchObject({ code: 4200 })
})

test('the demonstration wallet rejects a second request while one is open', async () => {
  const { promise, resolve } = Promise.withResolvers<'approved'>()
  const { ask } = createWallet({ askToConnect: () => promise })
  const first = ask('eth_requestAccounts')
  await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
  resolve('approved')
  expect(await first).toEqual([ethereumTestKeys.alice.address])
})

test('the demonstration wallet keeps its address across visits until a new key is created', async () => {
  const storage = createStorage()
  const first = createWallet({}, () => storage)
  const [address] = (await first.ask('eth_requestAccounts')) as string[]
  expect(await createWallet({}, () => storage).ask('eth_requestAccounts')).toEqual([address])
  const answers: ('new-key' | 'approved')[] = ['new-key', 'approved']
  const askToConnect = vi.fn<DemonstrationWalletApprovalDialog['askToConnect']>(
    async () => answers.shift() ?? 'declined',
  )
  const [renewed] = (await createWallet({ askToConnect }, () => storage).ask('eth_requestAccounts')) as string[]
  expect(renewed).not.toBe(address)
  expect(askToConnect.mock.calls).toEqual([
    ['eip155', address],
    ['eip155', renewed],
  ])
  expect(await createWallet({}, () => storage).ask('eth_requestAccounts')).toEqual([renewed])
})

test('the demonstration wallet emits accountsChanged when its account is no longer shared', async () => {
  const { provider, ask } = createWallet()
  const listener = vi.fn()
  provider.on('accountsChanged', listener)
  await ask('wallet_revokePermissions')
  expect(listener).not.toHaveBeenCalled()
  await ask('eth_requestAccounts')
  await ask('wallet_revokePermissions', { eth_accounts: {} })
  expect(listener).toHaveBeenCalledExactlyOnceWith([])
  expect(await ask('eth_accounts')).toEqual([])
  provider.removeListener('accountsChanged', listener)
})

test.each([['rubbish'], ['0'.repeat(64)], ['f'.repeat(64)]])(
  'the demonstration wallet replaces the invalid stored key %s',
  (kept) => {
    const storage = createStorage(kept)
    const key = loadOrCreateDemonstrationEthereumKey(() => storage)
    expect(storage.getItem(storageName)).toMatch(/^[0-9a-f]{64}$/)
    expect(storage.getItem(storageName)).not.toBe(kept)
    expect(key.address()).toMatch(/^0x[0-9a-fA-F]{40}$/)
  },
)

test('the demonstration wallet works on one page when storage is blocked', async () => {
  const { ask } = createWallet({}, () => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const [address] = (await ask('eth_requestAccounts')) as string[]
  const text = 'x'
  const signature = Buffer.from(String(await ask('personal_sign', toData(text), address)).slice(2), 'hex')
  const digest = keccak256(Buffer.from(`\u0019Ethereum Signed Message:\n1${text}`))
  const recovered = secp256k1.recoverPublicKey(
    Buffer.concat([Buffer.of((signature[64] ?? 0) - 27), signature.subarray(0, 64)]),
    digest,
    {
      prehash: false,
    },
  )
  const publicKey = secp256k1.Point.fromBytes(recovered).toBytes(false)
  expect(`0x${Buffer.from(keccak256(publicKey.subarray(1)).subarray(12)).toString('hex')}`).toBe(address?.toLowerCase())
})
