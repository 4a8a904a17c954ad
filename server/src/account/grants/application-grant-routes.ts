import { describeApplication, findApplicationById } from '../../store/applications/application-store.ts'
import type { ConsentableScope, ApiApplicationGrant } from '@countersign/api/api-endpoints'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { paginateByCursor, parsePageCursor, cursorPageRowLimit } from '../../platform/cursor-pagination.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import { listLinkedWalletsOfPerson } from '../../store/wallets/wallet-store.ts'
import type { WalletWithEnsName } from '../../store/wallets/wallet-store.ts'
import { changeApplicationGrantWallet } from '../../oidc/provider/change-application-grant-wallet.ts'
import { describeDisclosedWallet } from '../../store/grants/describe-disclosed-wallet.ts'
import { includesWalletDisclosingScope } from '../../store/grants/wallet-disclosed-to-application.ts'
import { listConsentGrantsOfPerson } from '../../store/grants/consent-grant-store.ts'
import type { StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { canDiscloseWalletToApplication } from '../../store/grants/wallets-disclosable-to-application.ts'
import { revokeConsentGrant } from '../../store/grants/revoke-consent-grant.ts'

export function registerApplicationGrantRoutes(app: ServerAppContext): void {
  const { queries } = app.database

  registerApiEndpoint(app, 'listGrants', async ({ query, request }) => {
    const { person } = await requireRequestSession(app, request)
    const grants = await listConsentGrantsOfPerson(queries, await listIdentityIdsOfPerson(queries, person.id), {
      after: parsePageCursor(query.cursor),
      size: cursorPageRowLimit,
    })
    const { shown, nextCursor } = paginateByCursor(grants, ({ createdAt, id }) => ({ createdAt, id }))
    const wallets = await listLinkedWalletsOfPerson(queries, person.id)
    const items: ApiApplicationGrant[] = []
    for (const grant of shown) items.push(await describeGrant(app, person.id, wallets, grant))
    return { items, nextCursor }
  })

  registerApiEndpoint(app, 'changeGrantWallet', async ({ params, body, request }) => {
    const signedIn = await requireRequestSession(app, request)
    const change = { signedIn, id: params.id, walletId: body.wallet, now: app.clock() }
    await changeApplicationGrantWallet({ queries, random: app.random }, change)
    return undefined
  })

  registerApiEndpoint(app, 'revokeGrant', async ({ params, request }) => {
    const { person } = await requireRequestSession(app, request)
    const withdrawn = await revokeConsentGrant(
      { queries, random: app.random },
      { personId: person.id, id: params.id, now: app.clock() },
    )
    if (!withdrawn) throw new ApiError('grant.not_found')
    return undefined
  })
}

async function describeGrant(
  { database: { queries }, settings }: ServerAppContext,
  personId: string,
  wallets: readonly WalletWithEnsName[],
  grant: StoredConsentGrant & { active: boolean },
): Promise<ApiApplicationGrant> {
  const application = await findApplicationById(queries, grant.applicationId)
  if (application === undefined) throw new Error('The application of a grant is missing')
  return {
    id: grant.id,
    application: describeApplication(application),
    allowedAt: formatRfc3339Timestamp(grant.createdAt),
    lastUsedAt: formatRfc3339Timestamp(grant.lastUsedAt),
    active: grant.active,
    disclosures: Object.entries(grant.disclosed).map(([scope, { firstAt, lastAt }]) => ({
      scope: scope as ConsentableScope,
      firstAt: formatRfc3339Timestamp(firstAt),
      lastAt: formatRfc3339Timestamp(lastAt),
    })),
    withheld: [...grant.withheld],
    resources: grant.resources.map(({ resource, scopes }) => ({ resource, scopes: [...scopes] })),
    wallet: await describeDisclosedWallet(queries, settings.chains, personId, grant),
    // Grants of merged identities disclose nothing any more (decision 0012).
    sharesWallet: includesWalletDisclosingScope(grant.scopes) && grant.personId === personId,
    selectableWalletIds: wallets
      .filter((wallet) => canDiscloseWalletToApplication(application, wallet))
      .map(({ id }) => id),
  }
}
