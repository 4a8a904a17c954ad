// Fetches the document of an application that nobody registered, by the one guarded way out (SSRF, DNS rebinding; THREATS O9, O14): no redirect,
// 200 and JSON alone, small and soon. Which hosts may be asked is the operator's choice; where that is any host, none is reached that is not the
// internet's, whatever networks the operator allows for applications of their own.
import type { Limits } from '@countersign/api/limits'
import type { DroppedAddress } from '../../store/applications/usable-addresses.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { OutboundFault } from '../../platform/outbound/fault.ts'
import { freshFor } from './freshness.ts'
import { DocumentFault, readDocument } from './read-document.ts'
import type { ReadDocument } from './read-document.ts'

/** A document as it was read, and for how long it holds. */
export interface FetchedDocument {
  content: ReadDocument
  /** Its addresses that are unusable here, for the log. */
  dropped: DroppedAddress[]
  freshForMs: number
}

interface FetchSettings {
  clientDocumentHosts: readonly string[]
  outboundNetworks: readonly string[]
  limits: Pick<Limits, 'clientDocumentSeconds' | 'clientDocumentBytes'>
}

export interface DocumentHosts {
  /** Whether the document of this client id may be asked for. */
  mayAsk: (id: string) => boolean
  /** @throws DocumentFault */
  fetch: (id: string, now: number) => Promise<FetchedDocument>
}

/** Any host. */
const any = '*'

export function createDocumentHosts({ clientDocumentHosts, outboundNetworks, limits }: FetchSettings): DocumentHosts {
  const bounds = { outboundSeconds: limits.clientDocumentSeconds, outboundBytes: limits.clientDocumentBytes }
  const named = createOutbound({ outboundNetworks, limits: bounds })
  const open = createOutbound({ outboundNetworks: [], limits: bounds })
  const isNamed = (id: string): boolean => clientDocumentHosts.some((host) => matches(host, new URL(id).hostname))
  return {
    // A host of one word is one inside, which somebody has to name.
    mayAsk: (id) => isNamed(id) || (clientDocumentHosts.includes(any) && new URL(id).hostname.includes('.')),
    fetch: async (id, now) => {
      const outbound = isNamed(id) ? named : open
      try {
        const { status, headers, body } = await outbound.fetch(id, {
          purpose: 'document',
          headers: { accept: 'application/json' },
        })
        if (status !== 200) throw new DocumentFault(`it was answered with ${status}`)
        if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
          throw new DocumentFault('it is not sent as application/json')
        const dropped: DroppedAddress[] = []
        return {
          content: readDocument(body.toString('utf8'), id, isNamed(id), (one) => dropped.push(one)),
          dropped,
          freshForMs: freshFor(headers, now),
        }
      } catch (error) {
        if (error instanceof OutboundFault) throw new DocumentFault(error.message)
        throw error
      }
    },
  }
}

/** `*.example.com` is every host under it, and not itself. */
const matches = (pattern: string, hostname: string): boolean =>
  pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : pattern === hostname
