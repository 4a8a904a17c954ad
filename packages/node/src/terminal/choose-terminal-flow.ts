export interface TerminalEnvironment {
  readonly platform: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Over SSH or without a display, a browser that this program opens would not be in front of the person. */
export function chooseTerminalFlow({ platform, variables }: TerminalEnvironment): 'loopback' | 'device' {
  const isSet = (name: string): boolean => (variables[name] ?? '') !== ''
  if (['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY', 'CODESPACES', 'KUBERNETES_SERVICE_HOST'].some(isSet)) return 'device'
  if (platform === 'win32' || platform === 'darwin') return 'loopback'
  return isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') || isSet('WSL_DISTRO_NAME') ? 'loopback' : 'device'
}
