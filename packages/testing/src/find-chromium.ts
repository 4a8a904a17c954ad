// Finds the Chromium that the browser tests run in: one that the machine has, or the one inside the npm package
// @sparticuz/chromium, so that a machine with nothing but Node and npm can run every test.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A Chromium to launch: where it is, the flags that it needs here, and where it came from (for the log). */
export interface ChromiumInstallation {
  path: string
  flags: string[]
  source: string
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** No sandbox: CI runs as root, where Chromium refuses its own. No background traffic: tests talk to loopback only. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Chooses a Chromium: `CHROMIUM_PATH` where it is set, one on PATH, or the npm package's own (unpacked once into the
 * temporary folder).
 * @throws when none of the three can be had; the message says what to do.
 */
export async function findChromium(): Promise<ChromiumInstallation> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return { path: chosen, flags, source: 'CHROMIUM_PATH' }
  for (const name of names) {
    const path = findOnPath(name)
    if (path) return { path, flags, source: 'found on PATH' }
  }
  // Not the package's own flags: they switch off web security, which these tests are about.
  return { path: await unpackChromium(), flags, source: 'npm package @sparticuz/chromium' }
}

/**
 * Unpacks the package's Chromium. Where the machine lacks the libraries that it loads (NSS), the package has them as
 * well, but gives them out only where it believes to run at its usual place.
 */
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
