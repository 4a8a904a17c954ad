import { formatSignInMessage } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'

const base = {
  uri: 'https://service.example/login',
  version: '1',
  chainId: '1',
  nonce: '32891756abcdefgh',
  issuedAt: '2026-01-15T12:00:00.000Z',
} as const

export const ethereumMessageFieldBenchmarkInputs: readonly Omit<SignInMessage, 'address'>[] = [
  { ...base, domain: 'service.example' },
  {
    ...base,
    domain: 'service.example',
    statement: 'Sign in to service.example. This is free and moves no funds.',
    expirationTime: '2036-01-15T12:05:00.000Z',
  },
  {
    ...base,
    domain: 'localhost:3000',
    uri: 'http://localhost:3000/sign-in',
    chainId: '8453',
    requestId: 'some-request-id',
  },
  {
    ...base,
    domain: 'service.example:8443',
    statement: 'I accept the terms of service: https://service.example/terms',
    expirationTime: '2036-01-15T12:05:00.000Z',
    notBefore: '2026-01-15T12:00:00.000Z',
    resources: [
      'https://service.example/a',
      'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
      'https://service.example/b?c=d#e',
    ],
  },
]

export interface SignedEthereumMessageBenchmarkInput {
  text: string
  signature: string
  address: string
}

/** Forty wallets, so caching one address gives no advantage. */
export const signedEthereumMessageBenchmarkInputs: SignedEthereumMessageBenchmarkInput[] = Array.from(
  { length: 40 },
  (_, index) => {
    const key = createEthereumTestKey(index + 1)
    const text = formatSignInMessage({
      ...(ethereumMessageFieldBenchmarkInputs[index % ethereumMessageFieldBenchmarkInputs.length] as Omit<
        SignInMessage,
        'address'
      >),
      address: key.address,
    })
    return { text, signature: signEthereumMessage(key, text), address: key.address }
  },
)

export function createRoundRobinPicker<Item>(items: readonly Item[]): () => Item {
  let next = 0
  return () => items[next++ % items.length] as Item
}
