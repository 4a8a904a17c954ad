import { serverLimitDefinitions as allLimits } from '@countersign/api/server-limits'
import { createPictureReencoder } from '../../store/pictures/picture-reencoder.ts'
import { retireAuditLogSigningKey } from '../../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { rotateSigningKeys } from '../../store/signing-keys/rotate-signing-keys.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { ServerSettingReport } from '../../platform/parse-server-settings.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { changeBranding, changeBrandingLogo } from './branding-settings-store.ts'
import type { BrandingWithLogo } from './branding-settings-store.ts'
import type { BrandingHtmlInjector } from './inject-branding-into-html.ts'
import { readEffectiveServerSettings, checkChainRpcNodes } from './read-effective-server-settings.ts'

interface SettingsRouteDependencies {
  report: readonly ServerSettingReport[]
  serverKey: Buffer
  pageBranding: BrandingHtmlInjector
}

const logoBodyBytes = Math.ceil(allLimits.logoBytes.max / 3) * 4 + 100

export function registerServerSettingsRoutes(
  app: ServerAppContext,
  { report, serverKey, pageBranding }: SettingsRouteDependencies,
): void {
  const { database, settings, clock, random } = app
  const { queries } = database
  const { limits, chains } = settings
  const writeLogo = createPictureReencoder('contain')
  const noted = (branding: BrandingWithLogo): BrandingWithLogo => {
    pageBranding.update(branding)
    return branding
  }

  registerAdminEndpoint(app, 'readSettings', async () => readEffectiveServerSettings(app, chains, report, clock()))

  registerAdminEndpoint(app, 'changeBranding', async ({ body, admin }) =>
    noted(await changeBranding({ queries, random }, body, { actor: admin.actor, now: clock() })),
  )

  registerAdminEndpoint(
    app,
    'setSiteLogo',
    async ({ body, admin }) => {
      const bytes = Buffer.from(body.content, 'base64')
      if (bytes.length > limits.logoBytes)
        throw new ApiError('request.too_large', { privateDetail: `${bytes.length} bytes` })
      // The picture is re-encoded before the transaction, which holds a lock.
      const logo = await writeLogo(bytes)
      return noted(await changeBrandingLogo({ queries, random }, logo, { actor: admin.actor, now: clock() }))
    },
    { maxBodyBytes: logoBodyBytes },
  )

  registerAdminEndpoint(app, 'removeSiteLogo', async ({ admin }) =>
    noted(await changeBrandingLogo({ queries, random }, null, { actor: admin.actor, now: clock() })),
  )

  registerAdminEndpoint(app, 'rotateKeys', async ({ body, admin }) => {
    const rotations = await rotateSigningKeys({ queries, random, serverKey, limits, actor: admin.actor }, clock(), {
      immediately: body.immediately,
    })
    // Someone who stole the other keys may also have stolen the key that signs checkpoints.
    if (body.immediately) await retireAuditLogSigningKey(queries, { random, actor: admin.actor }, clock())
    return { made: rotations.filter(({ outcome }) => outcome === 'created').length }
  })

  registerAdminEndpoint(app, 'testChain', async ({ params }) => {
    const chain = chains.find(({ id }) => id === params.chain)
    if (chain === undefined) throw new ApiError('chain.not_supported')
    return { nodes: await checkChainRpcNodes(chain, { limits, clock }) }
  })
}
