// HTTP for the settings: what is set, how the site presents itself, the next signing keys, and whether chains can be read.
import { limits as allLimits } from '@countersign/api/limits'
import { createPictureWriter } from '../../store/pictures/picture.ts'
import { endLogKey } from '../../audit-log/checkpoints/log-key.ts'
import { rotateKeys } from '../../store/signing-keys/rotate.ts'
import type { App } from '../../platform/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SettingReport } from '../../platform/settings.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import { changeBranding, changeSiteLogo } from './branding.ts'
import type { Branding } from './branding.ts'
import type { PageBranding } from './page-branding.ts'
import { readSettingsShown, testNodes } from './settings.ts'

interface Given {
  /** What was read at the start, and from where. */
  report: readonly SettingReport[]
  serverKey: Buffer
  pageBranding: PageBranding
}

/** Base64 of the largest logo, and what stands around it. */
const logoBodyBytes = Math.ceil(allLimits.logoBytes.max / 3) * 4 + 100

export function registerSettings(app: App, { report, serverKey, pageBranding }: Given): void {
  const { database, settings, clock, random } = app
  const { queries } = database
  const { limits, chains } = settings
  const writeLogo = createPictureWriter('contain')
  const noted = (branding: Branding): Branding => {
    pageBranding.note(branding)
    return branding
  }

  registerAdminCall(app, 'readSettings', async () => readSettingsShown(app, chains, report, clock()))

  registerAdminCall(app, 'changeBranding', async ({ body, admin }) =>
    noted(await changeBranding({ queries, random }, body, { actor: admin.actor, now: clock() })),
  )

  registerAdminCall(
    app,
    'setMark',
    async ({ body, admin }) => {
      const bytes = Buffer.from(body.content, 'base64')
      if (bytes.length > limits.logoBytes)
        throw new Refusal('request.too_large', { privateDetail: `${bytes.length} bytes` })
      // Before the transaction, which others wait for.
      const logo = await writeLogo(bytes)
      return noted(await changeSiteLogo({ queries, random }, logo, { actor: admin.actor, now: clock() }))
    },
    { bodyBytes: logoBodyBytes },
  )

  registerAdminCall(app, 'removeMark', async ({ admin }) =>
    noted(await changeSiteLogo({ queries, random }, null, { actor: admin.actor, now: clock() })),
  )

  registerAdminCall(app, 'rotateKeys', async ({ body, admin }) => {
    const rotations = await rotateKeys({ queries, random, serverKey, limits, actor: admin.actor }, clock(), {
      immediately: body.immediately,
    })
    // Whoever has stolen the others has stolen the one that signs checkpoints.
    if (body.immediately) await endLogKey(queries, { random, actor: admin.actor }, clock())
    return { made: rotations.filter(({ outcome }) => outcome === 'made').length }
  })

  registerAdminCall(app, 'testChain', async ({ params }) => {
    const chain = chains.find(({ id }) => id === params.chain)
    if (chain === undefined) throw new Refusal('chain.not_read')
    return { nodes: await testNodes(chain, { limits, clock }) }
  })
}
