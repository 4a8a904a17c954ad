// Finds Chromium for the browser tests: one installed on the machine, or the npm package
// @sparticuz/chromium.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface ChromiumInstallation {
  path: string
  flags: string[]
  source: string
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

// There is no sandbox, because CI runs as root, and no background traffic, because tests use only
// loopback.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Tries `CHROMIUM_PATH`, then PATH, then the npm package. @throws if no Chromium is available */
export async function findChromium(): Promise<ChromiumInstallation> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return { path: chosen, flags, source: 'CHROMIUM_PATH' }
  for (const name of names) {
    const path = findOnPath(name)
    if (path) return { path, flags, source: 'found on PATH' }
  }
  // The flags that the package suggests are not used, because they disable web security.
  return { path: await unpackChromium(), flags, source: 'npm package @sparticuz/chromium' }
}

// The package includes NSS, but unpacks it only in the environment for which it was made.
async function unpackChromium(): Promise<string> {
  if (!hasLibrary('libnss3.so')) process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}

function hasLibrary(name: string): boolean {
  const { status, stdout } = spawnSync('ldconfig', ['-p'], { encoding: 'utf8' })
  return status === 0 && stdout.includes(name)
}

function findOnPath(name: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      continue
    }
  }
  return undefined
}
