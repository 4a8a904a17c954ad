// An application as a picture: its logo where it has one, otherwise a rosette drawn from its id. It only repeats the name
// that stands beside it.
import { useState } from 'react'
import type { Application } from '@countersign/api/calls'
import { Rosette } from '../../ui/Rosette.tsx'
import { isOwnPath } from '../../api/own-path.ts'

/** @param size width and height in pixels */
export function LogoOrRosette({ application, size }: { application: Pick<Application, 'id' | 'logo'>; size: number }) {
  const [isMissing, setIsMissing] = useState(false)
  const { id, logo } = application
  // A logo of another host would tell that host who signs in here; the content security policy forbids it as well.
  if (logo === null || isMissing || !isOwnPath(logo, location.origin)) return <Rosette identifier={id} size={size} />
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
