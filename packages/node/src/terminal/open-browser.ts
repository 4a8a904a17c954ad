import { spawn } from 'node:child_process'

const commands: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  // `start` of cmd.exe would interpret characters such as & in the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Errors are ignored, because the address is also printed. */
export function openBrowser(address: string): void {
  const [program = 'xdg-open', ...parameters] = commands[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...parameters, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
