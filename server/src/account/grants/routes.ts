// HTTP for what a person allowed: the list of applications, and taking one back.
import { describeApplication, findApplication } from '../../store/applications/store.ts'
import type { ConsentPart, Grant } from '@countersign/api/calls'
import { identitiesOf } from '../../store/people/identities.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { cutPage, readCursor, rowsForPage } from '../../platform/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireSession } from '../../auth/session-guard/require-session.ts'
import { listWallets } from '../../store/wallets/store.ts'
import type { NamedWallet } from '../../store/wallets/store.ts'
import { changeWallet } from '../../oidc/provider/change-wallet.ts'
import { describeKnown } from '../../store/grants/describe-known.ts'
import { tellsWallet } from '../../store/grants/known-wallet.ts'
import { listGrants } from '../../store/grants/store.ts'
import type { RememberedGrant } from '../../store/grants/store.ts'
import { isToldOf } from '../../store/grants/tellable.ts'
import { withdrawGrant } from '../../store/grants/withdraw.ts'

export function registerGrants(app: App): void {
  const { queries } = app.database

  registerCall(app, 'listGrants', async ({ query, request }) => {
    const { person } = await requireSession(app, request)
    const grants = await listGrants(queries, await identitiesOf(queries, person.id), {
      after: readCursor(query.cursor),
      size: rowsForPage,
    })
    const { shown, nextCursor } = cutPage(grants, ({ createdAt, id }) => ({ createdAt, id }))
    const wallets = await listWallets(queries, person.id)
    const items: Grant[] = []
    for (const grant of shown) items.push(await describeGrant(app, person.id, wallets, grant))
    return { items, nextCursor }
  })

  registerCall(app, 'changeGrantWallet', async ({ params, body, request }) => {
    const signedIn = await requireSession(app, request)
    const change = { signedIn, id: params.id, walletId: body.wallet, now: app.clock() }
    await changeWallet({ queries, random: app.random }, change)
    return undefined
  })

  registerCall(app, 'withdrawGrant', async ({ params, request }) => {
    const { person } = await requireSession(app, request)
    const withdrawn = await withdrawGrant(
      { queries, random: app.random },
      { personId: person.id, id: params.id, now: app.clock() },
    )
    if (!withdrawn) throw new Refusal('grant.not_found')
    return undefined
  })
}

/** A grant as its person sees it. */
async function describeGrant(
  { database: { queries }, settings }: App,
  personId: string,
  wallets: readonly NamedWallet[],
  grant: RememberedGrant & { active: boolean },
): Promise<Grant> {
  const application = await findApplication(queries, grant.applicationId)
  if (application === undefined) throw new Error('A grant has no application')
  return {
    id: grant.id,
    application: describeApplication(application),
    allowedAt: formatTime(grant.createdAt),
    lastUsedAt: formatTime(grant.lastUsedAt),
    active: grant.active,
    learned: Object.entries(grant.learned).map(([scope, { firstAt, lastAt }]) => ({
      scope: scope as ConsentPart,
      firstAt: formatTime(firstAt),
      lastAt: formatTime(lastAt),
    })),
    withheld: [...grant.withheld],
    resources: grant.resources.map(({ resource, scopes }) => ({ resource, scopes: [...scopes] })),
    wallet: await describeKnown(queries, settings.chains, personId, grant),
    // What an identity allowed that was merged into this one tells nothing any more (decision 0012).
    toldWallet: tellsWallet(grant.scopes) && grant.personId === personId,
    choosable: wallets.filter((wallet) => isToldOf(application, wallet)).map(({ id }) => id),
  }
}
