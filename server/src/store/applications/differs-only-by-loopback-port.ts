// Ignores loopback ports (RFC 8252 §7.3), even of `localhost` (§8.3), which many programs register.

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

export function differsOnlyByLoopbackPort(asked: string, registered: string): boolean {
  const [one, other] = [loopback.exec(asked), loopback.exec(registered)]
  if (one === null || other === null) return false
  return one[1] === other[1] && one[3] === other[3] && Number(one[2] ?? 80) <= 65_535
}
