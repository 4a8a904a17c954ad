// HTTP for the page that confirms a device. Every try of a code counts, whatever comes of it.
import { findGrant } from '../../store/grants/store.ts'
import { describeApplication } from '../../store/applications/store.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import { Refusal } from '../../platform/refusal.ts'
import { signedInCaller } from '../../auth/session-guard/caller.ts'
import { requireSession } from '../../auth/session-guard/require-session.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import type { FastifyRequest } from 'fastify'
import { allowanceOf, describeItems, readAsked, seenOf } from '../provider/consent-items.ts'
import { areUnread } from '../../groups/membership/memberships.ts'
import { createGroupGate, describeMembership, letsIn } from '../provider/group-gate.ts'
import { greatestAge, isTooOld } from '../provider/sign-in-age.ts'
import { findMissing, requirementsOf } from '../provider/required-parts.ts'
import { describeWalletOffer } from '../provider/wallet-choice.ts'
import { describeLinks } from '../../store/applications/legal-links.ts'
import { acceptsWay } from '../../store/applications/accepted-way.ts'
import { approveDevice, denyDevice, findDeviceRequest } from './device-code.ts'
import type { DeviceRequest } from './device-code.ts'

export function registerDevices(app: App): void {
  const { queries } = app.database
  const world = { queries, random: app.random }
  const askedOf = ({ application, payload }: DeviceRequest) =>
    readAsked(queries, application, payload.params.scope, payload.params.resource)

  registerCall(app, 'readDeviceRequest', async ({ body, request }) => {
    const { device, signedIn } = await look(app, request, body.userCode)
    const { networkPrefix: prefix, userAgent } = device.payload.deviceInfo
    const asked = await askedOf(device)
    const before = await findGrant(queries, signedIn.person.id, device.application.id)
    const { chains, limits } = app.settings
    const reading = { queries, chains, limits, now: app.clock() }
    return {
      userCode: device.userCode,
      application: describeApplication(device.application),
      ...describeLinks(device.application.definition),
      items: describeItems(
        device.application,
        asked,
        before,
        requirementsOf(device.application.definition),
        await findMissing(queries, signedIn, device.application.definition, asked.scopes, app.clock()),
      ),
      wallet: await describeWalletOffer(reading, signedIn, device.application, asked.scopes, before),
      resources: [...asked.resources],
      ...(asked.scopes.includes('groups') && { groups: await listGroups(app, signedIn, device.application) }),
      seen: seenOf(device.application, asked),
      userAgent,
      networkPrefix: prefix,
      sameNetwork: prefix === networkPrefix(request.ip),
      requestedAt: formatTime(device.row.created_at),
      expiresAt: formatTime(device.row.expires_at),
    }
  })

  registerCall(app, 'approveDevice', async ({ body, request }) => {
    const { device, signedIn } = await look(app, request, body.userCode)
    if (!acceptsWay(device.application, signedIn.session)) throw new Refusal('application.other_way')
    const { created_at: createdAt } = signedIn.session
    // Whoever is here has just come for this: they have the time that it takes to read.
    const greatest = greatestAge(device.application, device.payload.params.max_age)
    if (isTooOld(greatest, { createdAt, now: app.clock(), isJustDone: true }))
      throw new Refusal('application.sign_in_old')
    const memberships = await createGroupGate(app).read(signedIn.person.id, device.application, app.clock())
    if (!letsIn(device.application, memberships)) {
      if (await areUnread(queries, signedIn.person.id, device.application.definition.allowedGroups))
        throw new Refusal('chain.unavailable', { privateDetail: 'a group could not be read; the device still waits' })
      // The device gets its answer now and does not poll until its code expires.
      await denyDevice(world, { device, personId: signedIn.person.id, reason: 'not_a_member', now: app.clock() })
      throw new Refusal('application.not_allowed')
    }
    const asked = await askedOf(device)
    if (body.seen !== undefined && body.seen !== seenOf(device.application, asked))
      throw new Refusal('device.unusable', { privateDetail: 'the application asks otherwise than was shown' })
    const { definition } = device.application
    const required = requirementsOf(definition)
    if (body.withheld.some((part) => required.has(part)))
      throw new Refusal('device.unusable', { privateDetail: 'it leaves out what the application requires' })
    if ((await findMissing(queries, signedIn, definition, asked.scopes, app.clock())).size > 0)
      throw new Refusal('consent.claim_missing')
    const allowance = allowanceOf(asked, body.withheld)
    // A token without what was asked would be taken for one with all of it (RFC 6749 §5.1).
    if (asked.scopes.length > 0 && allowance.scopes.length === 0 && allowance.resources.length === 0) {
      if (!(await denyDevice(world, { device, personId: signedIn.person.id, now: app.clock() })))
        throw new Refusal('device.unusable')
      return undefined
    }
    if (!(await approveDevice(world, { device, allowance, chosen: body.wallet, signedIn, now: app.clock() })))
      throw new Refusal('device.unusable')
    return undefined
  })

  registerCall(app, 'denyDevice', async ({ body, request }) => {
    const { device, signedIn } = await look(app, request, body.userCode)
    if (!(await denyDevice(world, { device, personId: signedIn.person.id, now: app.clock() })))
      throw new Refusal('device.unusable')
    return undefined
  })
}

/** The groups that a device would receive, as its person reads them. */
async function listGroups(app: App, { person }: SignedIn, application: ApplicationRecord): Promise<string[]> {
  // Requested by the application, or told by the token of a resource.
  const memberships = await createGroupGate(app).read(person.id, application, app.clock(), true)
  return memberships.map(describeMembership)
}

async function look(
  app: App,
  request: FastifyRequest,
  userCode: string,
): Promise<{ device: DeviceRequest; signedIn: SignedIn }> {
  const signedIn = await requireSession(app, request)
  const caller = signedInCaller(request)
  await app.rateLimits.enter('deviceCodes', caller)
  await app.rateLimits.share('deviceCodes', caller)
  const device = await findDeviceRequest(app.database.queries, userCode, app.clock())
  if (device === undefined) throw new Refusal('device.unusable')
  return { device, signedIn }
}
