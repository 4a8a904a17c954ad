// Public clients that send `Authorization: Basic` with nothing after the colon, as some libraries do for every client: they are what they are,
// clients without a secret. What they say of themselves is taken from there to where RFC 6749 §3.2.1 has it, the parameter `client_id`.
import type { Provider } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { getOidcRequest } from './oidc-request-context.ts'

const basicAuthPattern = /^basic +([0-9a-z+/]+={0,2})$/i

/**
 * The application that a header names without any secret.
 * @returns its client id, or null where there is a secret, or no such header
 */
export function parseSecretlessBasicAuth(header: string | undefined): string | null {
  const [, encoded = ''] = basicAuthPattern.exec(header ?? '') ?? []
  const [id = '', secret = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (id === '' || secret !== '' || rest.length > 0) return null
  try {
    // RFC 6749 §2.3.1: both halves are encoded as in a form.
    return decodeURIComponent(id.replaceAll('+', '%20'))
  } catch {
    return null
  }
}

/** Whether an application has nothing to prove itself with. */
export const isPublicClient = ({ definition }: Pick<ApplicationRecord, 'definition'>): boolean =>
  definition.authentication === 'none'

type Body = Readonly<Record<string, unknown>> | undefined

/** Has the provider read the name from the body; one that says another name there, says two. */
export function acceptPublicClientBasicAuth({ OIDCContext }: Provider): void {
  const bodies = new WeakMap<object, Body>()
  Object.defineProperty(OIDCContext.prototype, 'body', {
    get(this: object) {
      return bodies.get(this)
    },
    set(this: object, body: Body) {
      const { secretlessClientId: name } = getOidcRequest()
      const said = body?.client_id
      const isSame = name === null || body === undefined || said === name
      bodies.set(this, isSame ? body : { ...body, client_id: said === undefined ? name : [said, name].flat() })
    },
  })
}
