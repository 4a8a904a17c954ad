// Carries out what the machine asks for: speaks to the wallet and the server, keeps the time, and reports back. All it
// touches is handed in, so that a test drives it with a clock of its own.
import { detectContractWallet } from './detect-contract-wallet.ts'
import type { WalletProofEffect, PageEnvironment, WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import type { AcceptedProof, WalletProofEvent, ServerResult } from './wallet-proof-events.ts'
import { explainRejectedSignature } from './explain-rejected-signature.ts'
import { reduceWalletProof, startWalletProofMachine } from './wallet-proof-machine.ts'
import { parseWalletError } from './wallet-error.ts'
import { parseAccounts, parseChainId, encodeHexText } from './eip1193-provider.ts'
import type { RequestFromWallet, Eip1193Provider } from './eip1193-provider.ts'
import type { CombinedSignInResult } from './combined-sign-in.ts'
import type { ProofPurpose } from './proof-purpose.ts'
import type { ResumedProof } from './wallet-proof-machine.ts'
import { getNextTickTime } from './wallet-proof-state.ts'
import { getPhaseWallet } from './wallet-proof-phases.ts'
import type { Challenge, ChosenWallet, MessageDraft, SignedDraft, SignedInPerson } from './wallet-proof-phases.ts'

/** What the driver needs of the world. */
export interface WalletProofContext {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly findProvider: (walletId: string) => Eip1193Provider | undefined
  readonly readSession: () => Promise<ServerResult<SignedInPerson | null>>
  /** @param walletKind given for a contract wallet, whose owners may take their time */
  readonly createChallenge: (walletKind?: 'contract') => Promise<ServerResult<Challenge>>
  /** Hands in what the wallet signed. */
  readonly submit: (message: string, signature: string) => Promise<ServerResult<AcceptedProof>>
  /** How a wallet is asked to connect and to sign in at once; null for one that is known to want one after the other. */
  readonly findCombinedSignIn: (walletId: string) => RequestCombinedSignIn | null
  readonly rememberWallet: (walletId: string) => void
  readonly leave: (path: string) => void
  readonly reload: () => void
}

/** @returns null where the wallet does not know how, and is to be asked the ordinary way */
export type RequestCombinedSignIn = (challenge: Challenge) => Promise<CombinedSignInResult | null>

/** The proof of a wallet under way, in the form that React's `useSyncExternalStore` reads. */
export interface WalletProofDriver {
  subscribe(listener: () => void): () => void
  getSnapshot(): WalletProofState
  send(event: WalletProofEvent): void
  stop(): void
}

/** A wallet that does not say at once which chain it is on is not waited for: the server's first chain will do. */
const chainTimeoutMilliseconds = 1_500
const accountTimeoutMilliseconds = 1_500
/** A wallet that does not say at once what stands at its address is taken for a key. */
const contractTimeoutMilliseconds = 400

/** Starts to prove a wallet: everything after this happens by `send`, and by what wallet, server and time report. */
export function createWalletProofDriver(
  context: WalletProofContext,
  purpose: ProofPurpose,
  page: PageEnvironment,
  resumed: ResumedProof | null = null,
): WalletProofDriver {
  const { now, after } = context
  const listeners = new Set<() => void>()
  let state: WalletProofState
  let isStopped = false
  let cancelAlarm = () => {}
  let watch: { readonly id: string; readonly end: () => void } | null = null

  const settle = (step: WalletProofStep) => {
    const hasChanged = state !== step.state
    state = step.state
    watchWallet()
    // The wallet is asked before the screen is drawn anew: nothing stands between the tap and its window.
    for (const effect of step.effects) void carryOut(effect)
    setAlarm()
    if (hasChanged) for (const listener of listeners) listener()
  }

  const send = (event: WalletProofEvent) => {
    if (!isStopped) settle(reduceWalletProof(state, event, now()))
  }

  const setAlarm = () => {
    cancelAlarm()
    const moment = getNextTickTime(state)
    // One timer for the earliest moment; timers longer than a day wrap around in some browsers.
    if (moment !== null)
      cancelAlarm = after(Math.min(Math.max(moment - now(), 0), 86_400_000), () => send({ type: 'tick' }))
  }

  const watchWallet = () => {
    const id = getPhaseWallet(state.phase)?.id ?? null
    if (watch?.id === id) return
    watch?.end()
    watch = null
    const provider = id === null ? undefined : context.findProvider(id)
    if (id === null || !provider) return
    const tell = (accounts: unknown) =>
      Array.isArray(accounts) && send({ type: 'accounts-changed', walletId: id, accounts: parseAccounts(accounts) })
    // Some wallets say that something has changed, and not what; one that does not answer then has said nothing.
    const hearAccounts = (accounts: unknown) =>
      void (Array.isArray(accounts) ? tell(accounts) : ask({ id }, 'eth_accounts').then(tell, String))
    const hearEnd = () => send({ type: 'wallet-disconnected', walletId: id })
    const end = () => {
      removeProviderListener(provider, 'accountsChanged', hearAccounts)
      removeProviderListener(provider, 'disconnect', hearEnd)
    }
    watch = { id, end }
    addProviderListener(provider, 'accountsChanged', hearAccounts)
    addProviderListener(provider, 'disconnect', hearEnd)
  }

  /** Asks a wallet at once, within the same turn of the browser; what it throws right away counts as its answer. */
  const ask = (wallet: Pick<ChosenWallet, 'id'>, method: string, params?: readonly unknown[]): Promise<unknown> => {
    const provider = context.findProvider(wallet.id)
    if (!provider) return Promise.reject(new Error('disconnected'))
    try {
      return Promise.resolve(provider.request(params ? { method, params } : { method }))
    } catch (thrown) {
      return Promise.reject(thrown)
    }
  }

  /** The answer of a wallet, or null where it fails or takes longer than the time given. */
  const askBriefly = (
    wallet: ChosenWallet,
    method: string,
    milliseconds: number,
    params?: readonly unknown[],
  ): Promise<unknown> =>
    new Promise((resolve) => {
      const cancel = after(milliseconds, () => resolve(null))
      const answer = (value: unknown) => {
        cancel()
        resolve(value)
      }
      ask(wallet, method, params).then(answer, () => answer(null))
    })

  const brieflyOf =
    (wallet: ChosenWallet, milliseconds: number): RequestFromWallet =>
    (method, params) =>
      askBriefly(wallet, method, milliseconds, params)

  const connect = async ({ attempt, wallet, method }: WalletProofEffect & { type: 'connect' }) => {
    try {
      const { slot, purpose } = state
      // Only a sign-in takes whoever comes, and so can be signed before anybody knows with which address.
      const mayBoth = method === 'eth_requestAccounts' && purpose.for === 'sign-in'
      const askAtOnce = mayBoth ? context.findCombinedSignIn(wallet.id) : null
      // Whoever is asked the ordinary way is asked within this turn of the browser.
      const once = askAtOnce && slot.at === 'ready' ? await askAtOnce(slot.challenge) : null
      const accounts = once?.accounts ?? parseAccounts(await ask(wallet, method))
      const [account] = accounts
      // What is signed already needs nothing more to be known of its wallet.
      const signed = once?.signed
      const [chain, contract] = await Promise.all([
        !account || signed ? null : askBriefly(wallet, 'eth_chainId', chainTimeoutMilliseconds),
        signed ? null : account && readsChains() ? contractOf(wallet, account) : undefined,
      ])
      const chainId = signed ? signed.chainId : parseChainId(chain)
      send({ type: 'connected', attempt, accounts, chainId, ...(contract !== undefined && { contract }) })
      if (signed) send({ type: 'signed', attempt: state.attempt, ...signed })
    } catch (thrown) {
      send({ type: 'connection-failed', attempt, problem: parseWalletError(thrown) })
    }
  }

  /** Whether this server reads a chain, as far as it has said by now. */
  const readsChains = () => state.slot.at === 'ready' && state.slot.challenge.readChains.length > 0

  const contractOf = (wallet: ChosenWallet, address: string) =>
    detectContractWallet(brieflyOf(wallet, contractTimeoutMilliseconds), address)

  const detectContract = async ({ attempt, connected }: WalletProofEffect & { type: 'detect-contract' }) => {
    const contract = await contractOf(connected.wallet, connected.address)
    send({ type: 'contract-detected', attempt, contract })
  }

  const sign = async (attempt: number, draft: MessageDraft) => {
    try {
      const signature = await ask(draft.wallet, 'personal_sign', [encodeHexText(draft.text), draft.address])
      send({ type: 'signed', attempt, signature })
    } catch (thrown) {
      send({ type: 'signature-failed', attempt, problem: parseWalletError(thrown) })
    }
  }

  /** One request at a time asks whether the owners have approved; a signature that arrives meanwhile waits for it. */
  let ownerCheck: Promise<void> = Promise.resolve()
  const checkOwnerApproval = async (attempt: number, draft: MessageDraft) => {
    const result = await context.submit(draft.text, '0x')
    if (result.ok) send({ type: 'verified', attempt, answer: result.answer })
    else send({ type: 'not-approved', attempt, problem: result.problem })
  }

  const submit = async (attempt: number, signed: SignedDraft) => {
    await ownerCheck
    if (state.phase.at !== 'checking' || state.attempt !== attempt) return
    const result = await context.submit(signed.text, signed.signature)
    if (result.ok) return send({ type: 'verified', attempt, answer: result.answer })
    const explained = await explainRejectedSignature(
      signed,
      result.problem,
      brieflyOf(signed.wallet, accountTimeoutMilliseconds),
    )
    send({ type: 'rejected', attempt, ...explained })
  }

  const recheckAccounts = async (wallet: ChosenWallet) => {
    const accounts = parseAccounts(await askBriefly(wallet, 'eth_accounts', accountTimeoutMilliseconds))
    if (accounts.length > 0) send({ type: 'accounts-changed', walletId: wallet.id, accounts })
  }

  const fetchChallenge = async ({ request, walletKind }: WalletProofEffect & { type: 'fetch-challenge' }) => {
    const result = await context.createChallenge(walletKind)
    if (result.ok) send({ type: 'challenge-arrived', request, challenge: result.answer })
    else send({ type: 'challenge-failed', request, problem: result.problem })
  }

  const readSession = async () => {
    const result = await context.readSession()
    send({ type: 'session-read', person: result.ok ? result.answer : null })
  }

  const carryOut = (effect: WalletProofEffect): Promise<void> | void => {
    switch (effect.type) {
      case 'read-session':
        return readSession()
      case 'fetch-challenge':
        return fetchChallenge(effect)
      case 'connect':
        return connect(effect)
      case 'recheck-accounts':
        return recheckAccounts(effect.wallet)
      case 'remember-wallet':
        return context.rememberWallet(effect.wallet.id)
      case 'leave':
        return context.leave(effect.path)
      case 'reload':
        return context.reload()
      case 'detect-contract':
        return detectContract(effect)
      case 'check-owner-approval':
        ownerCheck = checkOwnerApproval(effect.attempt, effect.draft)
        return ownerCheck
      case 'sign':
        return sign(effect.attempt, effect.draft)
      case 'submit':
        return submit(effect.attempt, effect.signed)
    }
  }

  const first = startWalletProofMachine(now(), purpose, page, resumed)
  state = first.state
  settle(first)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    send,
    stop() {
      isStopped = true
      cancelAlarm()
      watch?.end()
      listeners.clear()
    },
  }
}

type Listener = (value: unknown) => void

/** Listens where the wallet lets itself be listened to; one that throws here can still be asked. */
function addProviderListener(provider: Eip1193Provider, event: string, listener: Listener): void {
  try {
    provider.on?.(event, listener)
  } catch {
    return
  }
}

function removeProviderListener(provider: Eip1193Provider, event: string, listener: Listener): void {
  try {
    provider.removeListener?.(event, listener)
  } catch {
    return
  }
}
