// The headers that every answer carries: what the page may load and who may frame it.
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const yearSeconds = 31_536_000

/**
 * @param origin of this server; strict transport security is only told where there is a transport to secure
 */
export async function addSecurityHeaders(http: FastifyInstance, origin: string): Promise<void> {
  const secure = origin.startsWith('https:')
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Wallets announce their icons as data: addresses (EIP-6963).
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Wallets that open a window of their own must be able to talk back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: yearSeconds, includeSubDomains: false } : false,
  })
  // Nothing here needs a sensor; wallets need the clipboard no more than any page.
  http.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
  })
}
