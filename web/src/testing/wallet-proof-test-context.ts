// Wallet proof with a fake wallet, a fake server and a manual clock.
import { createFakeEthereumWallet } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeEthereumProvider } from '@countersign/testing/fake-ethereum-provider'
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { vi } from 'vitest'
import { createWalletProofStateMachineRunner } from '../features/sign-in/wallet/wallet-proof-state-machine-runner.ts'
import type { WalletProofStateMachineRunner } from '../features/sign-in/wallet/wallet-proof-state-machine-runner.ts'
import type {
  AcceptedWalletProof,
  WalletProofServerResult,
  WalletProofServerProblem,
} from '../features/sign-in/wallet/wallet-proof-events.ts'
import { requestSinglePromptWalletSignIn } from '../features/sign-in/wallet/single-prompt-wallet-sign-in.ts'
import type { WalletProofPurpose } from '../features/sign-in/wallet/wallet-proof-purpose.ts'
import type { ResumedWalletProofState } from '../features/sign-in/wallet/wallet-proof-state-machine.ts'
import type {
  WalletProofChallenge,
  WalletProofPhaseName,
  SignedInPerson,
} from '../features/sign-in/wallet/wallet-proof-phases.ts'

export const { alice } = ethereumTestKeys

export const testContextWalletFixture = { id: 'w', name: 'Fox' }

export function createWalletChallengeFixture(
  count: number,
  readChains: WalletProofChallenge['readChains'] = [],
  life = 300_000,
  chainIds = ['1', '10'],
): WalletProofChallenge {
  const issuedAt = new Date().toISOString()
  const expiresAt = new Date(Date.now() + life).toISOString()
  const nonce = `nonce${String(count).padStart(8, '0')}`
  const message = {
    scheme: 'https',
    domain: 'site.example',
    statement: 'Sign in.',
    uri: 'https://site.example',
    version: '1',
  } as const
  return {
    id: '0'.repeat(26),
    message: { ...message, nonce, issuedAt, expirationTime: expiresAt },
    chainIds,
    keyChains: {},
    readChains,
    expiresAt,
  }
}

interface TestContextOptions {
  purpose?: WalletProofPurpose
  person?: SignedInPerson | null
  latency?: number
  challengeProblems?: WalletProofServerProblem[]
  readChains?: WalletProofChallenge['readChains']
  resumed?: ResumedWalletProofState
  atOnce?: true
}

export function createWalletProofTestContext(
  behavior: FakeEthereumWalletBehavior | FakeEthereumProvider,
  given: TestContextOptions = {},
) {
  const provider = typeof behavior === 'string' ? createFakeEthereumWallet({ behavior }) : behavior
  const context = {
    provider,
    /** The errors of the next calls. If there are none, the server accepts. */
    challengeProblems: [...(given.challengeProblems ?? [])],
    signInProblems: [] as WalletProofServerProblem[],
    challenges: 0,
    kinds: [] as (string | undefined)[],
    submitted: [] as { text: string; signature: string }[],
    phases: [] as WalletProofPhaseName[],
    left: [] as string[],
    remembered: [] as string[],
  }
  const later = async <Answer>(answer: WalletProofServerResult<Answer>) => {
    await new Promise((resolve) => setTimeout(resolve, given.latency ?? 50))
    return answer
  }
  const signIn: WalletProofStateMachineRunner = createWalletProofStateMachineRunner(
    {
      now: () => Date.now(),
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
      findProvider: (id) => (id === testContextWalletFixture.id ? provider : undefined),
      readSession: () => later({ ok: true, answer: given.person ?? null }),
      createChallenge(walletKind) {
        const problem = context.challengeProblems.shift()
        context.challenges += 1
        context.kinds.push(walletKind)
        const answer = createWalletChallengeFixture(
          context.challenges,
          given.readChains,
          walletKind === 'contract' ? 3_600_000 : 300_000,
        )
        return later(problem ? { ok: false, problem } : { ok: true, answer })
      },
      submit(text, signature) {
        context.submitted.push({ text, signature })
        const problem = context.signInProblems.shift()
        return later(problem ? { ok: false, problem } : { ok: true, answer: accepted })
      },
      findCombinedSignIn: () =>
        given.atOnce === true
          ? (challenge) =>
              requestSinglePromptWalletSignIn((method, params) => provider.request({ method, params }), challenge, '1')
          : null,
      rememberWallet: (id) => context.remembered.push(id),
      leave: (path) => context.left.push(path),
      reload: () => context.left.push('(reload)'),
    },
    given.purpose ?? { for: 'sign-in' },
    { isVisible: true, isOnline: true },
    given.resumed,
  )
  const note = () => {
    const { at } = signIn.getSnapshot().phase
    if (context.phases.at(-1) !== at) context.phases.push(at)
  }
  note()
  signIn.subscribe(note)
  signIn.send({ type: 'wallets-found', count: 1, settled: true })
  return {
    ...context,
    world: context,
    signIn,
    at: () => signIn.getSnapshot().phase.at,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

const accepted: AcceptedWalletProof = { name: null, next: '/account' }

export async function chooseWalletInTestContext(
  behavior: FakeEthereumWalletBehavior | FakeEthereumProvider,
  given?: TestContextOptions,
) {
  const run = createWalletProofTestContext(behavior, given)
  await run.pass(100)
  run.signIn.send({ type: 'wallet-chosen', wallet: testContextWalletFixture })
  return run
}

export const readableChainFixtures = [{ id: '10', name: 'OP Mainnet' }]
const word = (value: number) => value.toString(16).padStart(64, '0')

export function createContractTestWallet({
  chainId = 10,
  needed,
  behavior = 'good',
  sign = async () => '0xbeef',
}: {
  chainId?: number
  needed?: number
  behavior?: FakeEthereumWalletBehavior
  sign?: (text: string) => Promise<string>
} = {}) {
  const callChain = async (method: string, [asked]: readonly unknown[]) => {
    if (method === 'eth_getCode') return '0x6001'
    if (needed === undefined) return '0x'
    return (asked as { data: string }).data === '0xe75235b8' ? `0x${word(needed)}` : `0x${word(32)}${word(3)}`
  }
  return createFakeEthereumWallet({ behavior, contract: { address: alice.address, chainId, sign, callChain } })
}

export function createUnansweringContractTestWallet(unanswered: (method: string, count: number) => boolean) {
  const provider = createContractTestWallet({ needed: 2, sign: () => new Promise(() => undefined) })
  const counts = new Map<string, number>()
  const request: FakeEthereumProvider['request'] = async (asked) => {
    const count = (counts.get(asked.method) ?? 0) + 1
    counts.set(asked.method, count)
    return unanswered(asked.method, count) ? new Promise(() => undefined) : provider.request(asked)
  }
  return { ...provider, request }
}
