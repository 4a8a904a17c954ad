import { useState } from 'react'
import type { ApiApplication } from '@countersign/api/api-endpoints'
import { Identicon } from '../../ui/Identicon.tsx'
import { isSameOriginPath } from '../../api/is-same-origin-path.ts'

export function ApplicationAvatar({
  application,
  size,
}: {
  application: Pick<ApiApplication, 'id' | 'logo'>
  size: number
}) {
  const [isMissing, setIsMissing] = useState(false)
  const { id, logo } = application
  // A logo from another host would reveal sign-ins to that host; the CSP forbids it too.
  if (logo === null || isMissing || !isSameOriginPath(logo, location.origin))
    return <Identicon identifier={id} size={size} />
  return (
    <img
      src={logo}
      alt=""
      width={size}
      height={size}
      onError={() => setIsMissing(true)}
      className="shrink-0 rounded-control object-contain"
    />
  )
}
