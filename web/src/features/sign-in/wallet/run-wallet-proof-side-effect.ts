import { detectContractAccount } from './detect-contract-account.ts'
import { encodeChainId, encodeHexText, parseWalletAccountsResponse, parseChainId } from './eip1193-provider.ts'
import type { WalletRpcRequester } from './eip1193-provider.ts'
import { explainRejectedSignature } from './explain-rejected-signature.ts'
import { parseWalletError } from './parse-wallet-provider-error.ts'
import type { WalletProofDependencies } from './wallet-proof-dependencies.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'
import type {
  ChosenWallet,
  ContractAccountDetection,
  WalletMessageToSign,
  WalletMessageWithSignature,
} from './wallet-proof-phases.ts'
import type { WalletProofSideEffect, WalletProofState } from './wallet-proof-state.ts'
import { sendWalletRpcRequest, sendWalletRpcRequestWithTimeout } from './send-wallet-rpc-request.ts'

/** If the wallet does not respond in time, the server's first chain is used. */
const chainTimeoutMilliseconds = 1_500
const accountTimeoutMilliseconds = 1_500
/** If the wallet does not respond in time, the account is treated as a key, not a contract. */
const contractTimeoutMilliseconds = 400

export interface WalletProofSideEffectContext {
  readonly context: WalletProofDependencies
  readonly getState: () => WalletProofState
  readonly send: (event: WalletProofEvent) => void
  ownerCheck: Promise<void>
}

export function runWalletProofSideEffect(
  run: WalletProofSideEffectContext,
  effect: WalletProofSideEffect,
): Promise<void> | void {
  const { context } = run
  switch (effect.type) {
    case 'read-session':
      return readSession(run)
    case 'fetch-challenge':
      return fetchChallenge(run, effect)
    case 'connect':
      return connect(run, effect)
    case 'recheck-accounts':
      return recheckAccounts(run, effect.wallet)
    case 'switch-chain':
      return switchChain(run, effect)
    case 'remember-wallet':
      return context.rememberWallet(effect.wallet.id)
    case 'leave':
      return context.leave(effect.path)
    case 'reload':
      return context.reload()
    case 'detect-contract':
      return detectContract(run, effect)
    case 'check-owner-approval':
      return (run.ownerCheck = checkOwnerApproval(run, effect.attempt, effect.draft))
    case 'sign':
      return sign(run, effect.attempt, effect.draft)
    case 'submit':
      return submit(run, effect.attempt, effect.signed)
  }
}

const limitRequestsTo =
  (context: WalletProofDependencies, { id }: ChosenWallet, milliseconds: number): WalletRpcRequester =>
  (method, params) =>
    sendWalletRpcRequestWithTimeout(context, id, milliseconds, method, params)

async function connect(
  { context, getState, send }: WalletProofSideEffectContext,
  { attempt, wallet, method }: WalletProofSideEffect & { type: 'connect' },
): Promise<void> {
  try {
    const { slot, purpose } = getState()
    // Only a sign-in accepts any address, so that the message can be signed before connecting.
    const mayBoth = method === 'eth_requestAccounts' && purpose.for === 'sign-in'
    const askAtOnce = mayBoth ? context.findCombinedSignIn(wallet.id) : null
    // The usual request must start in the same task as the click.
    const once = askAtOnce && slot.at === 'ready' ? await askAtOnce(slot.challenge) : null
    const accounts =
      once?.accounts ?? parseWalletAccountsResponse(await sendWalletRpcRequest(context.findProvider, wallet.id, method))
    const [account] = accounts
    const signed = once?.signed
    const [chain, contract] = await Promise.all([
      !account || signed ? null : limitRequestsTo(context, wallet, chainTimeoutMilliseconds)('eth_chainId'),
      signed ? null : account && readsChains(getState()) ? detectContractAt(context, wallet, account) : undefined,
    ])
    const chainId = signed ? signed.chainId : parseChainId(chain)
    send({ type: 'connected', attempt, accounts, chainId, ...(contract !== undefined && { contract }) })
    if (signed) send({ type: 'signed', attempt: getState().attempt, ...signed })
  } catch (thrown) {
    send({ type: 'connection-failed', attempt, problem: parseWalletError(thrown) })
  }
}

const readsChains = ({ slot }: WalletProofState) => slot.at === 'ready' && slot.challenge.readChains.length > 0

const detectContractAt = (
  context: WalletProofDependencies,
  wallet: ChosenWallet,
  address: string,
): Promise<ContractAccountDetection> =>
  detectContractAccount(limitRequestsTo(context, wallet, contractTimeoutMilliseconds), address)

async function detectContract(
  { context, send }: WalletProofSideEffectContext,
  { attempt, connected }: WalletProofSideEffect & { type: 'detect-contract' },
): Promise<void> {
  const contract = await detectContractAt(context, connected.wallet, connected.address)
  send({ type: 'contract-detected', attempt, contract })
}

async function sign(
  { context, send }: WalletProofSideEffectContext,
  attempt: number,
  draft: WalletMessageToSign,
): Promise<void> {
  try {
    const params = [encodeHexText(draft.text), draft.address]
    const signature = await sendWalletRpcRequest(context.findProvider, draft.wallet.id, 'personal_sign', params)
    send({ type: 'signed', attempt, signature })
  } catch (thrown) {
    send({ type: 'signature-failed', attempt, problem: parseWalletError(thrown) })
  }
}

async function checkOwnerApproval(
  { context, send }: WalletProofSideEffectContext,
  attempt: number,
  draft: WalletMessageToSign,
): Promise<void> {
  const result = await context.submit(draft.text, '0x', draft.wallet)
  if (result.ok) send({ type: 'verified', attempt, answer: result.answer })
  else send({ type: 'not-approved', attempt, problem: result.problem })
}

async function submit(
  run: WalletProofSideEffectContext,
  attempt: number,
  signed: WalletMessageWithSignature,
): Promise<void> {
  const { context, getState, send } = run
  await run.ownerCheck
  if (getState().phase.at !== 'checking' || getState().attempt !== attempt) return
  const result = await context.submit(signed.text, signed.signature, signed.wallet)
  if (result.ok) return send({ type: 'verified', attempt, answer: result.answer })
  const explained = await explainRejectedSignature(
    signed,
    result.problem,
    limitRequestsTo(context, signed.wallet, accountTimeoutMilliseconds),
  )
  send({ type: 'rejected', attempt, ...explained })
}

async function recheckAccounts({ context, send }: WalletProofSideEffectContext, wallet: ChosenWallet): Promise<void> {
  const accounts = parseWalletAccountsResponse(
    await limitRequestsTo(context, wallet, accountTimeoutMilliseconds)('eth_accounts'),
  )
  if (accounts.length > 0) send({ type: 'accounts-changed', walletId: wallet.id, accounts })
}

/** Wallets that do not know the chain or the method refuse, as users do (EIP-3326). */
async function switchChain(
  { context, send }: WalletProofSideEffectContext,
  { attempt, wallet, chainId }: WalletProofSideEffect & { type: 'switch-chain' },
): Promise<void> {
  const params = [{ chainId: encodeChainId(chainId) }]
  try {
    await sendWalletRpcRequest(context.findProvider, wallet.id, 'wallet_switchEthereumChain', params)
    send({ type: 'chain-switched', attempt, isSwitched: true })
  } catch {
    send({ type: 'chain-switched', attempt, isSwitched: false })
  }
}

async function fetchChallenge(
  { context, send }: WalletProofSideEffectContext,
  { request, walletKind }: WalletProofSideEffect & { type: 'fetch-challenge' },
): Promise<void> {
  const result = await context.createChallenge(walletKind)
  if (result.ok) send({ type: 'challenge-arrived', request, challenge: result.answer })
  else send({ type: 'challenge-failed', request, problem: result.problem })
}

async function readSession({ context, send }: WalletProofSideEffectContext): Promise<void> {
  const result = await context.readSession()
  send({ type: 'session-read', person: result.ok ? result.answer : null })
}
