// Bound proofs: a signature for one request (`proof_binding=nonce`), which an application can
// verify without trusting this server (THREATS S30, S31; decision 0088).
import { errors, interactionPolicy, Provider } from 'oidc-provider'
import type { Check, Client, KoaContext } from 'oidc-provider'
import { signInMethods } from '../../store/applications/application-definition-types.ts'
import type { SignInMethod } from '../../store/applications/application-definition-types.ts'
import { getRequestedProofBinding } from '../../store/interactions/requested-proof-binding.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { readMessagesOfWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** The bound proof of a code's request; empty if none was disclosed, absent if none was requested. */
export const boundProofTokenField = 'boundProofId'

/** @throws InvalidRequest with what to add to the request */
export function validateProofBinding({ oidc }: KoaContext, value: unknown, client: Client): void {
  if (value === undefined) return
  const refuse = (description: string): never => {
    throw new errors.InvalidRequest(`proof_binding ${description}`)
  }
  if (value !== 'nonce') refuse("has an unknown value: send 'nonce', or leave it out")
  if (oidc.route === 'device_authorization')
    refuse('is not available to devices: nothing is signed there, so use the authorization code flow')
  if (!(oidc.params?.scope ?? '').split(' ').includes('proof'))
    refuse("requires the scope 'proof': add it to scope, and to the scopes of the application")
  if (oidc.params?.nonce === undefined) refuse('requires a nonce: add one that is random and new for each request')
  const accepted = getOidcRequest().applications.get(client.clientId)?.definition.signInMethods ?? signInMethods
  if (listBindableSignInMethods(accepted).length === 0)
    refuse('requires a wallet, and this application accepts only passkeys: leave it out, or accept wallets')
}

/** Only wallets sign a message. */
export const listBindableSignInMethods = (accepted: readonly SignInMethod[]): SignInMethod[] =>
  accepted.filter((method) => method !== 'passkey')

export const createBoundProofCheck = (): Check =>
  new interactionPolicy.Check(
    'proof_unbound',
    'this application requires a wallet proof for this request',
    'login_required',
    async ({ oidc }: KoaContext) => {
      const { signedIn } = getOidcRequest()
      const binding = getRequestedProofBinding(oidc.params ?? {})
      const isWithheld = oidc.grant?.getRejectedOIDCScope().split(' ').includes('proof') ?? false
      if (signedIn === null || binding === null || isWithheld) return NO_NEED_TO_PROMPT
      // A request that repeats a nonce needs a new signature too.
      if (oidc.result?.login === undefined) return REQUEST_PROMPT
      const { proof_id: proofId } = signedIn.session
      if (proofId === null)
        throw new errors.UnmetAuthenticationRequirements(
          'proof_binding requires a wallet, and the person signed in with a passkey: proof is not available',
        )
      return (await isBoundProof(getOidcRequestQueries(), proofId, binding)) ? NO_NEED_TO_PROMPT : REQUEST_PROMPT
    },
  )

/** The server issues exactly one resource, and resources end a message (ERC-4361 §Message Format). */
async function isBoundProof(queries: DatabaseQueryBuilder, proofId: string, binding: string): Promise<boolean> {
  const signed = (await readMessagesOfWalletProofs(queries, [proofId])).get(proofId)
  return signed?.message.endsWith(`\nResources:\n- ${binding}`) === true
}

interface BoundProofToken {
  [boundProofTokenField]?: string
}

/** Codes and tokens keep the proof of their own request, whatever the person signs later. */
export function keepBoundProofInTokens(provider: Provider): void {
  const { AuthorizationCode, AccessToken, RefreshToken } = provider
  for (const model of [AuthorizationCode, AccessToken, RefreshToken]) {
    const names = [...model.IN_PAYLOAD, boundProofTokenField]
    Object.defineProperty(model, 'IN_PAYLOAD', { get: () => names })
    const { save } = model.prototype
    model.prototype.save = async function saveWithBoundProof(this: BoundProofToken) {
      const proofId = await findBoundProofOfRequest(Provider.ctx)
      if (proofId !== undefined) this[boundProofTokenField] = proofId
      return save.call(this)
    }
  }
}

async function findBoundProofOfRequest(ctx: KoaContext | undefined): Promise<string | undefined> {
  if (ctx === undefined) return undefined
  const { AuthorizationCode, RotatedRefreshToken, RefreshToken } = ctx.oidc.entities as Record<
    string,
    BoundProofToken | undefined
  >
  if (ctx.oidc.route === 'token')
    return (AuthorizationCode ?? RotatedRefreshToken ?? RefreshToken)?.[boundProofTokenField]
  const binding = getRequestedProofBinding(ctx.oidc.params ?? {})
  return binding === null ? undefined : ((await findDisclosedBoundProof(ctx, binding)) ?? '')
}

/** Null if the person shares no wallet, or a wallet other than the one that signed. */
async function findDisclosedBoundProof({ oidc }: KoaContext, binding: string): Promise<string | null> {
  const queries = getOidcRequestQueries()
  const proofId = getOidcRequest().signedIn?.session.proof_id ?? null
  if (proofId === null || !(await isBoundProof(queries, proofId, binding))) return null
  const disclosed = await queries
    .selectFrom('authorizations')
    .select('id')
    .where('id', '=', oidc.grant?.jti ?? '')
    .where('proof_id', '=', proofId)
    .executeTakeFirst()
  return disclosed === undefined ? null : proofId
}
