import { useEffect, useState } from 'react'

/** @param moment milliseconds since 1970 @returns whole seconds, at least 0 */
export function useCountdownSeconds(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    if (moment <= Date.now()) return
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
