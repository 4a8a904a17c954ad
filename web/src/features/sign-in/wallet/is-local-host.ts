const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isLocalHost(hostname: string): boolean {
  return localHosts.has(hostname)
}
