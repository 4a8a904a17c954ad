// Where the demonstration wallet may be: on the machine that it is seen on, and nowhere else.

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a page of this host is served by the machine that it is seen on. */
export function isLocalHost(hostname: string): boolean {
  return localHosts.has(hostname)
}
