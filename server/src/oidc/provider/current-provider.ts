// The provider of now. Signing keys are fixed for the life of a provider, so that a new set of keys is a new provider; the
// one before answers what it has begun.
import { Provider } from 'oidc-provider'
import { askSector } from '../../store/applications/ask-sector.ts'
import type { ApplicationDefinition } from '../../store/applications/definition.ts'
import { fetchLogo } from '../../store/applications/logo.ts'
import type { Logo } from '../../store/applications/logo.ts'
import type { Documents } from '../client-metadata/meet.ts'
import type { KeyRing } from '../../store/signing-keys/key-ring.ts'
import type { App } from '../../platform/call.ts'
import { loggedText } from '../../platform/logged-text.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { createPollLimit } from './poll-limit.ts'
import { createAdapter } from './adapter.ts'
import { createGroupGate } from './group-gate.ts'
import type { CurrentProvider } from './mount.ts'
import { surround } from './mount.ts'
import { reportFailures } from './report.ts'
import { createProvider } from './provider.ts'
import type { ProviderWorld } from './provider.ts'
import { isRegistrationOpen } from './registration.ts'

/** By the rules for every logo: read strictly, and kept here. What another server answered is for the log alone (THREATS O9). */
async function fetchLogoOrNone({ settings, http }: App, address: string): Promise<Logo | null> {
  const reading = await fetchLogo(createOutbound(settings), address, settings.limits)
  if ('logo' in reading) return reading.logo
  http.log.info({ address: loggedText(address), reason: reading.fault }, 'registration.logo_dropped')
  return null
}

/** How long a change in whether applications may register themselves may go unnoticed. */
const registrationCheckMs = 5000

export function createCurrentProvider(
  app: App,
  keyRing: KeyRing,
  { fetch, documents }: { fetch: ProviderWorld['fetch']; documents: Documents },
): CurrentProvider {
  const gate = createGroupGate(app)
  const asking = {
    gate,
    documents,
    askSector: (definition: ApplicationDefinition) => askSector(app, null, definition),
    polls: createPollLimit(),
    askLogo: (address: string) => fetchLogoOrNone(app, address),
  }
  const storage = (kind: string) => createAdapter(kind, app.settings.limits, app.random, asking)
  let built: { version: string; handler: ReturnType<Provider['callback']> } | null = null
  let registration = { open: false, checkedAt: Number.NEGATIVE_INFINITY }
  return {
    handler: async () => {
      const now = app.clock()
      if (Math.abs(now - registration.checkedAt) > registrationCheckMs) {
        registration = { open: await isRegistrationOpen(app.database.queries, now), checkedAt: now }
      }
      const keys = await keyRing.current()
      const version = `${keys.version} ${registration.open ? 'open' : 'closed'}`
      if (built?.version !== version) {
        const provider = createProvider({
          settings: app.settings,
          rateLimits: app.rateLimits,
          random: app.random,
          keys,
          fetch,
          registration: registration.open,
          storage,
        })
        surround(provider, { app, keys, storage })
        reportFailures(provider, app.http.log)
        built = { version, handler: provider.callback() }
      }
      return built.handler
    },
  }
}
