import { formatCrossDeviceCode } from './cross-device-code.ts'
import type { CrossDeviceEndpointContext } from './cross-device-endpoint-context.ts'

export function buildCrossDeviceUrl(
  { settings }: Pick<CrossDeviceEndpointContext, 'settings'>,
  code: string,
  pass?: string,
): string {
  const link = new URL('/device', settings.origin)
  link.searchParams.set('user_code', formatCrossDeviceCode(code))
  if (pass !== undefined) link.searchParams.set('pass', pass)
  return link.href
}
