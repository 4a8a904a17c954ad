// An application as a picture: its logo where it has one, otherwise a rosette drawn from its id. It only repeats the name
// that stands beside it.
import { useState } from 'react'
import type { ApiApplication } from '@countersign/api/api-endpoints'
import { Identicon } from '../../ui/Identicon.tsx'
import { isSameOriginPath } from '../../api/is-same-origin-path.ts'

/** @param size width and height in pixels */
export function ApplicationAvatar({
  application,
  size,
}: {
  application: Pick<ApiApplication, 'id' | 'logo'>
  size: number
}) {
  const [isMissing, setIsMissing] = useState(false)
  const { id, logo } = application
  // A logo of another host would tell that host who signs in here; the content security policy forbids it as well.
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
