// Whether two loopback redirect addresses differ by their port alone (RFC 8252 §7.3): programs on a person's device listen on whichever port
// is free. §8.3 advises against `localhost`, but widely used programs register it, so that it counts like the two addresses.

/** Host, port and the rest, in the one spelling of each host that can be registered: no user, no other name, no leading zero. */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

/**
 * Whether a program that registered one address may be answered at the other: host, path and query are the same, character for character.
 *
 * @example differsOnlyByLoopbackPort('http://localhost:58135/callback', 'http://localhost/callback') // true
 */
export function differsOnlyByLoopbackPort(asked: string, registered: string): boolean {
  const [one, other] = [loopback.exec(asked), loopback.exec(registered)]
  if (one === null || other === null) return false
  return one[1] === other[1] && one[3] === other[3] && Number(one[2] ?? 80) <= 65_535
}
